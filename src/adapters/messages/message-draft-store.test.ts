import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import { fakeIdb } from '../../../tests/support/browser/fake-idb.ts';
import { fakeLocks } from '../../../tests/support/browser/fake-locks.ts';
import { fakeSeal } from '../../../tests/support/account/test-keys.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import type { Seen } from '../../events/messages/seen-messages.ts';
import type { OutgoingMessage, Place } from '../../events/messages/outgoing-message.ts';
import { inSeconds, millis, seconds } from '../../events/core/time.ts';
import type {
  MessageDraftsCommand,
  MessageDraftsSignal,
} from '../../machines/messages/message-drafts-protocol.ts';
import type { DeviceSeal } from '../account/keys/device-seal.ts';
import { openAccountStore } from '../account/session/account-store.ts';
import { openStorages } from '../core/storage.ts';
import { eraseOutgoing, messageDraftStore } from './message-draft-store.ts';

const [ME, PEER, OTHER] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const NAME = `starling-messages-${ME}`;
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const outgoing = (text: string, peer = PEER, id = '5'): OutgoingMessage => ({
  peer,
  id,
  text: secretOf(text),
  changedAt: millis(5),
});

function open(
  idb: ReturnType<typeof fakeIdb> | undefined,
  seal: DeviceSeal | undefined,
  browser = fakeBrowser(),
  part: 'messages' | 'giftWraps' = 'messages',
  locks?: LockManager,
) {
  const heard: MessageDraftsSignal[] = [];
  const { device, page: window } = browser.tab();
  const storages = openStorages(device);
  const { parts } = openAccountStore(storages, window);
  const places = { storage: storages.account, parts, newId: () => crypto.randomUUID() };
  const logic = messageDraftStore(
    {
      factory: idb?.factory,
      seal,
      ...places,
      channel: (name) => new BroadcastChannel(name),
      locks,
    },
    part,
  );
  const parent = setup({
    types: { events: {} as MessageDraftsSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'port', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const tell = (command: MessageDraftsCommand) =>
    actor.getSnapshot().children['port']?.send(command);
  const found = async () => {
    const signal = await vi.waitFor(
      () =>
        heard.find((one) => one.type === 'messageDrafts.found') ??
        Promise.reject(new Error('nothing found')),
    );
    return {
      drafts: signal.drafts.map(({ peer, text }) => [peer, text.reveal()]),
      place: signal.place,
    };
  };
  const kept = (count: number) =>
    vi.waitFor(() => {
      const all = heard.flatMap((one) => (one.type === 'messageDrafts.kept' ? [one.isKept] : []));
      expect(all.length).toBeGreaterThanOrEqual(count);
      return all;
    });
  return {
    found,
    kept,
    keep: (one: OutgoingMessage) => tell({ type: 'messageDrafts.keep', outgoing: one }),
    stay: (place: Place) => tell({ type: 'messageDrafts.keepPlace', place }),
    see: (seen: Seen) => tell({ type: 'messageDrafts.keepSeen', seen }),
    ids: () =>
      heard
        .flatMap((one) => (one.type === 'messageDrafts.found' ? one.drafts : []))
        .map(({ id }) => id),
    wanted: () =>
      heard.flatMap((one) => (one.type === 'messageDrafts.found' ? one.drafts : []))[0]?.wanted,
    seen: () => heard.flatMap((one) => (one.type === 'messageDrafts.found' ? [one.seen] : [])),
    stop: () => actor.stop(),
  };
}
const rows = (idb: ReturnType<typeof fakeIdb>) => idb.rows(NAME, 'letters');

test('DM-01 INV-NO-LOSS drafts and the open place survive the page, one row each, and not in plain text', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  expect(await one.found()).toEqual({ drafts: [], place: undefined });
  one.keep(outgoing('a plain'));
  one.keep(outgoing('a plain secret'));
  one.keep(outgoing('to another', OTHER));
  one.stay({ relation: 'other', peer: PEER });
  expect(await one.kept(3)).not.toContain(false);
  expect(rows(idb)).toHaveLength(3);
  expect(JSON.stringify(rows(idb))).not.toMatch(/plain|another|other|2222|3333/);
  one.stop();
  const two = open(idb, seal);
  const { drafts, place } = await two.found();
  expect([
    drafts.toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1)),
    place,
  ]).toEqual([
    [
      [PEER, 'a plain secret'],
      [OTHER, 'to another'],
    ],
    { relation: 'other', peer: PEER },
  ]);
  two.keep(outgoing('', PEER, two.ids()[0]));
  await two.kept(1);
  two.stop();
  expect((await open(idb, seal).found()).drafts).toEqual([[OTHER, 'to another']]);
});

test('COMPOSE-12 INV-NO-LOSS two tabs write to one person: each text is separate until it is sent', async () => {
  const [idb, seal, browser, locks] = [fakeIdb(), fakeSeal(), fakeBrowser(), fakeLocks()];
  const tab = () => locks.tab();
  const begun = open(idb, seal, browser, 'messages', tab().locks);
  await begun.found();
  begun.keep(outgoing('begun before'));
  await begun.kept(1);
  begun.stop();
  const tabs = [tab(), tab()];
  const [one, two] = tabs.map((own) => open(idb, seal, browser, 'messages', own.locks)) as [
    ReturnType<typeof open>,
    ReturnType<typeof open>,
  ];
  expect((await Promise.all([one.found(), two.found()])).map(({ drafts }) => drafts)).toEqual([
    [[PEER, 'begun before']],
    [[PEER, 'begun before']],
  ]);
  const [id] = one.ids();
  one.keep(outgoing('begun before, and ALPHA', PEER, id));
  await one.kept(1);
  two.keep(outgoing('BETA', PEER, id));
  two.keep(outgoing('GAMMA', PEER, '9'));
  await two.kept(2);
  one.keep(outgoing('begun before, and ALPHA!', PEER, id));
  await one.kept(2);
  // a third tab is offered none of the texts that the two have open
  const third = open(idb, seal, browser, 'messages', tab().locks);
  expect((await third.found()).drafts).toEqual([]);
  third.keep(outgoing('DELTA', PEER, '7'));
  await third.kept(1);
  // a sent draft is removed, and no other
  two.keep(outgoing('', PEER, '9'));
  await two.kept(3);
  for (const own of tabs) own.end();
  const next = open(idb, seal, browser, 'messages', tab().locks);
  expect(new Set((await next.found()).drafts.map(([, text]) => text))).toEqual(
    new Set(['BETA', 'begun before, and ALPHA!']),
  );
});

test('DM-09 the chosen message form of a peer survives the page, even without a text', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  await one.found();
  one.keep({ ...outgoing(''), wanted: 'nip04' });
  await one.kept(1);
  one.stop();
  expect(rows(idb)).toHaveLength(1);
  const two = open(idb, seal);
  expect((await two.found()).drafts).toEqual([[PEER, '']]);
  expect(two.wanted()).toBe('nip04');
});

test('INV-NO-LOSS E-36 a draft survives a page that closes before the disk write, and sealed, too', async () => {
  const [idb, seal, browser] = [fakeIdb(), fakeSeal(), fakeBrowser()];
  const one = open(idb, seal, browser);
  await one.found();
  one.keep(outgoing('a plain secret'));
  one.stay({ relation: 'other', peer: PEER });
  const [text = '', ...others] = browser.texts.values();
  expect(others).toEqual([]);
  expect(text).not.toMatch(/plain|other|2222/);
  // the page closes: the next one finds the earlier state of the disk
  const [disk, texts] = [fakeIdb(), new Map(browser.texts)];
  one.stop();
  await vi.waitFor(() => expect(browser.texts.size).toBe(0));
  for (const [key, value] of texts) browser.texts.set(key, value);
  const two = open(disk, seal, browser);
  expect(await two.found()).toEqual({
    drafts: [[PEER, 'a plain secret']],
    place: { relation: 'other', peer: PEER },
  });
  await two.kept(2);
  expect(rows(disk)).toHaveLength(2);
  await vi.waitFor(() => expect(browser.texts.size).toBe(0));
});

test('INV-NO-LOSS DM-01 drafts of two tabs that close at once survive, although a third keeps writing', async () => {
  const [seal, browser] = [fakeSeal(), fakeBrowser()];
  const disk = fakeIdb();
  const [stays, ...goes] = [
    open(disk, seal, browser),
    open(fakeIdb(), seal, browser),
    open(fakeIdb(), seal, browser),
  ];
  for (const tab of [stays, ...goes]) await tab.found();
  goes.forEach((tab, at) => tab.keep(outgoing(`goes ${at}`, String(at + 5).repeat(64))));
  const left = new Map(browser.texts);
  for (const tab of goes) tab.stop();
  await vi.waitFor(() => expect(browser.texts.size).toBe(0));
  for (const [key, value] of left) browser.texts.set(key, value);
  stays.keep(outgoing('stays'));
  expect(await stays.kept(1)).toEqual([true]);
  const next = open(disk, seal, browser);
  expect(
    (await next.found()).drafts
      .map(([, text]) => text)
      .toSorted((one = '', other = '') => (one < other ? -1 : 1)),
  ).toEqual(['goes 0', 'goes 1', 'stays']);
  await next.kept(2);
  await vi.waitFor(() => expect(browser.texts.size).toBe(0));
  expect(
    (await open(disk, seal, browser).found()).drafts
      .map(([, text]) => text)
      .toSorted((one = '', other = '') => (one < other ? -1 : 1)),
  ).toEqual(['goes 0', 'goes 1', 'stays']);
});

test('INV-NO-LOSS during slow disk writes the latest draft always wins', async () => {
  const [idb, seal, browser] = [fakeIdb(), fakeSeal(), fakeBrowser()];
  const one = open(idb, seal, browser);
  await one.found();
  for (const text of ['a', 'a p', 'a plain', 'a plain secret']) {
    one.keep(outgoing(text));
    const texts = new Map(browser.texts);
    const other = fakeBrowser();
    for (const [key, value] of texts) other.texts.set(key, value);
    expect((await open(fakeIdb(), seal, other).found()).drafts).toEqual([[PEER, text]]);
  }
});

test('INV-NO-LOSS E-47 foreign data in the place of unsaved drafts is not a draft', async () => {
  const [seal, browser] = [fakeSeal(), fakeBrowser()];
  const one = open(fakeIdb(), seal, browser);
  await one.found();
  one.keep(outgoing('a plain secret'));
  const [[name, text] = ['', '']] = browser.texts;
  const { version, value } = JSON.parse(text);
  for (const bad of [
    `${value.slice(0, -6)}AAAA==`,
    'x.y',
    '',
    7,
    null,
    [value],
    value.split('.')[0],
  ]) {
    const other = fakeBrowser();
    other.texts.set(name, JSON.stringify({ version, value: bad }));
    expect(await open(fakeIdb(), seal, other).found()).toEqual({ drafts: [], place: undefined });
  }
});

test('E-36 a draft that cannot be sealed or stored is not kept, and that is reported', async () => {
  for (const [idb, seal] of [
    [fakeIdb(), undefined],
    [undefined, fakeSeal()],
    [
      fakeIdb({
        fail: (operation) => (operation === 'add' ? new DOMException('full') : undefined),
      }),
      fakeSeal(),
    ],
  ] as const) {
    const it = open(idb, seal);
    await it.found();
    it.keep(outgoing('a plain secret'));
    expect(await it.kept(1)).toEqual([false]);
    if (idb) expect(rows(idb)).toEqual([]);
  }
});

test('E-35 after it is erased with the account, it never opens again', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  one.keep(outgoing('a plain secret'));
  await one.kept(1);
  one.stop();
  const copy = rows(idb);
  await eraseOutgoing(idb.factory, seal, ME);
  expect(copy).toHaveLength(1);
  expect(await seal.open(String(copy[0]), `messages ${ME}`)).toBeUndefined();
  expect(await open(idb, seal).found()).toEqual({ drafts: [], place: undefined });
});

test('E-35 ACCOUNT-06 an account that is erased during a read gets no new rows', async () => {
  const [idb, keys, browser] = [fakeIdb(), fakeSeal(), fakeBrowser()];
  const gate = Promise.withResolvers<undefined>();
  const slow = {
    ...keys,
    seal: (bytes: Uint8Array, name: string) => gate.promise.then(() => keys.seal(bytes, name)),
  };
  const one = open(idb, slow, browser, 'giftWraps');
  one.stop();
  const erased = eraseOutgoing(idb.factory, keys, ME);
  gate.resolve(undefined);
  await erased;
  // a second read, which begins after the first one is done
  const two = open(fakeIdb(), keys, fakeBrowser(), 'giftWraps');
  await two.kept(1);
  expect([browser.texts.size, rows(idb).length]).toEqual([0, 0]);
});

test('DM-09 ROUTE-19 read markers of two tabs merge in both, and in the next page, in any order', async () => {
  const [idb, seal, browser] = [fakeIdb(), fakeSeal(), fakeBrowser()];
  const one = open(idb, seal, browser, 'giftWraps');
  await one.kept(1);
  const [first] = one.seen();
  const from = first?.from ?? seconds(0);
  expect([Math.abs(Date.now() / 1_000 - inSeconds(from)) < 120, first?.peers]).toEqual([
    true,
    new Map(),
  ]);
  const two = open(idb, seal, browser, 'giftWraps');
  await two.found();
  expect(two.seen()).toEqual([first]);
  one.see({ from, peers: new Map([[PEER, seconds(7)]]) });
  await vi.waitFor(() => expect(two.seen().at(-1)?.peers).toEqual(new Map([[PEER, 7]])));
  // a tab with older markers takes nothing back
  two.see({ from, peers: new Map([[OTHER, seconds(9)]]) });
  const both = {
    from,
    peers: new Map([
      [PEER, 7],
      [OTHER, 9],
    ]),
  };
  await vi.waitFor(() => expect(one.seen().at(-1)).toEqual(both));
  one.stop();
  two.stop();
  const three = open(idb, seal, browser, 'giftWraps');
  await three.found();
  expect(three.seen()).toEqual([both]);
});

test('DM-10 after a first use with a fast clock, later messages are not marked as read', async () => {
  const [idb, seal, now] = [fakeIdb(), fakeSeal(), Math.floor(Date.now() / 1_000)];
  const ahead = open(idb, seal, undefined, 'giftWraps');
  await ahead.found();
  await ahead.kept(1);
  ahead.see({ from: seconds(now + 90_000), peers: new Map([[PEER, seconds(7)]]) });
  await ahead.kept(2);
  ahead.stop();
  const next = open(idb, seal, undefined, 'giftWraps');
  await next.found();
  const [seen] = next.seen();
  expect(inSeconds(seen?.from ?? seconds(0)) - now).toBeLessThan(120);
  expect(seen?.peers).toEqual(new Map([[PEER, seconds(7)]]));
  // later messages are compared with that time, not with the time of the next visit
  await next.kept(1);
  next.stop();
  const last = open(idb, seal, undefined, 'giftWraps');
  await last.found();
  expect(last.seen()[0]?.from).toBe(seen?.from);
});
