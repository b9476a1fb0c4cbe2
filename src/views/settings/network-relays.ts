import { useSelector } from '@xstate/react';
import type { ListIntent } from '../../events/account/list-intents.ts';
import { listAddress } from '../../events/account/list-form.ts';
import { entriesOf, heldVersion, keyOf, unheldIn } from '../../events/account/list-state.ts';
import { relaysAfter, type RelayUse } from '../../events/account/relay-list.ts';
import { relayKey } from '../../events/connection/url.ts';
import { getRow } from '../../events/table.ts';
import type { CitizenActor } from '../../machines/account/citizen.machine.ts';
import type { ListEditActor } from '../../machines/account/list-edit.machine.ts';
import { useFacts } from '../app/app-context.ts';

export interface OwnRelay extends RelayUse {
  readonly key: string;
  /** It is being changed. */
  readonly isBusy: boolean;
  /** It stands in the account's list; else it is used as no other is there to write to. */
  readonly isNamed: boolean;
}

const NO_INTENTS: readonly ListIntent[] = [];

/** The relays of who is here; what is being changed is shown as it is wanted, and as busy. */
export function useOwnRelays(citizen: CitizenActor): readonly OwnRelay[] {
  const account = useSelector(citizen, ({ context }) => context.account);
  const relays = useSelector(citizen, ({ context }) => context.relays);
  const outbox = useSelector(citizen, ({ children }) => children.outbox);
  const lists = useSelector(citizen, ({ children }) => children.lists);
  const editor = useSelector(lists, (snapshot): ListEditActor | undefined => snapshot?.children['edit relays']);
  const queue = useSelector(editor, (snapshot) => snapshot?.context.queue);
  const unheld = useSelector(outbox, (snapshot) => snapshot && unheldIn(snapshot.context.records));
  const list = useFacts((facts) => heldVersion(getRow(facts.lists, listAddress('relays', account)), unheld));
  const named = entriesOf('relays', list);
  const { relays: shown, wanted } = relaysAfter(relays, queue?.flatMap(({ intents }) => intents) ?? NO_INTENTS);
  return shown.map((relay) => {
    const key = relayKey(relay.url);
    return { ...relay, key, isBusy: wanted.has(key), isNamed: wanted.has(key) || named.has(keyOf('relays', ['r', relay.url])) };
  });
}

/** As people read it: without the scheme that all should have. */
export function relayName(url: string): string {
  return url.replace(/^wss:\/\//, '');
}
