import { formatList } from '../../../events/core/format-list.ts';
import { useLocale } from '../../ui/strings.ts';
import { messageRelay } from '../../../events/account/lists/list-intents.ts';
import { relayKey } from '../../../events/core/url.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { useTypedEntry } from '../../publish/outbox/use-typed-entry.ts';
import { AddressForm } from './AddressForm.tsx';
import styles from './Network.module.css';
import { useMessageRelays } from './use-message-relays.ts';
import { UnsavedChange } from './UnsavedChange.tsx';
import { WaitingRelay } from './WaitingRelay.tsx';
import { relayName } from '../../../events/core/url.ts';

/**
 * DM-09: the account's relays for private messages (kind 10050), and whether it can receive
 * messages now.
 */
export function NetworkMessages() {
  const { messages: words, add: common } = useNetworkStrings();
  const { relays, suggested, isHeld, isKnown } = useMessageRelays();
  const { edit } = useIntents();
  const locale = useLocale();
  const { text, isEmptied, setText, sent } = useTypedEntry('messageRelays');
  const add = (typed: string) => {
    if (isEmptied) return undefined;
    const intent = messageRelay(typed, 'add');
    if (!intent) return common.invalid;
    if (relays.some(({ key }) => key === relayKey(typed))) return common.known;
    edit('messageRelays', intent);
    sent([intent]);
    return undefined;
  };
  const isEmpty = relays.length === 0;
  const unsaved = isHeld ? words.waits : words.saving;
  // A change that is being saved may still fail.
  const isSaved = relays.some(({ isBusy }) => !isBusy);
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      <p className={styles.able} role="status">
        <Icon name={isSaved ? 'lock' : 'info'} size="s" />
        {isSaved ? words.able : !isEmpty ? unsaved : isKnown ? words.unable : words.asking}
      </p>
      <ul>
        {isEmpty && !isKnown && <WaitingRelay />}
        {relays.map(({ url, key, isBusy }) => (
          <li key={key} className={styles.relay}>
            <p className={styles.words}>
              <bdi dir="ltr">{relayName(url)}</bdi>
              {isBusy && <span className={styles.state}> {unsaved}</span>}
            </p>
            <IconButton
              compact
              icon="trash"
              label={words.remove(relayName(url))}
              disabled={isBusy && !isHeld}
              onClick={() => edit('messageRelays', ...[messageRelay(url, 'remove') ?? []].flat())}
            />
          </li>
        ))}
      </ul>
      <UnsavedChange list="messageRelays" />
      {isEmpty && isKnown && suggested.length > 0 && (
        <div className={styles.suggest}>
          <Button
            tone="primary"
            onClick={() =>
              edit('messageRelays', ...suggested.flatMap((url) => messageRelay(url, 'add') ?? []))
            }
          >
            {words.use(formatList(suggested.map(relayName), locale))}
          </Button>
          <p className={styles.state}>{words.why(suggested.length)}</p>
        </div>
      )}
      <AddressForm
        label={words.label}
        placeholder={common.placeholder}
        confirm={common.confirm}
        confirmLabel={words.confirm}
        text={text}
        onText={setText}
        onAdd={add}
      />
    </SettingGroup>
  );
}
