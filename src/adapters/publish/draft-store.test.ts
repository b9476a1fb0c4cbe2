import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../tests/support/fake-idb.ts';
import { BLANK } from '../../events/publish/compose.ts';
import { millis, seconds } from '../../events/time.ts';
import type { DraftCommand, DraftSignal } from '../../machines/publish/compose-wire.ts';
import { openStorages } from '../app/storage.ts';
import { draftsName, draftStore, eraseDrafts } from './draft-store.ts';

const ME = '1'.repeat(64);
const OTHER = '2'.repeat(64);
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function fakeLocal() {
  const held = new Map<string, string>();
  const faults = { full: false };
  const device = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (faults.full) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, value);
    },
    removeItem: (key: string) => held.delete(key),
  };
  return { device, held, faults };
}

let clock = 1_000;
function openDraft(
  { idb, local }: { idb: ReturnType<typeof fakeIdb> | undefined; local: ReturnType<typeof fakeLocal> },
  { account = ME, target = 'root' } = {},
) {
  const heard: DraftSignal[] = [];
  const page = new EventTarget();
  const hiding: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const document = Object.assign(new EventTarget(), hiding);
  const storages = openStorages(local.device);
  const logic = draftStore({
    factory: idb?.factory,
    storage: storages.account,
    now: () => millis(clock++),
    page,
    document,
    channel: () => undefined,
  });
  const parent = setup({ types: { events: {} as DraftSignal }, actors: { drafts: logic } }).createMachine({
    invoke: { id: 'drafts', src: 'drafts', input: { account, target } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const send = (command: DraftCommand) => actor.getSnapshot().children['drafts']?.send(command);
  const keep = (text: string) => send({ type: 'draft.keep', writing: { ...BLANK, text, begun: millis(1) } });
  const found = () =>
    vi.waitFor(() => {
      const one = heard.find((signal) => signal.type === 'draft.found');
      if (!one) throw new Error('nothing yet');
      return one.writing?.text;
    });
  return { heard, page, document, send, keep, found, stop: () => actor.stop() };
}
const onDisk = (idb: ReturnType<typeof fakeIdb>) => JSON.stringify(idb.names().flatMap((name) => idb.rows(name, 'drafts')));

test('INV-NO-LOSS a text is found again where it was written, and nowhere else; INV-SCOPE not by another account', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal() };
  const first = openDraft(world);
  expect(await first.found()).toBeUndefined();
  first.keep('one');
  first.keep('two');
  await vi.waitFor(() => expect(world.idb.rows(draftsName(ME), 'drafts')).toHaveLength(1));
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('two'));
  first.stop();
  expect(await openDraft(world).found()).toBe('two');
  expect(await openDraft(world, { target: 'reply:x' }).found()).toBeUndefined();
  expect(await openDraft(world, { account: OTHER }).found()).toBeUndefined();
});

test('E-48 either copy is enough: the database after the end of the browser, local storage after the end of the page', async () => {
  const lostLocal = { idb: fakeIdb(), local: fakeLocal() };
  openDraft(lostLocal).keep('kept');
  await vi.waitFor(() => expect(onDisk(lostLocal.idb)).toContain('kept'));
  lostLocal.local.held.clear();
  expect(await openDraft(lostLocal).found()).toBe('kept');

  const lostDisk = { idb: fakeIdb(), local: fakeLocal() };
  const going = openDraft(lostDisk);
  await going.found();
  going.keep('at the last moment');
  lostDisk.idb.crash();
  going.stop();
  expect(await openDraft(lostDisk).found()).toBe('at the last moment');
});

test('COMPOSE-02 INV-NO-LOSS with a text is kept whom its names mean (noteDraftUserRefs), by what it answers or root, in either copy', async () => {
  const people = { ann: OTHER };
  for (const lost of ['local', 'disk'] as const) {
    const world = { idb: fakeIdb(), local: fakeLocal() };
    for (const target of ['root', `reply:${OTHER}`, `quote:${OTHER}`]) {
      const draft = openDraft(world, { target });
      await draft.found();
      draft.send({ type: 'draft.keep', writing: { ...BLANK, text: `@ann in ${target}`, people, begun: millis(1) } });
      await vi.waitFor(() => expect(onDisk(world.idb)).toContain(`@ann in ${target}`));
      draft.stop();
      if (lost === 'local') world.local.held.clear();
      const again = openDraft(lost === 'disk' ? { idb: fakeIdb(), local: world.local } : world, { target });
      expect(await again.found()).toBe(`@ann in ${target}`);
      expect(again.heard).toContainEqual({ type: 'draft.found', writing: expect.objectContaining({ people }) });
      again.stop();
    }
  }
});

test('a page that may go says so', async () => {
  const draft = openDraft({ idb: fakeIdb(), local: fakeLocal() });
  draft.page.dispatchEvent(new Event('pagehide'));
  draft.document.dispatchEvent(new Event('visibilitychange'));
  draft.document.visibilityState = 'hidden';
  draft.document.dispatchEvent(new Event('visibilitychange'));
  expect(draft.heard.filter(({ type }) => type === 'draft.flush')).toHaveLength(2);
  draft.stop();
  draft.page.dispatchEvent(new Event('pagehide'));
  expect(draft.heard.filter(({ type }) => type === 'draft.flush')).toHaveLength(2);
});

test('what is dropped is gone from both, but not what another tab has written since', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal() };
  const [one, two] = [openDraft(world), openDraft(world)];
  await Promise.all([one.found(), two.found()]);
  one.keep('published');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('published'));
  two.keep('written on');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('written on'));
  one.send({ type: 'draft.drop' });
  one.stop();
  expect(await openDraft(world).found()).toBe('written on');
  two.send({ type: 'draft.drop' });
  await vi.waitFor(() => expect(world.idb.rows(draftsName(ME), 'drafts')).toEqual([]));
  expect([...world.local.held]).toEqual([]);
});

test('E-47 full storage is said once and taken back; corrupt records are nothing; without a database local storage is enough', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal() };
  const draft = openDraft(world);
  await draft.found();
  world.local.faults.full = true;
  world.idb.faults.fail = (operation) => (operation === 'add' ? new DOMException('full', 'QuotaExceededError') : undefined);
  draft.keep('a');
  draft.keep('b');
  await vi.waitFor(() => expect(draft.heard.at(-1)).toEqual({ type: 'draft.unkept', reason: 'full' }));
  world.idb.faults.fail = () => undefined;
  draft.keep('c');
  await vi.waitFor(() => expect(draft.heard.at(-1)).toEqual({ type: 'draft.kept' }));
  expect(draft.heard.filter(({ type }) => type === 'draft.unkept')).toHaveLength(1);

  const corrupt = { idb: fakeIdb(), local: fakeLocal() };
  await openDraft(corrupt).found();
  for (const junk of [7, null, { target: 'root' }, { target: 'root', at: seconds(9), writing: { text: 1 } }])
    corrupt.idb.plant(draftsName(ME), 'drafts', junk);
  expect(await openDraft(corrupt).found()).toBeUndefined();

  const bare = { idb: undefined, local: fakeLocal() };
  openDraft(bare).keep('x');
  expect(await openDraft(bare).found()).toBe('x');
});

test('E-35 what is erased is gone', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal() };
  openDraft(world).keep('secret');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('secret'));
  await eraseDrafts(world.idb.factory, ME);
  expect(world.idb.names()).toEqual([]);
});
