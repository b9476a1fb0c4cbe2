import {
  type ListIntent,
  relayUse as relayIntent,
} from '../../../events/account/lists/list-intents.ts';
import { relayKey } from '../../../events/core/url.ts';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useTypedEntry } from '../../publish/outbox/use-typed-entry.ts';
import { AddressForm } from './AddressForm.tsx';
import type { ListedRelay } from './use-own-relays.ts';

interface AddProps {
  readonly relays: readonly ListedRelay[];
  readonly onAdd: (intent: ListIntent) => void;
}

/** RELAY-07: shows 'Invalid url' for a wrong address. */
export function NetworkAdd({ relays, onAdd }: AddProps) {
  const { add: words } = useNetworkStrings();
  const { text, isEmptied, setText, sent } = useTypedEntry('relays');
  const add = (typed: string) => {
    if (isEmptied) return undefined;
    const intent = relayIntent(typed, { read: true, write: true });
    if (!intent) return words.invalid;
    if (relays.some(({ key, isNamed }) => isNamed && key === relayKey(typed))) return words.known;
    onAdd(intent);
    sent([intent]);
    return undefined;
  };
  return (
    <AddressForm
      label={words.label}
      placeholder={words.placeholder}
      confirm={words.confirm}
      text={text}
      onText={setText}
      onAdd={add}
    />
  );
}
