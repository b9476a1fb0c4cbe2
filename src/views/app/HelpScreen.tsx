import { HelpStart } from '../account/HelpStart.tsx';
import { Column } from './Column.tsx';
import styles from './HelpScreen.module.css';
import { Prose } from './Prose.tsx';
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
            <dl className={styles.keys}>
              {keys.rows.map((row) => (
                <div key={row.does} className={styles.row}>
                  <dt>
                    {row.keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{row.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </Column>
      <Side />
    </>
  );
}
