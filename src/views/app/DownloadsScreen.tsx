import { Column } from './Column.tsx';
import styles from './DownloadsScreen.module.css';
import { SOURCE_URL } from './operator.ts';
import { Icon, type IconName } from './primitives/Icon.tsx';
import { QrCode } from './qr/QrCode.tsx';
import { Side } from './Side.tsx';
import { usePageStrings } from './strings/pages.ts';
import text from './styles/text.module.css';

const WAYS: readonly { readonly key: 'web' | 'ios' | 'android' | 'apk'; readonly icon: IconName }[] = [
  { key: 'web', icon: 'globe' },
  { key: 'ios', icon: 'phone' },
  { key: 'android', icon: 'phone' },
  { key: 'apk', icon: 'download' },
];

/** ROUTE-08: the ways to have it, said as they are. */
export function DownloadsScreen() {
  const words = usePageStrings().downloads;
  return (
    <>
      <Column title={words.title}>
        <div className={styles.page}>
          <p className={styles.lead}>{words.text}</p>
          {WAYS.map(({ key, icon }) => (
            <section key={key} className={styles.way}>
              <Icon name={icon} size="l" className={text.muted} />
              <div>
                <h2 className={styles.title}>{words[key].title}</h2>
                <p className={text.muted}>{words[key].text}</p>
              </div>
            </section>
          ))}
          <section className={styles.qr}>
            <QrCode text={window.location.origin} label={words.qr.label} />
            <div>
              <h2 className={styles.title}>{words.qr.title}</h2>
              <p className={text.muted}>{words.qr.text}</p>
            </div>
          </section>
          <Source />
        </div>
      </Column>
      <Side />
    </>
  );
}

function Source() {
  const { title, text: words, link, none } = usePageStrings().downloads.source;
  return (
    <section className={styles.way}>
      <Icon name="code" size="l" className={text.muted} />
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={text.muted}>{words}</p>
        <p className={styles.more}>
          {SOURCE_URL ? (
            <a className={text.link} href={SOURCE_URL} rel="noopener noreferrer">
              {link}
            </a>
          ) : (
            <span className={text.faint}>{none}</span>
          )}
        </p>
      </div>
    </section>
  );
}
