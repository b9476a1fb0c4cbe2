import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import type {
  OutgoingMessage,
  MessageRelays,
} from '../../../src/events/messages/outgoing-message.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import { templateOf } from '../../../src/events/publish/outbox/event-template.ts';
import type { OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../../src/events/publish/outbox/outbox-entry.ts';
import { outgoingMessageMachine } from '../../../src/machines/messages/outgoing-message.machine.ts';
import { sealMessageMachine } from '../../../src/machines/messages/seal-message.machine.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { elapse } from '../machines/clock.ts';
import { fakePromises } from '../machines/fake-promises.ts';
import { ANN, ME, sealed, URL } from './messages-world.ts';

export const UNNAMED: MessageRelays = { peer: [], own: [pressed(URL)] };
export const NAMED: MessageRelays = { peer: [pressed('wss://inbox.example')], own: [pressed(URL)] };
export const NOW = 1_700_000_000_000;

/** Start the outgoing messages to Ann; the test plays signer, outbox and relays. */
export function startOutgoing({
  kept,
  others = [],
  isLocal = true,
}: {
  kept?: OutgoingMessage;
  others?: readonly OutgoingMessage[];
  isLocal?: boolean;
} = {}) {
  const ports = fakePromises();
  const wrap = sealMessageMachine.provide({
    actors: { ages: ports.port('ages'), wrap: ports.port('wrap') },
  });
  const signer = fakeSession();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const outgoingMessage = outgoingMessageMachine.provide({ actors: { wrap } });
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { outgoingMessage },
  }).createMachine({
    invoke: {
      id: 'outgoingMessage',
      src: 'outgoingMessage',
      input: ({ self }) => ({
        account: ME,
        peer: ANN,
        signer: signer.ref,
        scope: self as never,
        isLocal,
        kept,
        others,
      }),
    },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['outgoingMessage'] as ActorRefFrom<
    typeof outgoingMessageMachine
  >;
  const of = (type: string) => told.filter((event) => event.type === type);
  const locate = (relays: MessageRelays | undefined, request = ANN) =>
    actor.send({ type: 'inboxes.located', request, relays });
  const write = (text: string, now = 5) =>
    actor.send({ type: 'outgoing.write', text: secretOf(text), now: millis(now) });
  const send = (now = NOW) => actor.send({ type: 'outgoing.send', now: millis(now) });
  const news = (...lines: readonly OutboxEntryDraft[]) =>
    actor.send({ type: 'outbox.jobChanged', record: recordOf('j', lines) });
  return {
    actor,
    ports,
    signer,
    told,
    of,
    locate,
    write,
    send,
    news,
    choose: (form: 'nip04' | 'nip17') => actor.send({ type: 'outgoing.chooseForm', form }),
    begun: () => actor.send({ type: 'outbox.jobCreated', job: 'j' }),
    wait: (ms: number) => elapse(clock, ms, 500),
    is: (tag: 'sending' | 'checking' | 'locked') => actor.getSnapshot().hasTag(tag),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    text: () => actor.getSnapshot().context.outgoing.text.reveal(),
    failure: () => actor.getSnapshot().context.failure?.message.code,
    asked: () =>
      signer
        .open()
        .map(({ act }) =>
          act.do === 'sign' ? `sign ${act.template.kind}` : `${act.do} ${act.scheme}`,
        ),
    /** Write a message, encrypt it in the old form and order it from the outbox. */
    order: () => {
      locate(UNNAMED);
      write('hello');
      send();
      locate(UNNAMED, `send ${ANN}`);
      signer.sign(sealed(1));
    },
  };
}

export const TEMPLATE = templateOf(
  pressed({ kind: 4, content: sealed(1), tags: [['p', ANN]] }),
  ME,
  seconds(7),
);
/** Return the record of a job after these entries. */
export function recordOf(job: string, more: readonly OutboxEntryDraft[]) {
  const { kind, tags, content } = TEMPLATE;
  const lines: OutboxEntryDraft[] = [
    {
      job,
      type: 'intended',
      account: ME,
      wish: { type: 'event', draft: pressed({ kind, tags, content }) },
    },
    { job, type: 'drafted', template: TEMPLATE, relays: [pressed(URL)] },
    ...more.map((line) => ({ ...line, job })),
  ];
  return folded(job, lines);
}
export function folded(job: string, lines: readonly OutboxEntryDraft[]): OutboxRecord {
  const dated = lines.map((line) => ({ ...line, at: seconds(1) }));
  const record = foldOutbox(new Map(), dated).get(job);
  if (!record) throw new Error('no record');
  return record;
}
export const EVENT = trusted(TEMPLATE);
const SIGNED: OutboxEntryDraft = { job: 'j', type: 'signed', event: EVENT };
export const SENDING: readonly OutboxEntryDraft[] = [SIGNED];
export const FAILED: readonly OutboxEntryDraft[] = [
  SIGNED,
  { job: 'j', type: 'answered', relay: pressed(URL), accepted: false },
  { job: 'j', type: 'broadcast', accepted: [] },
];
export const UNREACHED: readonly OutboxEntryDraft[] = [
  SIGNED,
  { job: 'j', type: 'silent', relay: pressed(URL), reason: { code: 'relay.errored' } },
  { job: 'j', type: 'broadcast', accepted: [] },
];
export const UNANSWERED: readonly OutboxEntryDraft[] = [
  SIGNED,
  { job: 'j', type: 'silent', relay: pressed(URL), reason: { code: 'publish.unconfirmed' } },
  { job: 'j', type: 'broadcast', accepted: [] },
];
export const TAKEN: readonly OutboxEntryDraft[] = [
  SIGNED,
  { job: 'j', type: 'answered', relay: pressed(URL), accepted: true },
];
export const UNSIGNED: readonly OutboxEntryDraft[] = [
  { job: 'j', type: 'refused', reason: { code: 'publish.unsigned' } },
];
export const DISCARDED: readonly OutboxEntryDraft[] = [SIGNED, { job: 'j', type: 'discarded' }];

export const outgoingOf = (
  id: string,
  text: string,
  more: Partial<OutgoingMessage> = {},
): OutgoingMessage => ({
  peer: ANN,
  id,
  text: secretOf(text),
  changedAt: millis(Number(id)),
  ...more,
});
