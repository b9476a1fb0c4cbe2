import { useInspectorStrings } from '../ui/strings/inspector.ts';
import panes from './Inspector.module.css';

interface FindFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onFind: (text: string) => void;
}

/** The field that finds in a pane. */
export function FindField({ label, text, onFind }: FindFieldProps) {
  const say = useInspectorStrings();
  return (
    <input
      type="search"
      className={panes.search}
      aria-label={label}
      placeholder={say.find}
      value={text}
      onChange={({ currentTarget }) => onFind(currentTarget.value)}
    />
  );
}
