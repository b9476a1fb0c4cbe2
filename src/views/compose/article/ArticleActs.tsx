import { Button } from '../../ui/controls/Button.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useMissingFiles } from '../upload/MissingFilesDialog.tsx';
import { usePictureState } from '../upload/use-picture-upload.ts';
import styles from './ArticleEditor.module.css';
import { useArticleOrders, useArticleReview, useArticleState } from './use-article-edit.ts';

interface ActsProps {
  readonly isPreview: boolean;
  readonly isUploading: boolean;
  /** Number of pictures of the text that failed to upload. */
  readonly failed: number;
  readonly onPreview: (on: boolean) => void;
}

/** Preview and Publish, in the header of the editor. */
export function ArticleActs({ isPreview, isUploading, failed, onPreview }: ActsProps) {
  const words = useArticleEditStrings();
  const { isSaving } = useArticleState();
  const { fault } = useArticleReview();
  const { review } = useArticleOrders();
  const { incomplete } = useComposeStrings();
  const cover = usePictureState('cover');
  const isWaiting = isUploading || cover === 'uploading';
  const missing = useMissingFiles({
    onPublish: review,
    children: <p>{incomplete.text}</p>,
  });
  return (
    <>
      <Button
        compact
        icon={isPreview ? 'pen' : 'eye'}
        aria-pressed={isPreview}
        onClick={() => onPreview(!isPreview)}
      >
        <span className={styles.turn}>{isPreview ? words.write : words.preview}</span>
      </Button>
      <Button
        compact
        tone="primary"
        disabled={isSaving || isWaiting || fault !== undefined}
        title={fault ? words.faults[fault] : isWaiting ? words.uploading : undefined}
        onClick={() => missing.begin(failed + (cover === 'failed' ? 1 : 0))}
      >
        {words.publish}
      </Button>
      {missing.dialog}
    </>
  );
}
