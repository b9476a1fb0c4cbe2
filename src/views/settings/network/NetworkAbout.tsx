import type { RelayInfo } from '../../../events/connection/relay-info.ts';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import styles from './Network.module.css';
import {
  type RelayHandle,
  useRelayInfo,
  useRelayNotices,
} from '../../account/relays/use-network.ts';

interface AboutProps {
  readonly url: string;
  readonly relay: RelayHandle;
}

const MOST_NOTICES = 5;

/** RELAY-09: a relay's information document (NIP-11), and its last notices, the latest first. */
export function NetworkAbout({ url, relay }: AboutProps) {
  const { info: words } = useNetworkStrings();
  const info = useRelayInfo(url);
  const notices = useRelayNotices(relay);
  const last = notices.slice(-MOST_NOTICES).toReversed();
  return (
    <div className={styles.about}>
      {info === 'none' ? (
        <p>{words.none}</p>
      ) : info === undefined || info === 'asking' ? (
        <Asking />
      ) : (
        <Said info={info} />
      )}
      <h3 className={styles.small}>{words.notices}</h3>
      {last.length === 0 && <p>{words.noNotices}</p>}
      <ul>
        {last.map((notice, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- one notice can be like another
          <li key={notices.length - at} className={styles.notice}>
            <IsolatedText>{notice}</IsolatedText>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Asking() {
  const { info: words } = useNetworkStrings();
  return (
    <p className={styles.asking} role="status">
      <Spinner />
      {words.asking}
    </p>
  );
}

function Said({
  info: { name, description, software, nips, limits },
}: {
  readonly info: RelayInfo;
}) {
  const { info: words } = useNetworkStrings();
  const rules = limits.map(([rule, value]) => words.limits[rule](value === true ? 1 : value));
  return (
    <>
      {name !== '' && (
        <h3 className={styles.small}>
          <IsolatedText>{name}</IsolatedText>
        </h3>
      )}
      {description !== '' && (
        <p>
          <IsolatedText>{description}</IsolatedText>
        </p>
      )}
      {nips.length > 0 && <p>{words.nips(nips.join(', '))}</p>}
      {rules.length > 0 && <p>{rules.join('. ')}.</p>}
      {software !== '' && (
        <p>
          <IsolatedText>{software}</IsolatedText>
        </p>
      )}
    </>
  );
}
