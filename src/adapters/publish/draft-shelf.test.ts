import { expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../tests/support/fake-idb.ts';
import { BLANK } from '../../events/publish/compose.ts';
import { millis } from '../../events/time.ts';
import type { ShelfCommand, ShelfSignal } from '../../machines/publish/draft-box.machine.ts';
import { openStorages } from '../app/storage.ts';
import { draftShelf } from './draft-shelf.ts';
import { openDrafts, putDraft } from './draft-store.ts';

const ME = '3'.repeat(64);
const text = (words: string) => ({ ...BLANK, text: words, begun: millis(1) });

function shelfOf(factory: IDBFactory | undefined) {
  const held = new Map<string, string>();
  const storages = openStorages({
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  });
  const prefix = `starling/${ME}/noteDraft/`;
  const parts = () => [...held.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const heard: ShelfSignal[] = [];
  let clock = 100;
  const logic = draftShelf({ factory, storage: storages.account, now: () => millis(clock++), parts });
  const parent = setup({ types: { events: {} as ShelfSignal }, actors: { logic } }).createMachine({
    invoke: { id: 'shelf', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  const send = async (command: ShelfCommand) => {
    const before = heard.length;
    actor.getSnapshot().children['shelf']?.send(command);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before));
    return heard.at(-1)?.drafts.map(({ target, writing }) => [target, writing.text]);
  };
  return { send, storages, held, stop: () => actor.stop() };
}

test('COMPOSE-02 all texts of an account are listed, each in its latest version from wherever that lies, the latest first', async () => {
  const { factory } = fakeIdb();
  const shelf = shelfOf(factory);
  const db = await openDrafts(factory, ME);
  if (!db) throw new Error('no database');
  await putDraft(db, 'root', { writing: text('older'), at: millis(5) });
  await putDraft(db, 'reply:x', { writing: text('on the disk'), at: millis(7) });
  shelf.storages.account(ME).write('noteDraft', { writing: text('newer'), at: millis(9) }, 'root');
  shelf.storages.account(ME).write('noteDraft', { writing: 'junk', at: 3 }, 'quote:y');
  expect(await shelf.send({ type: 'shelf.look' })).toEqual([
    ['root', 'newer'],
    ['reply:x', 'on the disk'],
  ]);
  expect(await shelf.send({ type: 'shelf.drop', target: 'reply:x', at: millis(7) })).toEqual([['root', 'newer']]);
  // somebody wrote on meanwhile
  expect(await shelf.send({ type: 'shelf.drop', target: 'root', at: millis(6) })).toEqual([['root', 'newer']]);
  expect(await shelf.send({ type: 'shelf.put', target: 'root 1', writing: text('back') })).toEqual([
    ['root 1', 'back'],
    ['root', 'newer'],
  ]);
  db.close();
  shelf.stop();
});

test('E-47 without a database what local storage has is listed, put and dropped', async () => {
  const shelf = shelfOf(undefined);
  expect(await shelf.send({ type: 'shelf.put', target: 'root', writing: text('here') })).toEqual([['root', 'here']]);
  expect(await shelf.send({ type: 'shelf.drop', target: 'root', at: millis(500) })).toEqual([]);
  shelf.stop();
});
