import {
  type ListIntent,
  relayUse as relayIntent,
} from '../../../events/account/lists/list-intents.ts';
import { relayKey } from '../../../events/core/url.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import styles from './Network.module.css';
import { useRecommendedRelays } from '../../account/relays/use-network.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { WaitingRelay } from './WaitingRelay.tsx';
import { relayName } from '../../../events/core/url.ts';
import type { ListedRelay } from './use-own-relays.ts';

interface RecommendedProps {
  readonly relays: readonly ListedRelay[];
  readonly onEdit: (intents: readonly ListIntent[]) => void;
}

const both = (url: string) => relayIntent(url, { read: true, write: true }) ?? [];

/**
 * Relays that the caching service recommends. Each can be added, or all can replace the account's
 * own (RELAY-07).
 */
export function NetworkRecommended({ relays, onEdit }: RecommendedProps) {
  const { recommended: words, add } = useNetworkStrings();
  const { action } = useStrings().app;
  const { urls, isAsking, isFailed, ask } = useRecommendedRelays();
  const { askToEdit } = useIntents();
  const own = relays.filter(({ isNamed }) => isNamed);
  const isOwn = (url: string) => own.some(({ key }) => key === relayKey(url));
  const isSame = own.length === urls.length && urls.every(isOwn);
  const reset = () => {
    const wanted = new Set(urls.map(relayKey));
    const gone = own.filter(({ key }) => !wanted.has(key));
    const intents = [
      ...gone.flatMap(({ url }) => relayIntent(url, { read: false, write: false }) ?? []),
      ...urls.flatMap(both),
    ];
    askToEdit('relays', { code: 'replaceRelays', urls }, ...intents);
  };
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {isFailed && (
        <div className={styles.relay}>
          <p className={styles.words}>{words.failed}</p>
          <Button compact onClick={ask}>
            {action.retry}
          </Button>
        </div>
      )}
      {urls.length === 0 && !isFailed && !isAsking && <p className={styles.words}>{words.none}</p>}
      <ul>
        {urls.length === 0 && isAsking && <WaitingRelay />}
        {urls.map((url) => (
          <li key={url} className={styles.relay}>
            <p className={styles.words}>
              <bdi dir="ltr">{relayName(url)}</bdi>
            </p>
            {isOwn(url) ? (
              <span className={styles.state}>{words.added}</span>
            ) : (
              <Button
                compact
                aria-label={words.add(relayName(url))}
                onClick={() => onEdit([both(url)].flat())}
              >
                {add.confirm}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {urls.length > 0 && !isSame && (
        <Button className={styles.reset} icon="refresh" onClick={reset}>
          {words.reset}
        </Button>
      )}
    </SettingGroup>
  );
}
