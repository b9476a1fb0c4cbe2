import { type AnyActorRef, type AnyEventObject, createActor, fromCallback } from 'xstate';
import { nip44 } from 'nostr-tools';
import { getPublicKey } from 'nostr-tools/pure';
import { newEcashKey } from '../../../src/adapters/money/ecash/ecash-key.ts';
import { bytesOf } from '../../../src/events/core/hex.ts';
import type { Draft, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { plainOf, type Proof } from '../../../src/events/money/ecash/cashu.ts';
import type { ZapTarget } from '../../../src/events/money/payments/payment.ts';
import type { EcashOrder } from '../../../src/machines/money/ecash/ecash-protocol.ts';
import {
  type NutzapsChoiceCommand,
  nutzapsMachine,
} from '../../../src/machines/money/nutzaps/nutzaps.machine.ts';
import type { RelaysAsk } from '../../../src/machines/connection/relay-protocol.ts';
import type { Seconds } from '../../../src/events/core/time.ts';
import type { EcashTab } from './ecash-world.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import type { PublishIntent } from '../../../src/machines/core/outbox-protocol.ts';

const RELAY = pressed('wss://relay.example');

type Told =
  | RelaysAsk
  | EcashOrder
  | PublishIntent
  | { type: 'relayList.find' }
  | { type: 'relays.forget' };

/** One relay for all accounts. It stores all events and answers subscriptions at once. */
export function sharedRelay() {
  const events: VerifiedEvent[] = [];
  const listeners = new Set<AnyActorRef>();
  return {
    events,
    listeners,
    publish(event: VerifiedEvent) {
      events.push(event);
      for (const one of listeners)
        if (one.getSnapshot().status === 'active')
          one.send({ type: 'relay.events', url: RELAY, events: [event] });
    },
  };
}

export type SharedRelay = ReturnType<typeof sharedRelay>;

/**
 * Nutzaps of one account beside the ecash of its tab. Its key is open while the user is willing.
 * They are on this relay.
 */
export function openNutzaps(
  relay: SharedRelay,
  secret: string,
  tab: EcashTab,
  isWilling = () => true,
  chosen = { isAuto: false },
) {
  const key = bytesOf(secret);
  const account = getPublicKey(key);
  const mine = nip44.getConversationKey(key, account);
  const desk = fakeSession(({ act }) =>
    act.do === 'sign' || !isWilling()
      ? undefined
      : act.do === 'encrypt'
        ? nip44.encrypt(act.text, mine)
        : nip44.decrypt(act.text, mine),
  );
  const scope = createActor(
    fromCallback<AnyEventObject>(({ receive }) =>
      receive((event) => {
        const told = event as Told;
        if (told.type === 'relayList.find')
          queueMicrotask(() =>
            actor.send({
              type: 'relayList.changed',
              relays: [{ url: RELAY, read: true, write: true }],
            }),
          );
        else if (told.type === 'relays.ask') {
          relay.listeners.add(told.from);
          queueMicrotask(() => {
            told.from.send({
              type: 'relay.events',
              url: RELAY,
              events: relay.events.filter(isWanted(account)),
            });
            told.from.send({ type: 'relay.ended', url: RELAY, complete: true });
          });
        } else if (told.type === 'intents.publish')
          relay.publish(eventBy(secret, told.draft, told.now));
        else if (told.type !== 'relays.forget') tab.send(told);
      }),
    ),
  ).start();
  const choice = fromCallback<NutzapsChoiceCommand, { readonly account: string }>(
    ({ sendBack, receive }) => {
      sendBack({ type: 'nutzaps.chosen', on: chosen.isAuto });
      receive(({ on }) => {
        chosen.isAuto = on;
      });
    },
  );
  const logic = nutzapsMachine.provide({ actors: { newKey: newEcashKey(crypto), choice } });
  const actor = createActor(logic, {
    input: { account, signer: desk.ref, scope, home: 'http://127.0.0.1:4870', homeRelay: RELAY },
    clock: tab.clock,
  }).start();
  return {
    actor,
    account,
    desk,
    context: () => actor.getSnapshot().context,
    stop: () => actor.stop(),
  };
}

const isWanted =
  (account: string) =>
  ({ pubkey, tags }: VerifiedEvent) =>
    pubkey === account || tags.some(([name, value]) => name === 'p' && value === account);

/** An event signed by that key, as a relay delivers it. */
export function eventBy(
  secret: string,
  { kind, tags, content }: Draft,
  created_at: Seconds,
): VerifiedEvent {
  return trusted({ kind, tags, content, created_at, pubkey: getPublicKey(bytesOf(secret)) });
}

/**
 * A draft of ecash locked to its recipient (NIP-61). `mint`: the address as the sender writes it.
 */
export function draftNutzap(
  to: ZapTarget,
  mint: string,
  proofs: readonly Proof[],
  message: string,
): Draft {
  const tags = [
    ...proofs.map((proof) => ['proof', JSON.stringify(plainOf(proof))]),
    ['u', mint],
    ['unit', 'sat'],
    ...(to.id === undefined ? [] : [['e', to.id]]),
    ...(to.address === undefined ? [] : [['a', to.address]]),
    ...(to.kind === undefined || (to.id ?? to.address) === undefined
      ? []
      : [['k', String(to.kind)]]),
    ['p', to.pubkey],
  ];
  return { kind: KIND.Nutzap, tags, content: message };
}
