import { expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { fakeIdb } from '../../../tests/support/browser/fake-idb.ts';
import { fakeLocks } from '../../../tests/support/browser/fake-locks.ts';
import { millis } from '../../events/core/time.ts';
import { BLANK } from '../../events/publish/writing/writing.ts';
import { openStorages } from '../core/storage.ts';
import { tabNames } from '../core/tab-names.ts';
import { forgetFinished } from './finished-draft.ts';
import { draftLock } from './draft-choice.ts';
import { keptDrafts, openDrafts, putDraft } from './draft-store.ts';

const ME = '3'.repeat(64);
const QUOTED = `quote:${'7'.repeat(64)}`;
const text = (words: string, begun: number) => ({ ...BLANK, text: words, begun: millis(begun) });

/** Stored texts of one account, on disk and in local storage. */
async function stored(texts: Readonly<Record<string, ReturnType<typeof text>>>) {
  const held = new Map<string, string>();
  const { account: storage } = openStorages({
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  });
  const { factory } = fakeIdb();
  const { locks } = fakeLocks().tab();
  const local = storage(ME);
  const db = await openDrafts(factory, ME);
  for (const [target, writing] of Object.entries(texts)) {
    const kept = { writing, at: millis(50) };
    local.write('noteDraft', kept, target);
    // oxlint-disable-next-line no-await-in-loop -- one write after the other
    if (db) await putDraft(db, target, kept);
  }
  db?.close();
  const parts = () => Object.keys(texts);
  const channel = (name: string) => new BroadcastChannel(name);
  const logic = forgetFinished({ factory, storage, channel, locks, parts });
  return {
    locks,
    forget: (origin: string, content: string) =>
      toPromise(createActor(logic, { input: { account: ME, origin, content } }).start()),
    left: async () =>
      (await keptDrafts(factory, ME, local, parts())).map(({ target }) => target).toSorted(),
  };
}

test('BEYOND-05 a discarded text is gone on disk and in local storage, and others stay', async () => {
  const it = await stored({ 'root a': text('one @iris ', 1), 'root b': text('one @iris', 2) });
  await it.forget('root a 1', 'one @iris');
  expect(await it.left()).toEqual(['root b']);
});

test('BEYOND-05 INV-NO-LOSS a text that was changed since, or that a tab has open, stays', async () => {
  const it = await stored({ 'root a': text('one, longer', 1), 'root b': text('two', 2) });
  await it.forget('root a 1', 'one');
  await tabNames(it.locks).take(draftLock(ME, 'root b'));
  await it.forget('root b 2', 'two');
  expect(await it.left()).toEqual(['root a', 'root b']);
});

test('BEYOND-05 a discarded quote is recognised by its words, without the quoted event', async () => {
  const it = await stored({
    [`${QUOTED} a`]: text('mine', 1),
    [`${QUOTED} b`]: text('mi', 2),
  });
  await it.forget(`${QUOTED} a 1`, 'mine\n\nnostr:nevent1qqqq');
  await it.forget(`${QUOTED} b 2`, 'mine\n\nnostr:nevent1qqqq');
  expect(await it.left()).toEqual([`${QUOTED} b`]);
});
