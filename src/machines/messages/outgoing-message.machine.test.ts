import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { ANN, ME, sealed } from '../../../tests/support/messages/messages-world.ts';
import {
  DISCARDED,
  EVENT,
  FAILED,
  folded,
  NAMED,
  NOW,
  outgoingOf,
  recordOf,
  SENDING,
  startOutgoing,
  TAKEN,
  UNNAMED,
  UNSIGNED,
} from '../../../tests/support/messages/outgoing-world.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { millis } from '../../events/core/time.ts';
import { pressed } from '../../events/nostr/ours.ts';
import type { OutboxRecord } from '../../events/publish/outbox/outbox.ts';
import type { OutboxEntryDraft } from '../../events/publish/outbox/outbox-entry.ts';
import type { OutboxContext } from '../publish/outbox/outbox-context.ts';
import { wrapJobs } from '../publish/outbox/outbox-subscribers.ts';

test('DM-05 a draft keeps its name from the first character, and has the time of its last change', () => {
  const it = startOutgoing();
  expect([it.state(), it.of('outbox.subscribeToOrigin'), it.text()]).toEqual(['writing', [], '']);
  expect(it.of('inboxes.locate')).toMatchObject([{ peer: ANN, request: ANN, isSending: false }]);
  it.write('h', 5);
  it.write('he', 9);
  expect(
    it
      .of('outgoing.changed')
      .map(({ outgoing }) => [outgoing.id, outgoing.changedAt, outgoing.text.reveal()]),
  ).toEqual([
    ['5', 5, 'h'],
    ['5', 9, 'he'],
  ]);
  it.write('', 10);
  it.write('x', 11);
  expect([it.context().outgoing.id, it.context().outgoing.changedAt]).toEqual(['11', 11]);
});

test('DM-05 spaces alone are not sent', () => {
  const it = startOutgoing();
  it.locate(UNNAMED);
  it.write('  ');
  it.send();
  expect([it.state(), it.is('sending'), it.asked()]).toEqual(['writing', false, []]);
});

test('PUBLISH-04 an unsent draft waits up to 5 s for the outbox before it can be sent', () => {
  const it = startOutgoing({ kept: outgoingOf('5', 'kept') });
  expect([it.is('checking'), it.of('outbox.subscribeToOrigin')]).toMatchObject([
    true,
    [{ origin: `message:${ANN} 5` }],
  ]);
  it.send();
  it.wait(4_500);
  expect([it.is('checking'), it.is('sending')]).toEqual([true, false]);
  it.wait(500);
  expect([it.is('checking'), it.state(), it.text()]).toEqual([false, 'writing', 'kept']);
  const none = startOutgoing({ kept: outgoingOf('5', 'kept') });
  none.actor.send({ type: 'outbox.jobMissing' });
  expect([none.state(), none.text()]).toEqual(['writing', 'kept']);
});

test('PUBLISH-04 after a reload the state in the outbox decides how a draft continues', () => {
  const found = (lines: readonly OutboxEntryDraft[]) => {
    const it = startOutgoing({ kept: outgoingOf('5', 'kept') });
    it.begun();
    it.news(...lines);
    return it;
  };
  const [sending, failed, taken, unsigned] = [
    found(SENDING),
    found(FAILED),
    found(TAKEN),
    found(UNSIGNED),
  ];
  expect([sending.state(), sending.is('sending'), sending.context().job]).toEqual([
    'pending',
    true,
    'j',
  ]);
  expect([failed.state(), failed.failure(), failed.text()]).toEqual([
    'failed',
    'publish.failed',
    'kept',
  ]);
  expect([taken.state(), taken.text(), taken.of('outgoing.changed').length]).toEqual([
    'writing',
    '',
    1,
  ]);
  expect(taken.of('outgoing.sent')).toMatchObject([
    { peer: ANN, message: { id: EVENT.id, pubkey: ME, created_at: 7, form: 'nip04' } },
  ]);
  // the signature is not needed any more
  expect([unsigned.state(), unsigned.text(), unsigned.of('outbox.discard')]).toEqual([
    'writing',
    'kept',
    [{ type: 'outbox.discard', job: 'j' }],
  ]);
});

test('DM-05 INV-NO-LOSS a signer that never answers times out after 12 minutes, and the text stays', () => {
  const it = startOutgoing();
  it.locate(UNNAMED);
  it.write('hello');
  it.send();
  it.locate(UNNAMED, `send ${ANN}`);
  expect([it.asked(), it.is('sending')]).toEqual([['encrypt nip04'], true]);
  it.wait(12 * 60_000 - 500);
  expect(it.is('sending')).toBe(true);
  it.wait(500);
  expect([it.state(), it.failure(), it.asked(), it.text()]).toEqual([
    'writing',
    'publish.unsigned',
    [],
    'hello',
  ]);
  // a changed text is not the failed message
  it.write('hello!');
  expect(it.failure()).toBeUndefined();
  it.send();
  it.signer.refuse(undefined, signingFailure('bad-cipher', { code: 'signer.cancelled' }));
  expect([it.state(), it.failure()]).toEqual(['writing', 'signer.cancelled']);
  it.send();
  expect([it.failure(), it.asked()]).toEqual([undefined, ['encrypt nip04']]);
  it.signer.sign(EVENT);
  expect([it.state(), it.failure()]).toEqual(['writing', 'publish.unsigned']);
});

test('DM-05 TRUST-06 an order without a reply is given again every 15 s, always for the same job', () => {
  const it = startOutgoing();
  it.order();
  expect(it.of('intents.publish')).toMatchObject([
    { now: NOW / 1_000, origin: `message:${ANN} 5`, draft: { kind: 4 } },
  ]);
  it.wait(14_500);
  expect(it.of('intents.publish')).toHaveLength(1);
  it.wait(30_500);
  const [first, ...others] = it.of('intents.publish');
  expect([it.is('sending'), others]).toEqual([true, [first, first, first]]);
  it.begun();
  expect([it.state(), it.context().job, it.context().sealed]).toEqual(['pending', 'j', '']);
  const soon = startOutgoing();
  soon.order();
  soon.wait(14_500);
  soon.begun();
  expect(soon.state()).toBe('pending');
});

test('INV-OUTCOME a message ends only by news of its own job, or as unconfirmed after 20 minutes', () => {
  const it = startOutgoing();
  it.order();
  it.begun();
  it.actor.send({ type: 'outbox.jobChanged', record: recordOf('another', TAKEN) });
  it.news(...SENDING);
  expect([it.state(), it.is('sending'), it.text()]).toEqual(['pending', true, 'hello']);
  it.wait(20 * 60_000 - 500);
  expect(it.state()).toBe('pending');
  it.wait(500);
  expect([it.state(), it.failure(), it.is('sending')]).toEqual([
    'failed',
    'publish.unconfirmed',
    false,
  ]);
  it.actor.send({ type: 'outbox.jobChanged', record: recordOf('another', TAKEN) });
  expect(it.state()).toBe('failed');
  // a relay has come back
  it.news(...SENDING);
  expect([it.state(), it.failure()]).toEqual(['pending', undefined]);
  it.news(...TAKEN);
  expect([it.state(), it.text(), it.context().job]).toEqual(['writing', '', undefined]);
});

test('DM-05 a message refused or discarded during sending keeps its text, and its job is dropped', () => {
  for (const [lines, failure] of [
    [UNSIGNED, 'publish.unsigned'],
    [DISCARDED, 'publish.failed'],
  ] as const) {
    const it = startOutgoing();
    it.order();
    it.begun();
    it.news(...lines);
    expect([it.state(), it.text(), it.failure(), it.context().job]).toEqual([
      'writing',
      'hello',
      failure,
      undefined,
    ]);
    expect(it.of('outbox.discard')).toEqual([{ type: 'outbox.discard', job: 'j' }]);
  }
});

test('INV-NO-LOSS a failed message is resent unchanged, accepted late, or dropped for another text', () => {
  const failed = () => {
    const it = startOutgoing();
    it.order();
    it.begun();
    it.news(...FAILED);
    expect([it.state(), it.failure(), it.context().failure?.why !== undefined]).toEqual([
      'failed',
      'publish.failed',
      true,
    ]);
    return it;
  };
  const again = failed();
  again.send(NOW + 5_000);
  expect([again.state(), again.failure(), again.is('sending')]).toEqual([
    'pending',
    undefined,
    true,
  ]);
  expect(again.of('outbox.retry')).toMatchObject([{ job: 'j', now: NOW / 1_000 + 5 }]);

  const late = failed();
  late.news(...FAILED);
  expect([late.state(), late.of('outbox.discard')]).toEqual(['failed', []]);
  late.news(...TAKEN);
  expect([late.state(), late.text(), late.failure()]).toEqual(['writing', '', undefined]);

  const gone = failed();
  gone.news(...DISCARDED);
  expect([gone.state(), gone.text(), gone.context().job]).toEqual(['writing', 'hello', undefined]);

  const other = failed();
  const before = other.of('outgoing.changed').length;
  other.write('another', 9);
  expect([other.state(), other.failure(), other.of('outbox.discard').length]).toEqual([
    'writing',
    undefined,
    1,
  ]);
  expect(other.of('outgoing.changed').slice(before)).toMatchObject([
    { outgoing: { id: '5', changedAt: 9 } },
  ]);

  const formed = failed();
  formed.choose('nip17');
  expect([
    formed.state(),
    formed.failure(),
    formed.of('outbox.discard').length,
    formed.text(),
  ]).toEqual(['writing', undefined, 1, 'hello']);
  // in another form it is a new message, and both are stored
  expect(formed.of('outgoing.changed').at(-1)).toMatchObject({
    outgoing: { wanted: 'nip17', changedAt: 6 },
  });
});

test('DM-05 a message is dated after the previous one, also if the clock was set back', () => {
  const it = startOutgoing();
  it.order();
  it.begun();
  it.news(...TAKEN);
  it.write('again', 20);
  it.send(3_000);
  it.signer.sign(sealed(2));
  expect(it.of('intents.publish').at(-1)).toMatchObject({ now: 8, origin: `message:${ANN} 20` });
});

test('DM-09 TRUST-08 a late response to a lookup does not end the lookup of a send', () => {
  const it = startOutgoing();
  it.write('hello');
  it.send();
  expect([it.state(), it.of('inboxes.locate').at(-1)]).toMatchObject([
    'locating',
    { request: `send ${ANN}`, isSending: true },
  ]);
  it.locate(UNNAMED);
  expect([it.state(), it.context().relays, it.context().isLookedUp]).toEqual([
    'locating',
    UNNAMED,
    false,
  ]);
  it.locate(NAMED, `send ${ANN}`);
  expect([it.state(), it.context().relays, it.context().isLookedUp]).toEqual([
    'wrapping',
    NAMED,
    true,
  ]);
});

test('DM-09 an unknown inbox is an error after 16 s or at once, and a known list stays valid', () => {
  const silent = startOutgoing();
  silent.write('hello');
  silent.send();
  silent.wait(15_500);
  expect(silent.state()).toBe('locating');
  silent.wait(500);
  expect([silent.state(), silent.failure(), silent.context().relays]).toEqual([
    'writing',
    'messages.unlocated',
    'unknown',
  ]);
  const unknown = startOutgoing();
  unknown.write('hello');
  unknown.send();
  unknown.locate(undefined, `send ${ANN}`);
  expect([unknown.state(), unknown.failure(), unknown.text()]).toEqual([
    'writing',
    'messages.unlocated',
    'hello',
  ]);
  const known = startOutgoing();
  known.locate(NAMED);
  known.locate(undefined);
  expect(known.context().relays).toEqual(NAMED);
  const never = startOutgoing();
  expect(never.context().relays).toBe('asking');
  never.locate(undefined);
  expect(never.context().relays).toBe('unknown');
});

test('DM-05 unknown message relays of a peer are looked up again when a view asks for it', () => {
  const it = startOutgoing();
  it.locate(undefined);
  it.actor.send({ type: 'outgoing.locate' });
  expect(it.of('inboxes.locate')).toMatchObject([{ isSending: false }, { isSending: false }]);
  it.locate(NAMED);
  expect(it.context().relays).toEqual(NAMED);
});

const isThere = async (check: () => boolean) => {
  for (let turn = 0; turn < 50 && !check(); turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(check()).toBe(true);
};
const [forPeer, forMe] = [ANN, ME].map((to) =>
  trusted({ kind: 1_059, pubkey: 'f'.repeat(64), tags: [['p', to]] }),
);
async function wrapped(it: ReturnType<typeof startOutgoing>) {
  it.send();
  await it.ports.answer({ peer: 0, own: 0 });
  await isThere(() => it.asked().length === 2);
  for (const request of it.signer.open()) it.signer.sign('sealed', request);
  for (const request of it.signer.open())
    it.signer.sign(trusted({ kind: 13, pubkey: ME }), request);
  await isThere(() => it.ports.waiting().includes('wrap'));
  await it.ports.answer([forPeer, forMe]);
  await isThere(() => it.state() === 'handing');
}

/** Return the job of a wrapped message that a relay has accepted. */
function accepted(order: object | undefined): OutboxRecord {
  const { job, lines } = wrapJobs({ account: ME } as OutboxContext, order as never);
  const relay = pressed('wss://inbox.example');
  return folded(job, [...lines, { job, type: 'answered', relay, accepted: true }]);
}

test('DM-09 INV-OUTCOME an accepted wrapped message is shown with its text', async () => {
  const it = startOutgoing();
  it.locate(NAMED);
  it.write('hello');
  await wrapped(it);
  const [order] = it.of('outbox.wrap');
  expect(order).toMatchObject({
    origin: `message:${ANN} 5`,
    message: { event: forPeer, to: ANN },
    own: { event: forMe, to: ME },
  });
  it.wait(14_500);
  expect(it.of('outbox.wrap')).toHaveLength(1);
  it.begun();
  const rumor = it.context().wrapped?.rumor;
  const record = accepted(order);
  it.actor.send({ type: 'outbox.jobCreated', job: record.job });
  it.actor.send({ type: 'outbox.jobChanged', record });
  expect(it.of('outgoing.sent')).toMatchObject([
    {
      peer: ANN,
      message: { ...rumor, pubkey: ME, created_at: NOW / 1_000, form: 'nip17', event: forPeer },
    },
  ]);
  expect([it.text(), it.context().wrapped, it.context().sentAt]).toEqual([
    '',
    undefined,
    NOW / 1_000,
  ]);
  // after a crash only its acceptance is known
  const next = startOutgoing({ kept: outgoingOf('5', 'hello') });
  next.actor.send({ type: 'outbox.jobChanged', record });
  expect([next.text(), next.of('outgoing.sent')]).toEqual(['', []]);
});

test('DM-05 PUBLISH-04 a draft that another tab sends is followed there and shown once', async () => {
  const it = startOutgoing();
  it.locate(NAMED);
  it.write('hello');
  await wrapped(it);
  it.begun();
  it.actor.send({ type: 'outbox.jobCreated', job: 'theirs' });
  const event = trusted({ ...forPeer, content: 'theirs' });
  const message = { event, to: ANN, relays: [pressed('wss://inbox.example')] };
  const record = accepted({ ...it.of('outbox.wrap')[0], message });
  it.actor.send({ type: 'outbox.jobChanged', record: { ...record, job: 'theirs' } });
  // the message itself arrives by the own copy of the other tab
  expect([it.text(), it.state(), it.of('outgoing.sent')]).toEqual(['', 'writing', []]);
});

test('DM-09 a signer without support for the private form is remembered until the user chooses a form', async () => {
  const it = startOutgoing();
  it.locate(NAMED);
  it.write('hello');
  it.send();
  await it.ports.answer({ peer: 0, own: 0 });
  await isThere(() => it.asked().length === 2);
  it.signer.refuse(
    undefined,
    signingFailure('bad-cipher', { code: 'extension.lacks', params: { text: 'nip44' } }),
  );
  expect([it.state(), it.failure(), it.context().isUnable]).toEqual([
    'writing',
    'extension.lacks',
    true,
  ]);
  it.choose('nip17');
  expect([it.failure(), it.context().isUnable, it.context().outgoing.wanted]).toEqual([
    undefined,
    false,
    'nip17',
  ]);
  it.send();
  await it.ports.fail();
  await isThere(() => it.state() === 'writing');
  expect([it.failure(), it.context().isUnable]).toEqual(['publish.unsigned', false]);
});

test('COMPOSE-12 DM-09 the next unsent text keeps the chosen form, but not the previous failure', () => {
  const it = startOutgoing({
    others: [outgoingOf('2', 'second', { wanted: 'nip04' }), outgoingOf('3', 'third')],
  });
  it.write('first', 9);
  it.send();
  it.locate(undefined, `send ${ANN}`);
  it.choose('nip17');
  it.send();
  it.locate(undefined, `send ${ANN}`);
  expect(it.failure()).toBe('messages.unlocated');
  it.actor.send({ type: 'outgoing.showNext' });
  expect([it.text(), it.context().outgoing.wanted, it.failure(), it.is('checking')]).toEqual([
    'second',
    'nip17',
    undefined,
    true,
  ]);
  expect(it.context().others.map(({ text }) => text.reveal())).toEqual(['third', 'first']);
});

test('DM-09 a reaction is wrapped only for a peer that named relays, and its failure is shown', () => {
  const it = startOutgoing();
  const react = () =>
    it.actor.send({ type: 'outgoing.react', to: 'f'.repeat(64), emoji: '🎉', now: millis(NOW) });
  const reactions = () =>
    Object.keys(it.actor.getSnapshot().children).filter((id) => id.startsWith('reaction '));
  react();
  it.locate(UNNAMED);
  react();
  expect(reactions()).toEqual([]);
  it.locate(NAMED);
  react();
  expect(reactions()).toHaveLength(1);
  it.actor.send({ type: 'reaction.failed', message: { code: 'publish.unsigned' } });
  expect(it.failure()).toBe('publish.unsigned');
});
