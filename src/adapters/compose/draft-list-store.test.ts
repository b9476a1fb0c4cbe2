import { expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../tests/support/browser/fake-idb.ts';
import { fakeLocks } from '../../../tests/support/browser/fake-locks.ts';
import { BLANK } from '../../events/publish/writing/writing.ts';
import { millis } from '../../events/core/time.ts';
import type { DraftSignal } from '../../machines/compose/compose-protocol.ts';
import type {
  DraftListStoreCommand,
  DraftListStoreSignal,
} from '../../machines/compose/draft-list.machine.ts';
import { openStorages } from '../core/storage.ts';
import { draftListStore } from './draft-list-store.ts';
import { draftStore, openDrafts, putDraft } from './draft-store.ts';

const ME = '3'.repeat(64);
const text = (words: string) => ({ ...BLANK, text: words, begun: millis(1) });

const channel = (name: string) => new BroadcastChannel(name);

/** `held`: the content of local storage, shared by the tabs of a browser. */
function startStore(
  factory: IDBFactory | undefined,
  held = new Map<string, string>(),
  locks?: LockManager,
) {
  const storages = openStorages({
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  });
  const prefix = `starling/${ME}/noteDraft/`;
  const parts = () =>
    [...held.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const heard: DraftListStoreSignal[] = [];
  let clock = 100;
  const logic = draftListStore({
    factory,
    storage: storages.account,
    now: () => millis(clock++),
    parts,
    channel,
    locks,
  });
  const parent = setup({
    types: { events: {} as DraftListStoreSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'store', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  const found = () => heard.at(-1)?.drafts.map(({ target, writing }) => [target, writing.text]);
  /**
   * Waits until those drafts are listed. One command can cause several reports while the disk
   * writes.
   */
  const lists = (drafts: readonly (readonly string[])[]) =>
    vi.waitFor(() => expect(found()).toEqual(drafts));
  const send = async (command: DraftListStoreCommand) => {
    const before = heard.length;
    actor.getSnapshot().children['store']?.send(command);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before));
  };
  const open = () => heard.at(-1)?.open;
  return { send, found, open, lists, storages, held, parts, stop: () => actor.stop() };
}

test('COMPOSE-02 all texts of an account are listed, newest first, each in its latest stored version', async () => {
  const { factory } = fakeIdb();
  const store = startStore(factory);
  const db = await openDrafts(factory, ME);
  if (!db) throw new Error('no database');
  await putDraft(db, 'root', { writing: text('older'), at: millis(5) });
  await putDraft(db, 'reply:x', { writing: text('on the disk'), at: millis(7) });
  store.storages.account(ME).write('noteDraft', { writing: text('newer'), at: millis(9) }, 'root');
  store.storages.account(ME).write('noteDraft', { writing: 'junk', at: 3 }, 'quote:y');
  await store.send({ type: 'draftListStore.load' });
  await store.lists([
    ['root', 'newer'],
    ['reply:x', 'on the disk'],
  ]);
  await store.send({ type: 'draftListStore.drop', target: 'reply:x', at: millis(7) });
  await store.lists([['root', 'newer']]);
  // another tab edited it meanwhile
  await store.send({ type: 'draftListStore.drop', target: 'root', at: millis(6) });
  await store.lists([['root', 'newer']]);
  await store.send({ type: 'draftListStore.put', target: 'root 1', writing: text('back') });
  await store.lists([
    ['root 1', 'back'],
    ['root', 'newer'],
  ]);
  db.close();
  store.stop();
});

test('E-47 without a database the texts of local storage are listed, put and dropped', async () => {
  const store = startStore(undefined);
  await store.send({ type: 'draftListStore.put', target: 'root', writing: text('here') });
  await store.lists([['root', 'here']]);
  await store.send({ type: 'draftListStore.drop', target: 'root', at: millis(500) });
  await store.lists([]);
  store.stop();
});

test("INV-NO-LOSS a text that one tab deletes, restores or sends is updated in the other tab's list", async () => {
  const { factory } = fakeIdb();
  const [held, browser] = [new Map<string, string>(), fakeLocks()];
  const [one, two] = [
    startStore(factory, held, browser.tab().locks),
    startStore(factory, held, browser.tab().locks),
  ];
  await one.send({ type: 'draftListStore.put', target: 'root', writing: text('a thought') });
  await vi.waitFor(() => expect(two.found()).toEqual([['root', 'a thought']]));
  await two.send({ type: 'draftListStore.drop', target: 'root', at: millis(500) });
  await vi.waitFor(() => expect(one.found()).toEqual([]));
  await two.send({ type: 'draftListStore.put', target: 'root 1', writing: text('taken back') });
  await vi.waitFor(() => expect(one.found()).toEqual([['root 1', 'taken back']]));
  // a third tab's composer drops it, as its note was sent
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  const deps = {
    factory,
    storage: one.storages.account,
    now: () => millis(900),
    page,
    document,
    channel,
  };
  const logic = draftStore({
    ...deps,
    locks: browser.tab().locks,
    parts: one.parts,
    newId: () => 'new',
  });
  const heard: DraftSignal[] = [];
  const parent = setup({ types: { events: {} as DraftSignal }, actors: { logic } }).createMachine({
    invoke: { id: 'drafts', src: 'logic', input: { account: ME, target: 'root', isChosen: false } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const third = createActor(parent).start();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  await one.send({ type: 'draftListStore.load' });
  await vi.waitFor(() => expect(one.open()).toEqual(['root 1']));
  // a list from before the third tab opened it does not delete that tab's text
  await two.send({ type: 'draftListStore.drop', target: 'root 1', at: millis(901) });
  expect(two.found()).toEqual([['root 1', 'taken back']]);
  third.getSnapshot().children['drafts']?.send({ type: 'draft.drop' });
  await vi.waitFor(() => expect([one.found(), two.found()]).toEqual([[], []]));
  for (const tab of [one, two, third]) tab.stop();
});
