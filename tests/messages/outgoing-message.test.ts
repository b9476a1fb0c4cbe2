import { unwrapEvent } from 'nostr-tools/nip17';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import {
  type ActorRefFrom,
  type AnyEventObject,
  createActor,
  raise,
  setup,
  SimulatedClock,
} from 'xstate';
import { expect, test, vi } from 'vitest';
import { elapse } from '../support/machines/clock.ts';
import { fakePromises } from '../support/machines/fake-promises.ts';
import { outboxCaller, outboxHarness, RELAYS } from '../support/publish/outbox-harness.ts';
import { secretKey } from '../support/events/signed.ts';
import { fakeSession } from '../support/account/fake-session.ts';
import { trusted } from '../support/events/trusted.ts';
import { sealed } from '../support/messages/messages-world.ts';
import { openEventVerifier } from '../../service/verify.ts';
import { giftWraps, sealAges } from '../../src/adapters/messages/seal-ports.ts';
import { conversationKey, encryptNip44 } from '../../src/events/account/keys/nip44.ts';
import { secretOf } from '../../src/events/account/keys/secret.ts';
import { signingFailure } from '../../src/events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import type { OutgoingMessage, MessageRelays } from '../../src/events/messages/outgoing-message.ts';
import { stateOf } from '../../src/events/publish/outbox/outbox.ts';
import type { OutboxEntry } from '../../src/events/publish/outbox/outbox-entry.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { inSeconds, millis, seconds } from '../../src/events/core/time.ts';
import type { SignRequest } from '../../src/machines/core/sign-request.ts';
import { outgoingMessageMachine } from '../../src/machines/messages/outgoing-message.machine.ts';
import { sealMessageMachine } from '../../src/machines/messages/seal-message.machine.ts';
import { pressed } from '../../src/events/nostr/ours.ts';

const [ME, PEER] = [getPublicKey(secretKey(1)), getPublicKey(secretKey(2))];
const [INBOX, HOME] = RELAYS;
const NAMED: MessageRelays = { peer: [pressed(INBOX)], own: [pressed(HOME)] };
const UNNAMED: MessageRelays = { peer: [], own: [pressed(HOME)] };
const { verify } = await openEventVerifier();
const deps = {
  chance: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
  verify: () => Promise.resolve(verify),
};
const wrap = sealMessageMachine.provide({
  actors: { ages: sealAges(deps), wrap: giftWraps(deps) },
});
const realOutgoing = outgoingMessageMachine.provide({ actors: { wrap } });

interface Setup {
  readonly machine?: typeof outgoingMessageMachine;
  readonly kept?: OutgoingMessage | undefined;
  readonly others?: readonly OutgoingMessage[];
  /**
   * The answer of `inboxes` to each request. 'unknown': the relays could not be found; 'silent': no
   * answer.
   */
  readonly located?: MessageRelays | 'unknown' | 'silent' | (() => MessageRelays);
  readonly scope?: (event: AnyEventObject) => void;
}

function start({ machine = realOutgoing, kept, others = [], located = NAMED, scope }: Setup = {}) {
  const signer = fakeSession();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { outgoingMessage: machine },
  }).createMachine({
    invoke: {
      id: 'outgoingMessage',
      src: 'outgoingMessage',
      input: ({ self }) => ({
        account: ME,
        peer: PEER,
        signer: signer.ref,
        scope: self as never,
        isLocal: true,
        kept,
        others,
      }),
    },
    on: {
      'inboxes.locate': {
        actions: ({ event }) => {
          told.push(event);
          const relays =
            typeof located === 'string'
              ? undefined
              : typeof located === 'function'
                ? located()
                : located;
          if (located !== 'silent')
            event['from'].send({ type: 'inboxes.located', request: event['request'], relays });
        },
      },
      '*': {
        actions: ({ event }) => {
          told.push(event);
          scope?.(event);
        },
      },
    },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['outgoingMessage'] as ActorRefFrom<
    typeof outgoingMessageMachine
  >;
  const write = (text: string, now = 5) =>
    actor.send({ type: 'outgoing.write', text: secretOf(text), now: millis(now) });
  const send = () => actor.send({ type: 'outgoing.send', now: millis(1_700_000_000_000) });
  return {
    actor,
    signer,
    told,
    write,
    send,
    wait: (ms: number) => elapse(clock, ms, 500),
    stop: () => root.stop(),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    text: () => actor.getSnapshot().context.outgoing.text.reveal(),
    asked: () =>
      signer
        .open()
        .map(({ act }) =>
          act.do === 'sign' ? `sign ${act.template.kind}` : `${act.do} ${act.scheme}`,
        ),
    orders: (type: string) => told.filter((event) => event.type === type),
    until: (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true)),
  };
}

/** Perform the request as a signer with key 1. */
function perform({ act }: SignRequest): VerifiedEvent | string {
  if (act.do === 'sign') {
    const { kind, content, tags, created_at = seconds(0) } = act.template;
    const event = readEvent(
      finalizeEvent(
        { kind, content, created_at: inSeconds(created_at), tags: tags.map((tag) => [...tag]) },
        secretKey(1),
      ),
    );
    const signed = event && verify(event);
    if (!signed) throw new Error('not signed');
    return signed;
  }
  return (
    encryptNip44(
      conversationKey(secretKey(1), act.peer) ?? new Uint8Array(),
      act.text,
      deps.chance(32),
    ) ?? ''
  );
}
const opened = (event: VerifiedEvent, key: number) => unwrapEvent(event as never, secretKey(key));

test('DM-09 INV-OUTCOME a peer with DM relays gets a gift wrap, sent once the peer’s copy is accepted', async () => {
  const it = start();
  it.write(' hello ');
  it.send();
  await it.until(() => it.asked().length === 2);
  expect(it.asked()).toEqual(['encrypt nip44', 'encrypt nip44']);
  for (const request of it.signer.open()) it.signer.sign(perform(request), request);
  expect(it.asked()).toEqual(['sign 13', 'sign 13']);
  for (const request of it.signer.open()) it.signer.sign(perform(request), request);
  await it.until(() => it.orders('outbox.wrap').length === 1);
  expect(new Set(it.signer.requests.map(({ reason }) => reason.code))).toEqual(
    new Set(['sign.privateMessage']),
  );
  const [order] = it.orders('outbox.wrap');
  expect(order).toMatchObject({
    origin: `message:${PEER} 5`,
    message: { to: PEER, relays: [INBOX] },
    own: { to: ME, relays: [HOME] },
  });
  const [theirs, mine] = [opened(order?.['message'].event, 2), opened(order?.['own'].event, 1)];
  expect(theirs).toMatchObject({
    kind: 14,
    pubkey: ME,
    content: 'hello',
    tags: [['p', PEER]],
    created_at: 1_700_000_000,
  });
  expect(mine).toEqual(theirs);
  // the order does not contain the text, and the whole text is still in the box
  expect([JSON.stringify(order?.['message']).includes('hello'), it.text()]).toEqual([
    false,
    ' hello ',
  ]);
  it.actor.send({ type: 'outbox.jobCreated', job: 'j' });
  expect(it.state()).toBe('pending');
});

test('TRUST-08 DM-09 opening asks no peer relay; sending waits for their list; private if there is one', () => {
  let relays: MessageRelays = UNNAMED;
  const it = start({ located: () => relays });
  const looks = () =>
    it.told.flatMap((event) => (event.type === 'inboxes.locate' ? [event['isSending']] : []));
  it.write('hello');
  expect([looks(), it.context().relays]).toEqual([[false], UNNAMED]);
  relays = NAMED;
  it.send();
  expect([looks(), it.state()]).toEqual([[false, true], 'wrapping']);
  // once the relays were read, later messages use the old form at once
  const unnamed = start({ located: UNNAMED });
  unnamed.write('hello');
  unnamed.send();
  expect([unnamed.asked(), unnamed.context().isLookedUp]).toEqual([['encrypt nip04'], true]);
});

test('DM-09 a peer without DM relays gets the old form, but never while their relays are unknown', () => {
  const old = start({ located: UNNAMED });
  old.write('hello');
  old.send();
  expect(old.asked()).toEqual(['encrypt nip04']);
  for (const located of ['unknown', 'silent'] as const) {
    const it = start({ located });
    it.write('hello');
    it.send();
    it.wait(17_000);
    expect([it.asked(), it.text(), it.context().failure?.message.code]).toEqual([
      [],
      'hello',
      'messages.unlocated',
    ]);
    // the user may still choose it
    it.actor.send({ type: 'outgoing.chooseForm', form: 'nip04' });
    it.send();
    expect(it.asked()).toEqual(['encrypt nip04']);
  }
  const chosen = start();
  chosen.write('hello');
  chosen.actor.send({ type: 'outgoing.chooseForm', form: 'nip04' });
  chosen.send();
  expect(chosen.asked()).toEqual(['encrypt nip04']);
});

test('DM-09 INV-NO-LOSS a refused, unanswered or impossible signature keeps the text and shows its reason', async () => {
  const failures = [
    signingFailure('bad-cipher', { code: 'signer.cancelled' }),
    signingFailure('bad-cipher', { code: 'extension.lacks', params: { text: 'nip44 encrypt' } }),
  ];
  for (const failure of failures) {
    const it = start();
    it.write('hello');
    it.send();
    await it.until(() => it.asked().length === 2);
    it.signer.refuse(undefined, failure);
    expect([it.state(), it.text(), it.context().failure?.message, it.asked()]).toEqual([
      'writing',
      'hello',
      failure.detail,
      [],
    ]);
    it.send();
    // the peer is not named in the clear before the user chooses that
    await it.until(() => it.asked().length === 2);
    expect(it.asked()[0]).toBe('encrypt nip44');
    it.signer.refuse(undefined, failure);
    it.actor.send({ type: 'outgoing.chooseForm', form: 'nip04' });
    it.send();
    await it.until(() => it.asked().length > 0);
    expect(it.asked()[0]).toBe('encrypt nip04');
  }
  const silent = start();
  silent.write('hello');
  silent.send();
  await silent.until(() => silent.asked().length === 2);
  for (const request of silent.signer.open()) silent.signer.sign(perform(request), request);
  silent.wait(12 * 60_000 + 500);
  expect([silent.state(), silent.text(), silent.asked(), silent.orders('outbox.wrap')]).toEqual([
    'writing',
    'hello',
    [],
    [],
  ]);
});

test('DM-09 a text that is too long and wraps that fail are reported, and no order is sent', async () => {
  const long = start();
  long.write('\u4e00'.repeat(20_000));
  long.send();
  expect([long.state(), long.context().failure?.message.code, long.asked()]).toEqual([
    'writing',
    'messages.tooLong',
    [],
  ]);
  const ports = fakePromises();
  const broken = sealMessageMachine.provide({
    actors: { ages: ports.port('ages'), wrap: ports.port('wrap') },
  });
  for (const isDated of [false, true]) {
    const it = start({ machine: outgoingMessageMachine.provide({ actors: { wrap: broken } }) });
    it.write('hello');
    it.send();
    if (isDated) {
      await ports.answer({ peer: 0, own: 1 });
      await it.until(() => it.asked().length === 2);
      for (const request of it.signer.open()) it.signer.sign('sealed', request);
      for (const request of it.signer.open())
        it.signer.sign(trusted({ kind: 13, pubkey: ME }), request);
      await it.until(() => ports.waiting().includes('wrap'));
    }
    await ports.fail();
    await it.until(() => it.state() === 'writing');
    expect([it.text(), it.context().failure?.message.code, it.orders('outbox.wrap')]).toEqual([
      'hello',
      'publish.unsigned',
      [],
    ]);
  }
});

/** A page: a message over an outbox whose log, like the message, outlives the page. */
function page(
  log: readonly OutboxEntry[],
  kept: OutgoingMessage | undefined,
  machine: typeof outgoingMessageMachine,
) {
  const desk = outboxHarness();
  const watcher = outboxCaller();
  const it = start({
    machine,
    kept,
    scope: (event) => {
      if (event.type.startsWith('outbox.')) queueMicrotask(() => desk.actor.send(event as never));
    },
  });
  desk.open(log);
  desk.lead(true);
  let written = 0;
  return {
    ...it,
    desk,
    watcher,
    kept: () => (it.text() === '' ? undefined : it.context().outgoing),
    /** Perform the next outside action; true if there was one. */
    step: async (write: (lines: readonly OutboxEntry[]) => void): Promise<boolean> => {
      // results of promises arrive before the next action
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      const [request] = it.signer.open();
      if (request) {
        it.signer.sign(perform(request), request);
        return true;
      }
      const lines = desk.appends()[written];
      if (lines) {
        written++;
        const entries = lines.map((line): OutboxEntry => ({ ...line, at: seconds(desk.now()) }));
        write(entries);
        desk.store.report({ type: 'store.appended', entries });
        return true;
      }
      const open = desk.sent.find(({ event, url }) => {
        const record = desk.records().find((one) => one.event?.id === event.id);
        return record?.relays.get(pressed(url))?.outcome === 'waiting';
      });
      if (!open) return false;
      desk.answer(open.url, 'accepted');
      return true;
    },
    end: () => {
      it.stop();
      desk.actor.stop();
    },
  };
}

/**
 * Send a message with a crash after that many steps. Return the wraps sent to each relay, the text
 * left in the box, and the number of steps.
 */
async function lifeWithCrash(after: number, machine: typeof outgoingMessageMachine) {
  const log: OutboxEntry[] = [];
  const sent = new Map<string, VerifiedEvent>();
  const write = (entries: readonly OutboxEntry[]) => void log.push(...entries);
  let one = page(log, undefined, machine);
  one.write('hello');
  one.send();
  let steps = 0;
  const go = async (most: number): Promise<void> => {
    for (let left = most; left > 0 && (await one.step(write)); left--) steps++;
  };
  await go(after);
  const note = () => {
    for (const { event } of one.desk.sent) sent.set(event.id, event);
  };
  note();
  const kept = one.kept();
  const records = one.desk.records().map(stateOf);
  one.end();
  one = page([...log], kept, machine);
  await go(100);
  // a user who finds the text still there sends it again
  one.wait(6_000);
  if (one.text() !== '' && one.state() === 'writing') one.send();
  await go(100);
  note();
  const result = { wraps: [...sent.values()], text: one.text(), steps, records };
  one.end();
  return result;
}

test('DM-09 PUBLISH-04 INV-NO-LOSS a crash between any two steps loses no text, and both get it once', {
  timeout: 60_000,
}, async () => {
  let after = 0;
  for (let isWhole = false; !isWhole && after < 30; after++) {
    const { wraps, text, records } = await lifeWithCrash(after, realOutgoing);
    const [forPeer, forMe] = [PEER, ME].map((to) =>
      wraps.filter(({ tags }) => tags[0]?.[1] === to),
    );
    expect([after, text, forPeer?.length, forMe?.length]).toEqual([after, '', 1, 1]);
    for (const [wraps, key] of [
      [forPeer, 2],
      [forMe, 1],
    ] as const)
      expect(wraps?.map((event) => opened(event, key).content)).toEqual(['hello']);
    isWhole = records.length === 2 && records.every((state) => state === 'accepted');
  }
  // four requests to the signer, one order, two answers, each written
  expect(after).toBeGreaterThanOrEqual(10);
});

test('DM-05 INV-NO-LOSS E-22 another tab found the same draft: its message has only its own words', () => {
  const kept = { peer: PEER, id: '5', text: secretOf('hello'), changedAt: millis(5) };
  const open = () => {
    const it = start({ kept, located: UNNAMED });
    it.actor.send({ type: 'outbox.jobMissing' });
    return it;
  };
  const send = (it: ReturnType<typeof start>) => {
    it.send();
    it.signer.sign(sealed(1));
    return it.orders('intents.publish').at(-1)?.['origin'];
  };
  const [unchanged, one, other, behind] = [open(), open(), open(), open()];
  one.write('hello Ann', 8);
  other.write('hello Ben', 9);
  // the clock was set back
  behind.write('hello Cid', 3);
  expect([unchanged, one, other, behind].map(send)).toEqual(
    [5, 8, 9, 6].map((time) => `message:${PEER} ${time}`),
  );
  // a tab that opens the conversation later asks for the unchanged text alone
  expect(open().orders('outbox.subscribeToOrigin')).toMatchObject([
    { origin: `message:${PEER} 5` },
  ]);
});

test('DM-09 COMPOSE-12 INV-NO-LOSS one draft, found and changed in two tabs, becomes two messages', {
  timeout: 60_000,
}, async () => {
  const kept = { peer: PEER, id: '5', text: secretOf('hello'), changedAt: millis(5) };
  const log: OutboxEntry[] = [];
  const said: string[] = [];
  const go = async (tab: ReturnType<typeof page>) => {
    while (await tab.step((entries) => void log.push(...entries))) {
      // until it waits for the user
    }
  };
  const send = async (tab: ReturnType<typeof page>) => {
    tab.send();
    await go(tab);
    for (const { event } of tab.desk.sent)
      if (event.tags[0]?.[1] === PEER) said.push(opened(event, 2).content);
    expect([tab.state(), tab.text()]).toEqual(['writing', '']);
    tab.end();
  };
  const [one, other] = [page(log, kept, realOutgoing), page(log, kept, realOutgoing)];
  for (const tab of [one, other]) await go(tab);
  one.write('hello, see you at six', 8);
  other.write('hello, who is there?', 9);
  const left = other.kept();
  other.end();
  await send(one);
  // the second tab is reloaded after the first has sent
  const again = page([...log], left, realOutgoing);
  await go(again);
  expect([again.state(), again.text()]).toEqual(['writing', 'hello, who is there?']);
  await send(again);
  expect(said).toEqual(['hello, see you at six', 'hello, who is there?']);
});

test('DM-09 PUBLISH-04 a message that is written twice without checking the outbox is caught (planted)', {
  timeout: 60_000,
}, async () => {
  const forgetful = realOutgoing.provide({
    actions: { watch: raise({ type: 'outbox.jobMissing' }) as never },
    guards: { isOrdered: () => false },
  });
  const sent: number[] = [];
  for (let after = 0; after < 12; after++) {
    const { wraps } = await lifeWithCrash(after, forgetful);
    sent.push(wraps.filter(({ tags }) => tags[0]?.[1] === PEER).length);
  }
  expect(Math.max(...sent)).toBe(2);
});

test('DM-09 an unanswered order is repeated with the same wraps; another form makes another message', async () => {
  const it = start();
  it.write('hello');
  it.send();
  await it.until(() => it.asked().length === 2);
  for (let twice = 0; twice < 2; twice++)
    for (const request of it.signer.open()) it.signer.sign(perform(request), request);
  await it.until(() => it.orders('outbox.wrap').length === 1);
  it.wait(31_000);
  const orders = it.orders('outbox.wrap');
  expect(orders).toHaveLength(3);
  expect(new Set(orders.map(({ message }) => message.event.id)).size).toBe(1);
});

test('DM-09 the form that the user chose is saved for later messages and for the next page', () => {
  const it = start();
  const chosen = () => it.orders('outgoing.changed').at(-1)?.['outgoing'];
  it.actor.send({ type: 'outgoing.chooseForm', form: 'nip04' });
  expect(chosen()).toMatchObject({ peer: PEER, wanted: 'nip04' });
  it.write('hello');
  expect(chosen()).toMatchObject({ wanted: 'nip04' });
  it.send();
  expect(it.asked()).toEqual(['encrypt nip04']);
  it.stop();
  const next = start({
    kept: { peer: PEER, text: secretOf(''), changedAt: millis(5), wanted: 'nip04' },
  });
  next.write('again');
  next.send();
  expect(next.asked()).toEqual(['encrypt nip04']);
});

test('COMPOSE-12 another unsent text to the same peer replaces this one, and neither is changed', () => {
  const outgoingOf = (id: string, text: string): OutgoingMessage => ({
    peer: PEER,
    id,
    text: secretOf(text),
    changedAt: millis(Number(id)),
  });
  const it = start({ kept: outgoingOf('1', 'ALPHA'), others: [outgoingOf('2', 'BETA')] });
  it.actor.send({ type: 'outbox.jobMissing' });
  expect([it.text(), it.context().others.length]).toEqual(['ALPHA', 1]);
  it.actor.send({ type: 'outgoing.showNext' });
  it.actor.send({ type: 'outbox.jobMissing' });
  expect([it.text(), it.context().others.map(({ text }) => text.reveal())]).toEqual([
    'BETA',
    ['ALPHA'],
  ]);
  it.write('');
  it.actor.send({ type: 'outgoing.showNext' });
  it.actor.send({ type: 'outbox.jobMissing' });
  expect([it.text(), it.context().others]).toEqual(['ALPHA', []]);
  it.actor.send({ type: 'outgoing.showNext' });
  expect(it.text()).toBe('ALPHA');
});
