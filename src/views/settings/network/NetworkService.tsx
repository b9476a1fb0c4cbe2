import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import styles from './Network.module.css';
import { useService } from '../../connection/use-services.ts';

interface ServiceProps {
  readonly url: string;
  readonly onUse: () => void;
  /** `isUsed`: the client reads from it now. */
  readonly onRemove: (isUsed: boolean) => void;
}

/**
 * One caching service of the pool: whether it is in use, its state, and the result of its last
 * test.
 */
export function NetworkService({ url, onUse, onRemove }: ServiceProps) {
  const { cache: words } = useNetworkStrings();
  const { isUsed, state, test, ask, reconnect, disconnect } = useService(url);
  const tested =
    test === 'asking'
      ? words.testing
      : test?.found === 'service'
        ? words.service(String(test.ms))
        : test && words[test.found];
  const light = isUsed ? (state === 'offline' ? 'failed' : state) : lightOf(test);
  return (
    <li className={styles.item}>
      <div className={styles.relay}>
        <StatusLight state={light} />
        <div className={styles.words}>
          <p>
            <bdi dir="ltr">{url}</bdi>
          </p>
          <p className={styles.state} role="status">
            {[isUsed ? words[state] : words.spare, tested].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className={styles.acts}>
          {isUsed && (
            <IconButton compact icon="refresh" label={words.reconnect(url)} onClick={reconnect} />
          )}
          {isUsed && state !== 'offline' && (
            <IconButton compact icon="offline" label={words.disconnect(url)} onClick={disconnect} />
          )}
          {!isUsed && (
            <Button compact aria-label={words.chooseIt(url)} onClick={onUse}>
              {words.choose}
            </Button>
          )}
          <Button compact aria-label={words.testIt(url)} busy={test === 'asking'} onClick={ask}>
            {words.test}
          </Button>
          <IconButton
            compact
            icon="trash"
            label={words.remove(url)}
            onClick={() => onRemove(isUsed)}
          />
        </div>
      </div>
    </li>
  );
}

function lightOf(
  test: { readonly found: 'service' | 'other' | 'nothing' } | 'asking' | undefined,
): 'paused' | 'connecting' | 'online' | 'failed' {
  if (test === undefined) return 'paused';
  if (test === 'asking') return 'connecting';
  return test.found === 'service' ? 'online' : 'failed';
}
