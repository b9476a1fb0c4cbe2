import { PLATFORMS } from '../../../events/app/releases.ts';
import { longDate } from '../../../events/core/format.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Column } from '../../ui/layout/Column.tsx';
import styles from './DownloadsScreen.module.css';
import { now } from '../../ui/hooks/now.ts';
import { SOURCE_URL } from '../../ui/hooks/operator.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon, type IconName } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { Discover } from '../../reading/explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { usePageStrings } from '../../ui/strings/pages.ts';
import text from '../../ui/styles/text.module.css';
import { InstallWay, type WayKey } from './InstallWay.tsx';
import { isOnPhone, useInstall } from './use-install.ts';
import { useShownReleases } from './use-releases.ts';

const WAYS: readonly { readonly key: WayKey; readonly icon: IconName }[] = [
  { key: 'web', icon: 'device' },
  { key: 'ios', icon: 'phone' },
  { key: 'android', icon: 'phone' },
  { key: 'apk', icon: 'download' },
];

/** ROUTE-08: the ways to install the app. */
export function DownloadsScreen() {
  const words = usePageStrings().downloads;
  const install = useInstall();
  return (
    <>
      <Column title={words.title}>
        <div className={styles.page}>
          <p className={styles.lead}>{words.text}</p>
          {WAYS.map(({ key, icon }) => (
            <section key={key} id={key} className={styles.way}>
              <Icon name={icon} size="l" className={text.muted} />
              <div>
                <InstallWay way={key} install={install} />
              </div>
            </section>
          ))}
          {!isOnPhone() && (
            <section className={styles.qr}>
              <QrCode text={window.location.origin} label={words.qr.label} />
              <div>
                <h2 className={styles.title}>{words.qr.title}</h2>
                <p className={text.muted}>{words.qr.text}</p>
              </div>
            </section>
          )}
          <Source />
          <Announced />
        </div>
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

/**
 * Mobile releases that the operator announces (MEMBER-04), as the caching service's claim. Last, so
 * that a late answer moves nothing.
 */
function Announced() {
  const locale = useLocale();
  const { announced: words, ways } = usePageStrings().downloads;
  const { action } = useStrings().app;
  const { releases, fresh, isFailed, retry } = useShownReleases();
  const told = PLATFORMS.filter((name) => releases?.[name] !== undefined);
  if (told.length === 0 && !isFailed) return null;
  return (
    <section className={styles.way}>
      <Icon name="relay" size="l" className={text.muted} />
      <div>
        <h2 className={styles.title}>{words.title}</h2>
        <p className={text.muted}>{words.text}</p>
        <div className={styles.releases}>
          {!releases && isFailed && (
            <p>
              {words.failed}{' '}
              <Button compact tone="quiet" onClick={retry}>
                {action.retry}
              </Button>
            </p>
          )}
          {told.map((name) => {
            const release = releases?.[name];
            return (
              release && (
                <div key={name} className={styles.release}>
                  <p className={styles.version}>
                    <span className={text.strong}>{ways[name].title}</span>
                    <IsolatedText>{release.version}</IsolatedText>
                    {fresh.includes(name) && <Tag>{words.fresh}</Tag>}
                  </p>
                  <p className={cx(text.small, text.muted)}>
                    {release.at <= now()
                      ? words.since(longDate(release.at, locale))
                      : words.from(longDate(release.at, locale))}
                  </p>
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
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
