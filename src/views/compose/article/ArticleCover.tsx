import type { Tag } from '../../../events/nostr/event.ts';
import { ARTICLE_PICTURE } from '../../media/article-widths.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { PictureFailure, PicturePicker } from '../upload/PicturePicker.tsx';
import { usePictureUpload } from '../upload/use-picture-upload.ts';
import { useOwnCover } from './use-own-cover.ts';
import styles from './ArticleEditor.module.css';

interface ArticleCoverProps {
  readonly image: string;
  /** `tag`: metadata of the picture if it was uploaded here (an imeta tag). */
  readonly onChange: (image: string, tag?: Tag) => void;
}

/** The cover: its preview, its address, and an upload button. */
export function ArticleCover({ image, onChange }: ArticleCoverProps) {
  const { fields } = useArticleEditStrings();
  const { src, onError, isKept } = useOwnCover(image, ARTICLE_PICTURE);
  const isBad = image.trim() !== '' && !/^https?:\/\//i.test(image.trim());
  return (
    <section className={styles.cover} aria-label={fields.cover}>
      {isKept && (
        <div className={styles.picture}>
          {src !== undefined && <img src={src} alt="" decoding="async" onError={onError} />}
        </div>
      )}
      <div className={styles.coverRow}>
        <Field
          exact
          type="url"
          inputMode="url"
          label={fields.coverUrl}
          labelHidden
          placeholder={fields.coverUrl}
          icon="image"
          value={image}
          error={isBad ? fields.badUrl : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <CoverUpload onUploaded={onChange} />
        {image !== '' && (
          <Button tone="quiet" onClick={() => onChange('')}>
            {fields.coverRemove}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Uploads a cover, and reports its address. */
function CoverUpload({ onUploaded }: { readonly onUploaded: (url: string, tag: Tag) => void }) {
  const { fields } = useArticleEditStrings();
  const upload = usePictureUpload('cover', onUploaded);
  const words = { upload: fields.coverUpload, going: fields.uploading, stop: fields.stop };
  return (
    <>
      <PicturePicker upload={upload} words={words} onChosen={upload.begin} />
      <PictureFailure upload={upload}>{fields.uploadFailed}</PictureFailure>
    </>
  );
}
