import { Button } from '../../ui/controls/Button.tsx';
import { usePageStrings } from '../../ui/strings/pages.ts';
import text from '../../ui/styles/text.module.css';
import styles from './DownloadsScreen.module.css';
import type { Install } from './use-install.ts';

interface InstallWayProps {
  readonly way: WayKey;
  readonly install: Install;
}

export type WayKey = 'web' | 'ios' | 'android' | 'apk';

/** One way to install the site as an app: a button if the browser offers it, else steps. */
export function InstallWay({ way, install }: InstallWayProps) {
  const words = usePageStrings().downloads;
  const { title, text: about, steps } = words.ways[way];
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <p className={text.muted}>{about}</p>
      {way === 'web' ? <InBrowser steps={steps} {...install} /> : <Steps steps={steps} />}
    </>
  );
}

function InBrowser({ steps, state, install }: { readonly steps: readonly string[] } & Install) {
  const { install: words } = usePageStrings().downloads;
  if (state === 'installed') return <p className={styles.more}>{words.installed}</p>;
  if (state === 'manual') return <Steps steps={steps} />;
  return (
    <p className={styles.more}>
      <Button tone="primary" icon="download" onClick={install}>
        {words.install}
      </Button>
    </p>
  );
}

function Steps({ steps }: { readonly steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
