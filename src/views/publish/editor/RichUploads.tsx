import { Button } from '../../app/primitives/Button.tsx';
import { IconButton } from '../../app/primitives/IconButton.tsx';
import { Spinner } from '../../app/primitives/Spinner.tsx';
import { useArticleTextStrings } from '../../app/strings/article-text.ts';
import styles from './ArticleText.module.css';
import type { Uploads } from './use-rich-uploads.ts';

/** The files on their way into the text, and those that did not get there. */
export function RichUploads({ uploads }: { readonly uploads: Uploads }) {
  const words = useArticleTextStrings();
  if (uploads.all.length === 0) return null;
  return (
    <ul className={styles.uploads}>
      {uploads.all.map((upload) => {
        const { name } = upload.file;
        return (
          <li key={upload.id} className={styles.upload}>
            {!upload.isFailed && <Spinner />}
            <span role={upload.isFailed ? 'alert' : 'status'} className={upload.isFailed ? styles.failed : undefined} dir="auto">
              {upload.isFailed ? words.failed(name) : words.uploading(name)}
            </span>
            {upload.isFailed && (
              <>
                <Button compact onClick={() => uploads.retry(upload)}>
                  {words.retry(name)}
                </Button>
                <IconButton compact icon="x" label={words.dismiss(name)} onClick={() => uploads.dismiss(upload)} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
