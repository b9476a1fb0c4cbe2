import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './ComposeFiles.module.css';
import { FileRow } from './upload/FileRow.tsx';
import { useComposeFiles } from './upload/use-compose-files.ts';

/** The files of a text, each with picture, progress, description, and a remove button. */
export function ComposeFiles() {
  const { files: words } = useComposeStrings();
  const rows = useComposeFiles();
  if (rows.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={words.list}>
      {rows.map((row, at) => (
        <FileRow {...row} key={row.key} place={rows.length > 1 ? at + 1 : undefined} />
      ))}
    </ul>
  );
}
