import { useLocation } from 'react-router';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { CONTACT_URL } from '../../ui/hooks/operator.ts';
import styles from './PageScreen.module.css';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { useBack } from '../../ui/navigation/use-back.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Logo } from '../../ui/display/Logo.tsx';
import { Prose } from '../../ui/layout/Prose.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { SideFoot } from '../../ui/layout/SideFoot.tsx';
import { useStrings } from '../../ui/strings.ts';
import { usePageStrings } from '../../ui/strings/pages.ts';
import { InstallWay } from './InstallWay.tsx';
import { isOnPhone, useInstall } from './use-install.ts';
import text from '../../ui/styles/text.module.css';

/** ROUTE-17: the pages outside the main layout. */
export function PageScreen() {
  const { app } = useStrings();
  const { documents } = usePageStrings();
  const { pathname } = useLocation();
  const back = useBack();
  const page = pathname.split('/')[1];
  const document =
    page === 'terms' || page === 'privacy' || page === 'csae-policy' || page === 'support'
      ? page
      : undefined;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <IconButton
          icon="left"
          iconSize="l"
          label={app.action.back}
          className={styles.back}
          onClick={back}
        />
        <AppLink to="/home" className={styles.logo} aria-label={documents.home}>
          <Logo />
          {app.name}
        </AppLink>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {document ? <Document page={document} /> : <OnPhone />}
      </main>
      <SideFoot />
    </div>
  );
}

function Document({ page }: { readonly page: 'terms' | 'privacy' | 'csae-policy' | 'support' }) {
  const { documents } = usePageStrings();
  const { title, sections } = documents[page];
  usePageTitle(title);
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <Prose sections={sections} />
      <p className={styles.contact}>
        {CONTACT_URL ? (
          <a className={text.link} href={CONTACT_URL} rel="noopener noreferrer">
            {documents.operator}
          </a>
        ) : (
          documents.noOperator
        )}
      </p>
    </>
  );
}

/** The address for a phone. A phone itself reads how to install it instead. */
function OnPhone() {
  const { qr, downloads } = usePageStrings();
  const install = useInstall();
  const isHere = isOnPhone();
  const title = isHere ? qr.here : qr.title;
  usePageTitle(title);
  return (
    <div className={styles.phone}>
      <Icon name="phone" size="glyph" className={text.faint} />
      <h1 className={styles.title}>{title}</h1>
      <p className={text.muted}>{isHere ? qr.hereText : qr.text}</p>
      {isHere ? (
        (install.state === 'manual' ? HOME_SCREENS : OFFERED).map((way) => (
          <section key={way} className={styles.way}>
            <InstallWay way={way} install={install} />
          </section>
        ))
      ) : (
        <QrCode text={window.location.origin} label={downloads.qr.label} />
      )}
      <LinkButton to="/home">{qr.continue}</LinkButton>
    </div>
  );
}

const HOME_SCREENS = ['ios', 'android'] as const;
const OFFERED = ['web'] as const;
