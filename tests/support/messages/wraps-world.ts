import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import {
  type ActorRefFrom,
  type AnyEventObject,
  createActor,
  fromPromise,
  setup,
  SimulatedClock,
} from 'xstate';
import { elapse } from '../machines/clock.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import type { Secret } from '../../../src/events/account/keys/secret.ts';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { sealIn } from '../../../src/events/messages/unwrap.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { millis, seconds, toSeconds } from '../../../src/events/core/time.ts';
import type { SignRequest } from '../../../src/machines/core/sign-request.ts';
import type {
  MessageDraftsCommand,
  MessageDraftsSignal,
} from '../../../src/machines/messages/message-drafts-protocol.ts';
import {
  type VerifiedWraps,
  giftWrapsMachine,
} from '../../../src/machines/messages/gift-wraps.machine.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import { verifySigned } from '../events/check-wasm.ts';

export const [mine, ann, ben] = [
  generateSecretKey(),
  generateSecretKey(),
  generateSecretKey(),
] as const;
export const [ME, ANN, BEN] = [mine, ann, ben].map(getPublicKey) as [string, string, string];
export const [HOME, ONE, TWO] = [
  'wss://here.example',
  'wss://one.example',
  'wss://two.example',
] as const;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
export const asEvent = (value: unknown): VerifiedEvent => trusted(readEvent(value) ?? {});

const verify = verifySigned;
export const isAlive = ({ from }: SignRequest) => from.getSnapshot().status === 'active';
/** Wrap a message between two accounts for this one. `sealedBy`: the claimed author. */
export function wrapFrom(
  by: Uint8Array,
  content: string,
  created_at = 100,
  sealedBy = by,
  to = ME,
): VerifiedEvent {
  const rumor = createRumor({ kind: 14, content, created_at, tags: [['p', to]] }, by);
  return asEvent(createWrap(createSeal(rumor, sealedBy, to), to));
}
/** Wrap a reaction to a message for this account. */
export function reactionFrom(by: Uint8Array, content: string, to: string): VerifiedEvent {
  const tags = [
    ['e', to],
    ['p', ME],
  ];
  const rumor = createRumor({ kind: 7, content, created_at: 200, tags }, by);
  return asEvent(createWrap(createSeal(rumor, by, ME), ME));
}
/** A wrap that can be decrypted but contains no message. */
export function junk(at: number): VerifiedEvent {
  const key = generateSecretKey();
  return asEvent(
    finalizeEvent(
      {
        kind: 1059,
        created_at: at,
        tags: [['p', ME]],
        content: encrypt('junk', getConversationKey(key, ANN)),
      },
      key,
    ),
  );
}

export function start(isLocal = true) {
  const signer = fakeSession();
  const { bus, ...asked } = fakeBus();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const drafts = fakePort<
    MessageDraftsCommand,
    { readonly account: string },
    MessageDraftsSignal
  >();
  const judge = fromPromise<VerifiedWraps, { readonly texts: readonly Secret<string>[] }>(
    ({ input: { texts } }) => {
      const seals = texts.map((text) => sealIn(text.reveal() ?? '', verify));
      return Promise.resolve({ seals: () => seals, now: toSeconds(millis(Date.now())) });
    },
  );
  const giftWraps = giftWrapsMachine.provide({ actors: { messageDrafts: drafts.logic, judge } });
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { giftWraps },
  }).createMachine({
    invoke: {
      id: 'giftWraps',
      src: 'giftWraps',
      input: ({ self }) => ({
        account: ME,
        isLocal,
        bus: self as never,
        signer: signer.ref,
        scope: self as never,
        home: 'https://here.example',
        homeRelay: pressed(HOME),
      }),
    },
    on: {
      'cache.*': { actions: ({ event }) => bus.send(event as never) },
      '*': { actions: ({ event }) => told.push(event) },
    },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['giftWraps'] as ActorRefFrom<typeof giftWrapsMachine>;
  const context = () => actor.getSnapshot().context;
  const asks = () => told.filter(({ type }) => type === 'relays.ask');
  const shared = new Map<string, Uint8Array>();
  const sharedWith = (peer: string) => {
    const key = shared.get(peer) ?? getConversationKey(mine, peer);
    shared.set(peer, key);
    return key;
  };
  /** Answer one request as a signer with this key does. */
  const decryptFor = (one: SignRequest) => {
    if (one.act.do !== 'decrypt') return;
    let text: string | undefined;
    try {
      text = decrypt(one.act.text, sharedWith(one.act.peer));
    } catch {}
    if (text === undefined) signer.refuse(one, signingFailure('bad-cipher'));
    else signer.sign(text, one);
  };
  const openAll = async () => {
    for (let rest = 200; rest > 0 && signer.open().some(isAlive); rest--) {
      for (const one of signer.open().filter(isAlive)) decryptFor(one);
      await settle();
      await settle();
    }
  };
  return {
    ...signer,
    send: actor.send,
    told,
    asks,
    drafts,
    context,
    openAll,
    decrypt: decryptFor,
    child: (id: string) =>
      Object.entries(actor.getSnapshot().children).find(([name]) => name === id)?.[1],
    answer: asked.answer,
    refuseQuestion: asked.refuse,
    questions: asked.open,
    is: (tag: 'opening' | 'sealed') => actor.getSnapshot().hasTag(tag),
    wait: (ms: number) => elapse(clock, ms, 100),
    bring: (url: string, ...events: VerifiedEvent[]) => {
      actor.send({ type: 'relay.events', url: pressed(url), events });
      actor.send({ type: 'relay.ended', url: pressed(url), complete: true });
    },
    texts: () =>
      Object.fromEntries(
        [...context().opened].map(([peer, all]) => [peer, all.map(({ text }) => text.reveal())]),
      ),
    /** Send the relays to query and the read markers. */
    place: (...urls: string[]) => {
      drafts.report({
        type: 'messageDrafts.found',
        drafts: [],
        place: undefined,
        seen: { from: seconds(50), peers: new Map() },
      });
      actor.send({
        type: 'relayList.changed',
        relays: [{ url: pressed(TWO), read: true, write: true }],
      });
      asked.answer({
        events:
          urls.length > 0
            ? [
                trusted({
                  kind: 10_050,
                  pubkey: ME,
                  created_at: 5,
                  tags: urls.map((url) => ['relay', url]),
                }),
              ]
            : [],
      });
    },
  };
}
