import { relayName } from '../../../events/core/url.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { useSignInStrings } from '../../ui/strings/sign-in.ts';
import styles from './SignInDialog.module.css';
import {
  type LoginHandle,
  useLoginIntents,
  useLoginWait,
  usePairingRelays,
  usePairingState,
} from './use-login.ts';
import type { PeerRelay } from '../relays/use-network.ts';
import type { SessionHandle } from './use-session.ts';

interface WaitProps {
  readonly login: LoginHandle;
  readonly session: SessionHandle;
}

/** Waits for an extension, a passkey, a key or a remote signer. */
export function SignInWait({ login, session }: WaitProps) {
  const words = useSignInStrings();
  const { uri, challenge, what, isSlow } = useLoginWait(login);
  const { cancel, back } = useLoginIntents(login);
  const relays = usePairingRelays(session);
  return (
    <div className={styles.waiting}>
      {uri !== undefined && (
        <>
          <QrCode text={uri} label={words.scanLabel} />
          <p className={styles.purpose}>{words.scan}</p>
          <a className={styles.link} href={uri}>
            {words.openSigner}
          </a>
        </>
      )}
      {challenge !== undefined && (
        <Notice
          action={
            <a className={styles.link} href={challenge} target="_blank" rel="noopener noreferrer">
              {words.challengeOpen}
            </a>
          }
        >
          {words.challenge}
        </Notice>
      )}
      <p className={styles.what} role="status">
        <Spinner />
        {words.waiting[what]}
      </p>
      {what === 'pairing' && (
        <ul className={styles.relays} aria-label={words.relays.title}>
          {relays.map((one) => (
            <Relay key={one.url} {...one} />
          ))}
        </ul>
      )}
      {what === 'pairing' && isSlow && <Notice announce>{words.relays.hint}</Notice>}
      <Button wide onClick={what === 'pairing' ? back : cancel}>
        {words.cancel}
      </Button>
    </div>
  );
}

const LIGHTS = { online: 'online', connecting: 'connecting', unreachable: 'failed' } as const;

/** A relay on which the signer is awaited, and whether it is reached. */
function Relay({ url, relay }: PeerRelay) {
  const { relays: words } = useSignInStrings();
  const state = usePairingState(relay);
  return (
    <li className={styles.relay}>
      <StatusLight state={LIGHTS[state]} />
      <bdi dir="ltr">{relayName(url)}</bdi>
      <span className={styles.state} role="status">
        {words[state]}
      </span>
    </li>
  );
}
