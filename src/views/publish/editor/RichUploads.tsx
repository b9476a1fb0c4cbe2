import { Button } from '../../app/primitives/Button.tsx';
import { IconButton } from '../../app/primitives/IconButton.tsx';
import { Spinner } from '../../app/primitives/Spinner.tsx';
import { useArticleTextStrings } from '../../app/strings/article-text.ts';
import { useUploadFault } from '../use-upload-fault.ts';
import styles from './ArticleText.module.css';
import { NotUploaded } from './use-article-uploads.ts';
import { useRich } from './use-rich-session.ts';

/** The files on their way into the text, and those that did not get there. */
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
            <span role={failure ? 'alert' : 'status'} className={failure ? styles.failed : undefined} dir="auto">
              {failure ? words.failed(name) : words.uploading(name)}
              {failure instanceof NotUploaded && ` ${fault(failure.failure, failure.tier)}`}
            </span>
            {failure !== undefined && (
              <>
                <Button compact onClick={() => session.retry(upload)}>
                  {words.retry(name)}
                </Button>
                <IconButton compact icon="x" label={words.dismiss(name)} onClick={() => session.dismiss(upload)} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
