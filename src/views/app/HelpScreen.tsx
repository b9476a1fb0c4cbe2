import { HelpStart } from '../account/HelpStart.tsx';
import { Column } from './Column.tsx';
import styles from './HelpScreen.module.css';
import { Prose } from './Prose.tsx';
import { ShortcutTable } from './ShortcutList.tsx';
import { Side } from './Side.tsx';
import { usePageStrings } from './strings/pages.ts';

/** ROUTE-07: what this is, in short words, and the keys. */
export function HelpScreen() {
  const { title, sections, keys } = usePageStrings().help;
  return (
    <>
      <Column title={title}>
        <div className={styles.page}>
          <HelpStart />
          <Prose sections={sections} />
          <section>
            <h2 className={styles.title}>{keys.title}</h2>
            <ShortcutTable />
          </section>
        </div>
      </Column>
      <Side />
    </>
  );
}
