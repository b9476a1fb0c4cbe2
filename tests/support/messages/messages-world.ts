import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  setup,
  SimulatedClock,
} from 'xstate';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type {
  MessageDraftsCommand,
  MessageDraftsSignal,
} from '../../../src/machines/messages/message-drafts-protocol.ts';
import { messagesMachine } from '../../../src/machines/messages/messages.machine.ts';
import { elapse } from '../machines/clock.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { range } from '../connection/fake-cache.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import type { LogCommand } from '../../../src/machines/core/ports.ts';

export const [ME, ANN, BEN] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
export const URL = 'wss://relay.example';
/** In the form of NIP-04. The fake signer decides the text that it decrypts to. */
export const sealed = (at: number) =>
  `${String(at).padStart(4, 'A').padEnd(22, 'A')}==?iv=${'A'.repeat(22)}==`;
export const from = (pubkey: string, at: number, to = ME) =>
  trusted({ kind: 4, pubkey, content: sealed(at), created_at: at, tags: [['p', to]] });
export const page = (...events: ReturnType<typeof from>[]) => ({
  events,
  claims: [
    range(
      events.map(({ id }) => id),
      { since: 1, until: 9 },
    ),
  ],
  at: seconds(100),
});
export const counts = (of: Record<string, number>) => ({
  claims: [
    {
      claim: 'other',
      kind: RESULT.MessageStatsPerSender,
      content: Object.fromEntries(
        Object.entries(of).map(([peer, cnt]) => [peer, { cnt, latest_at: 9 }]),
      ),
    } as const,
  ],
});

/** Start the messages of an account; the test plays caching service, signer and ports. */
export function startMessages(machine = messagesMachine, isLocal = true, service = URL) {
  const signer = fakeSession();
  const { bus, ...asked } = fakeBus();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const drafts = fakePort<
    MessageDraftsCommand,
    { readonly account: string },
    MessageDraftsSignal
  >();
  const log = fakePort<LogCommand, undefined>();
  const provided = machine.provide({ actors: { messageDrafts: drafts.logic, log: log.logic } });
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { messages: provided },
  }).createMachine({
    invoke: {
      id: 'messages',
      src: 'messages',
      input: ({ self }) => ({
        account: ME,
        isLocal,
        bus: self as never,
        signer: signer.ref,
        scope: self as never,
        service,
      }),
    },
    on: {
      // no peer here accepts private messages
      'inboxes.locate': {
        actions: ({ event }) =>
          event['from'].send({
            type: 'inboxes.located',
            request: event['request'],
            relays: { peer: [], own: [URL] },
          }),
      },
      'cache.*': { actions: ({ event }) => bus.send(event as never) },
      '*': { actions: ({ event }) => told.push(event) },
    },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['messages'] as ActorRefFrom<typeof messagesMachine>;
  const child = (id: string) =>
    (actor.getSnapshot().children as Readonly<Record<string, AnyActorRef | undefined>>)[id];
  const context = (id: string) => child(id)?.getSnapshot().context;
  const texts = (peer: string): readonly (string | undefined)[] =>
    context(`conversation ${peer}`).messages.map(({ id }: { id: string }) =>
      context(`conversation ${peer}`).texts.get(id)?.reveal(),
    );
  return {
    actor,
    answer: asked.answer,
    refuseQuestion: asked.refuse,
    questions: asked.open,
    requests: signer.requests,
    pending: signer.open,
    sign: signer.sign,
    refuse: signer.refuse,
    told,
    drafts,
    log,
    child,
    context,
    texts,
    find: (kept: Partial<Extract<MessageDraftsSignal, { type: 'messageDrafts.found' }>> = {}) =>
      drafts.report({ type: 'messageDrafts.found', drafts: [], place: undefined, ...kept }),
    select: (peer: string | undefined) => actor.send({ type: 'messages.select', peer }),
    send: actor.send,
    state: () => actor.getSnapshot(),
    wait: (ms: number) => elapse(clock, ms, 100),
    /** Answer the request for messages with that peer. */
    answerOf: (peer: string, answer: ReturnType<typeof page>) => {
      const one = asked
        .open()
        .find(({ query }) => query.verb === 'get_directmsgs' && query.payload?.['sender'] === peer);
      if (!one) throw new Error('nothing is asked of that peer');
      one.from.send({ type: 'answer.partReceived', referenced: [], ...answer });
      one.from.send({ type: 'answer.ended' });
    },
  };
}

/** Decrypt all open messages: the text names its author. */
export function openAll(it: ReturnType<typeof startMessages>): void {
  for (const one of it.pending())
    if (one.act.do === 'decrypt') it.sign(`from ${one.act.peer[0]}`, one);
}
