import { expect, test } from 'vitest';
import { CRASH, ownerOfCrashable } from '../../../tests/support/machines/crashing.ts';
import {
  ANN,
  BEN,
  counts,
  ME,
  startMessages,
} from '../../../tests/support/messages/messages-world.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { millis } from '../../events/core/time.ts';
import { messagesMachine } from './messages.machine.ts';

function open() {
  const it = startMessages(ownerOfCrashable(messagesMachine));
  it.find();
  it.answer(counts({ [ANN]: 2, [BEN]: 1 }), 'get_directmsg_contacts');
  it.select(BEN);
  it.select(ANN);
  const crash = (id: string) => it.child(id)?.send(CRASH);
  const crashes = () =>
    it.told.flatMap((one) => (one.type === 'scope.crashed' ? [one['crash'].actor] : []));
  const asked = (verb: string) => it.questions().filter(({ query }) => query.verb === verb).length;
  return { ...it, crash, crashes, asked };
}

test.each([
  ['a list of contacts', 'contacts', ['contacts']],
  ['a conversation', `conversation ${ANN}`, [`conversation ${ANN}`, `outgoing ${ANN}`]],
  ['an outgoing message', `outgoing ${ANN}`, [`conversation ${ANN}`, `outgoing ${ANN}`]],
  ['a conversation that nobody looks at', `conversation ${BEN}`, []],
])(
  'TRUST-06 %s fails: it restarts on the next view, its requests end, and other actors live on',
  (_, id, anew) => {
    const it = open();
    const all = [
      'contacts',
      ...[ANN, BEN].flatMap((peer) => [`conversation ${peer}`, `outgoing ${peer}`]),
    ];
    const before = all.map((one) => [one, it.child(one)] as const);
    it.crash(id);
    expect([it.crashes(), it.state().status]).toEqual([[`messages/${id}`], 'active']);
    const isGone = id === `conversation ${BEN}`;
    for (const [one, actor] of before) {
      if (anew.includes(one))
        expect([one, it.child(one) !== actor, it.child(one)?.getSnapshot().status]).toEqual([
          one,
          true,
          'active',
        ]);
      else if (isGone && one.endsWith(BEN)) expect(it.child(one)).toBeUndefined();
      else expect([one, it.child(one)]).toEqual([one, actor]);
    }
    // the next view restarts it and requests the contacts again
    it.select(BEN);
    expect(it.child(`conversation ${BEN}`)?.getSnapshot().status).toBe('active');
    it.send({ type: 'messages.selectRelation', relation: 'other' });
    expect(it.context('contacts').relation).toBe('other');
  },
);

test('TRUST-06 an actor that keeps failing stays down for a minute, then restarts', () => {
  const it = open();
  for (let count = 0; count < 4; count++) it.crash('contacts');
  expect(it.child('contacts')?.getSnapshot().status).toBe('error');
  it.send({ type: 'messages.allowPrompts' });
  it.send({ type: 'messages.open', service: 'wss://other.example' });
  it.send({ type: 'unread.changed', count: 9 });
  expect([it.state().status, it.asked('get_directmsg_contacts')]).toEqual(['active', 0]);
  it.wait(60_000);
  expect([
    it.child('contacts')?.getSnapshot().status,
    it.context('contacts').quiet,
    it.asked('get_directmsg_contacts'),
  ]).toEqual(['active', false, 1]);
  for (let count = 0; count < 4; count++) it.crash(`conversation ${ANN}`);
  expect(it.child(`conversation ${ANN}`)).toBeUndefined();
  it.wait(60_000);
  expect(it.child(`conversation ${ANN}`)?.getSnapshot().status).toBe('active');
});

test('TRUST-06 DM-08 a failure to mark as read is logged, and marking can start again', () => {
  const it = open();
  const marks = () =>
    it.requests.filter(({ act, pubkey }) => act.do === 'sign' && pubkey === ME).length;
  it.crash(`mark ${ANN}`);
  expect([it.log.told(), it.state().context.marking.has(`mark ${ANN}`)]).toEqual([
    [{ type: 'log.line', text: 'Failed to reset message count' }],
    false,
  ]);
  const before = marks();
  it.select(ANN);
  it.send({ type: 'messages.markAll' });
  it.crash('mark');
  expect([marks(), it.crashes()]).toEqual([before + 2, [`messages/mark ${ANN}`, 'messages/mark']]);
  expect(it.told.filter(({ type }) => type === 'toast.show')).toHaveLength(1);
});

test('E-36 TRUST-06 if the draft store fails, this is reported and messages still work', () => {
  const it = open();
  for (const actorId of ['messageDrafts', 'log'])
    it.send({
      type: `xstate.error.actor.${actorId}`,
      actorId,
      error: new Error('planted'),
    } as never);
  it.select(BEN);
  expect([it.state().status, it.state().context.isKept]).toEqual(['active', false]);
});

test('TRUST-06 after a minute without failures an actor is restarted at once again', () => {
  const it = open();
  for (let count = 0; count < 4; count++) it.crash('contacts');
  it.wait(60_000);
  for (let count = 0; count < 3; count++) {
    it.crash('contacts');
    expect([count, it.child('contacts')?.getSnapshot().status]).toEqual([count, 'active']);
  }
  it.crash('contacts');
  it.wait(59_900);
  expect(it.child('contacts')?.getSnapshot().status).toBe('error');
  it.wait(100);
  expect(it.child('contacts')?.getSnapshot().status).toBe('active');
});

test('INV-SCOPE drafts are those of the account', () => {
  expect(open().drafts.last().input).toEqual({ account: ME });
});

test('INV-NO-LOSS texts of an earlier page are sent on without their conversation, also after a crash', () => {
  const it = startMessages(ownerOfCrashable(messagesMachine));
  const text = { peer: ANN, text: secretOf('hello'), id: '5', changedAt: millis(5) };
  it.find({
    drafts: [
      { ...text, enteredAt: millis(5_000) },
      { ...text, peer: BEN, id: '6' },
    ],
  });
  const watched = () => it.told.filter(({ type }) => type === 'outbox.subscribeToOrigin').length;
  expect([it.child(`outgoing ${BEN}`), watched()]).toEqual([undefined, 1]);
  it.child(`outgoing ${ANN}`)?.send({ type: 'outbox.jobMissing' });
  expect(it.pending()).toMatchObject([{ act: { do: 'encrypt', text: 'hello' } }]);
  // its conversation takes the same actor
  const before = it.child(`outgoing ${ANN}`);
  it.select(ANN);
  expect(it.child(`outgoing ${ANN}`)).toBe(before);
  it.select(undefined);
  it.child(`outgoing ${ANN}`)?.send(CRASH);
  expect([it.child(`outgoing ${ANN}`)?.getSnapshot().status, watched()]).toEqual(['active', 2]);
  it.refuse();
  it.send({ type: 'account.unlocked' });
  expect(it.child(`conversation ${ANN}`)).toBeUndefined();
});
