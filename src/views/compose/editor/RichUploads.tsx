import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import { useUploadFault } from '../upload/use-upload-error.ts';
import styles from '../article/ArticleText.module.css';
import { NotUploaded } from '../article/use-article-uploads.ts';
import { useRich } from './use-rich-session.ts';

/** Running and failed uploads of the text. */
export function RichUploads() {
  const words = useArticleTextStrings();
  const fault = useUploadFault();
  const { session, uploads } = useRich();
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.uploads}>
      {uploads.map((upload) => {
        const { failure } = upload;
        const { name } = upload.file;
        return (
          <li key={upload.id} className={styles.upload}>
            {!failure && <Spinner />}
            <span
              role={failure ? 'alert' : 'status'}
              className={failure ? styles.failed : undefined}
              dir="auto"
            >
              {failure ? words.failed(name) : words.uploading(name)}
              {failure instanceof NotUploaded && ` ${fault(failure.failure, failure.tier)}`}
            </span>
            {failure !== undefined && (
              <>
                <Button compact onClick={() => session.retry(upload)}>
                  {words.retry(name)}
                </Button>
                <IconButton
                  compact
                  icon="x"
                  label={words.dismiss(name)}
                  onClick={() => session.dismiss(upload)}
                />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
