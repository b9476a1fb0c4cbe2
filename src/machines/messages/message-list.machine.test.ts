import { type AnyEventObject, type ActorRefFrom, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { seconds } from '../../events/core/time.ts';
import { readList } from '../../events/messages/message-list.ts';
import { messageListMachine } from './message-list.machine.ts';

const [ME, BEN, CLEO] = ['a', 'b', 'c'].map((key) => key.repeat(64)) as [string, string, string];
const SEALED = `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`;
const PAYLOAD = 'A'.repeat(132);
const toMe = (pubkey: string, created_at: number) =>
  trusted({ kind: 4, pubkey, content: SEALED, tags: [['p', ME]], created_at });
const contactOf = (peer: string, at: number) =>
  [peer, { peer, unread: 0, latestAt: seconds(at) }] as const;

function start(isLocal = true) {
  const signer = fakeSession();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { list: messageListMachine },
  }).createMachine({
    invoke: { id: 'list', src: 'list', input: { account: ME, signer: signer.ref, isLocal } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['list'] as ActorRefFrom<typeof messageListMachine>;
  return {
    signer,
    told,
    send: actor.send.bind(actor),
    wait: (ms: number) => elapse(clock, ms, 100),
    lines: () =>
      [...actor.getSnapshot().context.lines].map(([peer, { text }]) => [peer, text.reveal()]),
    kept: () => [...actor.getSnapshot().context.kept.contacts.keys()],
    asked: () => signer.requests.map(({ act }) => act.do),
    contacts: (...events: ReturnType<typeof toMe>[]) =>
      actor.send({
        type: 'messageList.contacts',
        contacts: new Map(events.map((event) => contactOf(event.pubkey, 9))),
        latest: new Map(events.map((event) => [event.pubkey, event])),
      }),
  };
}

test('DM-01 BEYOND-03 the last message of each contact is decrypted quietly, once, the newest first', () => {
  const it = start();
  it.contacts(toMe(BEN, 5), toMe(CLEO, 9));
  expect(it.signer.requests.map(({ act, quiet }) => ['peer' in act && act.peer, quiet])).toEqual([
    [CLEO, true],
    [BEN, true],
  ]);
  it.signer.sign('from Cleo');
  it.signer.sign('from Ben');
  expect(it.lines()).toEqual([
    [CLEO, 'from Cleo'],
    [BEN, 'from Ben'],
  ]);
  it.contacts(toMe(BEN, 5), toMe(CLEO, 9));
  expect(it.asked()).toEqual(['decrypt', 'decrypt']);
  // a locked key is tried again later
  it.contacts(toMe(BEN, 12));
  it.signer.refuse();
  it.wait(5_100);
  it.signer.sign('from Ben again');
  expect(it.lines()).toContainEqual([BEN, 'from Ben again']);
  // and at once when it was opened
  it.contacts(toMe(BEN, 14));
  it.signer.refuse();
  it.send({ type: 'account.unlocked' });
  it.signer.sign('after the unlock');
  expect(it.lines()).toContainEqual([BEN, 'after the unlock']);
});

test('DM-01 private and sent messages give their last lines without the signer', () => {
  const it = start();
  const event = toMe(BEN, 5);
  const message = {
    id: event.id,
    pubkey: BEN,
    created_at: seconds(5),
    form: 'nip17',
    event,
  } as const;
  const opened = new Map([[BEN, [{ peer: BEN, message, text: secretOf('in private') }]]]);
  it.send({ type: 'messageList.opened', contacts: new Map([contactOf(BEN, 5)]), opened });
  expect(it.lines()).toEqual([[BEN, 'in private']]);
  const mine = { ...message, id: 'f'.repeat(64), pubkey: ME, created_at: seconds(6) };
  it.send({ type: 'messageList.sent', peer: BEN, message: mine, text: secretOf('answered') });
  expect([it.lines(), it.asked()]).toEqual([[[BEN, 'answered']], []]);
});

test('STATE-01 STATE-03 the list is kept encrypted for the account itself, and read before any answer', () => {
  const it = start();
  it.send({ type: 'messageList.found', sealed: undefined });
  it.contacts(toMe(BEN, 5));
  it.signer.sign('kept words');
  it.wait(2_100);
  const { act, quiet } = it.signer.requests.at(-1) ?? {};
  if (act?.do !== 'encrypt') throw new Error('nothing is encrypted');
  expect([act.peer, act.scheme, quiet]).toEqual([ME, 'nip44', true]);
  expect([...readList(act.text).contacts.keys()]).toEqual([BEN]);
  it.signer.sign(PAYLOAD);
  expect(it.told).toEqual([{ type: 'messageList.keep', sealed: PAYLOAD }]);
  it.wait(120_000);
  expect(it.told).toHaveLength(1);

  const next = start();
  next.send({ type: 'messageList.found', sealed: PAYLOAD });
  next.signer.sign(act.text);
  expect([next.kept(), next.lines()]).toEqual([[BEN], [[BEN, 'kept words']]]);
});

test('INV-NO-LOSS BEYOND-03 a list that a locked key cannot read yet is not written over', () => {
  const it = start();
  it.send({ type: 'messageList.found', sealed: PAYLOAD });
  it.signer.refuse();
  it.contacts(toMe(BEN, 5));
  it.signer.sign('new');
  it.wait(4_000);
  expect(it.asked()).toEqual(['decrypt', 'decrypt']);
  it.wait(1_100);
  it.signer.sign('[]');
  it.wait(2_100);
  expect(it.asked()).toEqual(['decrypt', 'decrypt', 'decrypt', 'encrypt']);
});

test('BEYOND-03 a signer elsewhere is asked for nothing', () => {
  const it = start(false);
  it.send({ type: 'messageList.found', sealed: undefined });
  it.contacts(toMe(BEN, 5));
  it.wait(60_000);
  expect([it.asked(), it.told]).toEqual([[], []]);
});
