import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../tests/support/browser/fake-idb.ts';
import { fakeLocks } from '../../../tests/support/browser/fake-locks.ts';
import { targetIn } from '../../events/compose/compose.ts';
import { BLANK } from '../../events/publish/writing/writing.ts';
import { millis, seconds } from '../../events/core/time.ts';
import type { DraftCommand, DraftSignal } from '../../machines/compose/compose-protocol.ts';
import { openStorages } from '../core/storage.ts';
import { draftsName, draftStore, eraseDrafts, openDrafts, putDraft } from './draft-store.ts';

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
let names = 0;

interface World {
  readonly idb: ReturnType<typeof fakeIdb> | undefined;
  readonly local: ReturnType<typeof fakeLocal>;
  /** The locks of one browser. Each composer is in its own tab. */
  readonly browser?: ReturnType<typeof fakeLocks>;
}

/** One page of a browser: its composers share the page's state. */
function openPage({ idb, local, browser }: World) {
  const page = new EventTarget();
  const hiding: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const document = Object.assign(new EventTarget(), hiding);
  const partsOf = (account: string): readonly string[] => {
    const prefix = `starling/${account}/noteDraft/`;
    return [...local.held.keys()].flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
  };
  const tab = browser?.tab();
  const logic = draftStore({
    locks: tab?.locks,
    parts: partsOf,
    newId: () => `n${names++}`,
    factory: idb?.factory,
    storage: openStorages(local.device).account,
    now: () => millis(clock++),
    page,
    document,
    channel: () => undefined,
  });
  return { page, document, tab, logic };
}

function openDraft(
  world: World,
  { account = ME, target = 'root', isChosen = false } = {},
  at = openPage(world),
) {
  const heard: DraftSignal[] = [];
  const { page, document, tab, logic } = at;
  const parent = setup({
    types: { events: {} as DraftSignal },
    actors: { drafts: logic },
  }).createMachine({
    invoke: { id: 'drafts', src: 'drafts', input: { account, target, isChosen } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const send = (command: DraftCommand) => actor.getSnapshot().children['drafts']?.send(command);
  const keep = (text: string) =>
    send({ type: 'draft.keep', writing: { ...BLANK, text, begun: millis(1) } });
  const found = () =>
    vi.waitFor(() => {
      const one = heard.find((signal) => signal.type === 'draft.found');
      if (!one) throw new Error('nothing yet');
      return one.writing?.text;
    });
  /** Ends the tab at once. Its writes to storage stay. */
  const crash = () => tab?.end();
  const signal = () => heard.find((one) => one.type === 'draft.found');
  return { heard, page, document, send, keep, found, signal, crash, stop: () => actor.stop() };
}
const fakeOf = ({ idb }: World) => idb ?? fakeIdb();
const onDisk = (idb: ReturnType<typeof fakeIdb>) =>
  JSON.stringify(idb.names().flatMap((name) => idb.rows(name, 'drafts')));

test('INV-NO-LOSS INV-SCOPE a text is found again only where it was written, and not by another account', async () => {
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

test('E-48 one copy is enough: the database after a browser crash, local storage after a page crash', async () => {
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

test('COMPOSE-02 INV-NO-LOSS both copies store a text with its mentions (noteDraftUserRefs), by target', async () => {
  const people = { ann: OTHER };
  for (const lost of ['local', 'disk'] as const) {
    const world = { idb: fakeIdb(), local: fakeLocal() };
    for (const target of ['root', `reply:${OTHER}`, `quote:${OTHER}`]) {
      const draft = openDraft(world, { target });
      await draft.found();
      draft.send({
        type: 'draft.keep',
        writing: { ...BLANK, text: `@ann in ${target}`, people, begun: millis(1) },
      });
      await vi.waitFor(() => expect(onDisk(world.idb)).toContain(`@ann in ${target}`));
      draft.stop();
      if (lost === 'local') world.local.held.clear();
      const again = openDraft(lost === 'disk' ? { idb: fakeIdb(), local: world.local } : world, {
        target,
      });
      expect(await again.found()).toBe(`@ann in ${target}`);
      expect(again.signal()).toMatchObject({ writing: { people } });
      again.stop();
    }
  }
});

test('a page that may close reports it', async () => {
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

const onlyIn = async (world: World, target = 'root') => {
  const all: (string | undefined)[] = [];
  for (let at = 0; at < 9; at++) {
    const draft = openDraft(world, { target });
    const text = await draft.found();
    draft.send({ type: 'draft.drop' });
    draft.stop();
    if (text === undefined) return all;
    all.push(text);
    await vi.waitFor(() =>
      expect(JSON.stringify([...world.local.held, world.idb && onDisk(world.idb)])).not.toContain(
        text,
      ),
    );
  }
  return all;
};

for (const target of ['root', `reply:${OTHER}`]) {
  for (const hasLocks of [true, false]) {
    test(`COMPOSE-12 INV-NO-LOSS ${target.slice(0, 5)} ${hasLocks ? 'with' : 'without'} locks: both texts stay`, async () => {
      const world: World = {
        idb: fakeIdb(),
        local: fakeLocal(),
        ...(hasLocks ? { browser: fakeLocks() } : {}),
      };
      const [one, two] = [openDraft(world, { target }), openDraft(world, { target })];
      expect(await Promise.all([one.found(), two.found()])).toEqual([undefined, undefined]);
      two.keep('BETA');
      await vi.waitFor(() => expect(onDisk(fakeOf(world))).toContain('BETA'));
      one.keep('ALPHA');
      await vi.waitFor(() => expect(onDisk(fakeOf(world))).toContain('ALPHA'));
      expect(onDisk(fakeOf(world))).toContain('BETA');
      for (const tab of [one, two]) {
        tab.crash();
        tab.stop();
      }
      const next = openDraft(world, { target });
      expect(await next.found()).toBe('ALPHA');
      expect(next.signal()).toMatchObject({ others: 1 });
      next.send({ type: 'draft.drop' });
      next.stop();
      await vi.waitFor(() => expect(onDisk(fakeOf(world))).not.toContain('ALPHA'));
      expect(await onlyIn(world, target)).toEqual(['BETA']);
    });
  }
}

test('COMPOSE-12 two tabs open a stored text: one gets it, the other one begins a new text', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks() };
  world.local.held.set(
    `starling/${ME}/noteDraft/root`,
    JSON.stringify({
      version: 1,
      value: { writing: { ...BLANK, text: 'of an earlier version', begun: millis(1) }, at: 1 },
    }),
  );
  const [one, two] = [openDraft(world), openDraft(world)];
  expect((await Promise.all([one.found(), two.found()])).toSorted()).toEqual([
    'of an earlier version',
    undefined,
  ]);
  expect([one, two].map((tab) => tab.signal()?.others)).toEqual([0, 0]);
  const place = [one, two].map((tab) => tab.signal()).find((signal) => signal?.writing)?.place;
  const chosen = openDraft(world, { target: targetIn('root', place), isChosen: true });
  // a copy of the text that is open elsewhere, with a name of its own
  expect(await chosen.found()).toBe('of an earlier version');
  chosen.keep('written on');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('written on'));
  chosen.send({ type: 'draft.drop' });
  chosen.stop();
  for (const tab of [one, two]) tab.stop();
  await vi.waitFor(async () => expect(await onlyIn(world)).toEqual(['of an earlier version']));
});

test('COMPOSE-12 INV-NO-LOSS a tab of an earlier version writes to its only place: both texts survive', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks() };
  const db = await openDrafts(world.idb.factory, ME);
  const earlier = async (text: string) => {
    const kept = { writing: { ...BLANK, text, begun: millis(1) }, at: millis(clock++) };
    world.local.held.set(
      `starling/${ME}/noteDraft/root`,
      JSON.stringify({ version: 1, value: kept }),
    );
    if (db) await putDraft(db, 'root', kept);
  };
  await earlier('of an earlier version');
  const tab = openDraft(world);
  expect(await tab.found()).toBe('of an earlier version');
  // an outbox job that the earlier version created for the text is recognized by its origin
  expect(tab.signal()).toMatchObject({ writing: { origin: 'root 1' }, others: 0 });
  tab.keep('written on here');
  // the text is offered once, not in both places
  await vi.waitFor(() => expect(onDisk(world.idb)).not.toContain('of an earlier version'));
  expect(JSON.stringify([...world.local.held])).not.toContain('of an earlier version');
  await earlier('written on there');
  tab.crash();
  tab.stop();
  db?.close();
  expect(
    (await onlyIn(world)).toSorted((one, other) => String(one).localeCompare(String(other))),
  ).toEqual(['written on here', 'written on there']);
});

test("COMPOSE-12 INV-NO-LOSS a tab that waits for a text opens the other tab's last version", async () => {
  const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks() };
  for (const last of ['longer', undefined]) {
    const first = openDraft(world);
    await first.found();
    first.keep('one');
    await vi.waitFor(() => expect(onDisk(world.idb)).toContain('one'));
    const next = openDraft(world);
    await vi.waitFor(() => expect(world.browser.waiting()).toBe(1));
    if (last === undefined) first.send({ type: 'draft.drop' });
    else first.keep(last);
    first.stop();
    expect(await next.found()).toBe(last);
    next.send({ type: 'draft.drop' });
    next.stop();
    await vi.waitFor(() => expect(onDisk(world.idb)).toBe('[]'));
  }
});

test('COMPOSE-12 a renamed text stays one text, even if a crash restores its earlier place', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks() };
  const kept = {
    writing: { ...BLANK, text: 'of an earlier version', begun: millis(1) },
    at: millis(clock++),
  };
  const before: readonly [string, string] = [
    `starling/${ME}/noteDraft/root`,
    JSON.stringify({ version: 1, value: kept }),
  ];
  world.local.held.set(...before);
  const first = openDraft(world);
  expect(await first.found()).toBe('of an earlier version');
  await vi.waitFor(() => expect(world.local.held.has(before[0])).toBe(false));
  first.crash();
  first.stop();
  // the disk write of the removal from local storage was lost
  world.local.held.set(...before);
  const next = openDraft(world);
  expect(await next.found()).toBe('of an earlier version');
  expect(next.signal()).toMatchObject({ others: 0 });
  await vi.waitFor(() => expect(world.local.held.has(before[0])).toBe(false));
  next.stop();
  expect(await onlyIn(world)).toEqual(['of an earlier version']);
  // a tab of the earlier version edited it meanwhile
  world.local.held.set(before[0], JSON.stringify({ version: 1, value: { ...kept, at: clock++ } }));
  expect(await onlyIn(world)).toEqual(['of an earlier version']);
});

test('COMPOSE-12 without locks a text stays one text over many visits, with and without a database', async () => {
  for (const world of [
    { idb: fakeIdb(), local: fakeLocal() },
    { idb: undefined, local: fakeLocal() },
  ]) {
    openDraft(world).keep('half');
    for (const text of ['half', 'half a', 'half a thought']) {
      const visit = openDraft(world);
      expect(await visit.found()).toBe(text === 'half' ? 'half' : text.replace(/ \w+$/, ''));
      expect(visit.signal()).toMatchObject({ others: 0 });
      if (text !== 'half') visit.keep(text);
      visit.stop();
      await vi.waitFor(() =>
        expect(world.idb ? onDisk(world.idb) : [...world.local.held.values()].join()).toContain(
          `"${text}"`,
        ),
      );
    }
    expect(await onlyIn(world)).toEqual(['half a thought']);
  }
});

test('COMPOSE-12 a tab locks a new text even if the browser grants the lock late', async () => {
  vi.useFakeTimers();
  try {
    const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks({ lateMs: 900 }) };
    const one = openDraft(world);
    await vi.advanceTimersByTimeAsync(2_000);
    one.keep('typed here');
    await vi.advanceTimersByTimeAsync(2_000);
    const two = openDraft(world);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([one.signal(), two.signal()]).toMatchObject([
      { others: 0 },
      { writing: undefined, others: 0 },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

for (const hasLocks of [true, false]) {
  const how = hasLocks ? 'with' : 'without';

  test(`COMPOSE-12 ${how} locks a composer reopened in the same tab continues the last text`, async () => {
    const world: World = {
      idb: fakeIdb(),
      local: fakeLocal(),
      ...(hasLocks ? { browser: fakeLocks() } : {}),
    };
    const tab = openPage(world);
    const first = openDraft(world, {}, tab);
    await first.found();
    first.keep('half a thought');
    first.stop();
    const next = openDraft(world, {}, tab);
    expect(await next.found()).toBe('half a thought');
    expect(next.signal()).toMatchObject({ others: 0 });
  });

  test(`COMPOSE-12 ${how} locks a text discarded during a disk write stays gone in the same tab`, async () => {
    const world: World = {
      idb: fakeIdb(),
      local: fakeLocal(),
      ...(hasLocks ? { browser: fakeLocks() } : {}),
    };
    const tab = openPage(world);
    const first = openDraft(world, {}, tab);
    await first.found();
    first.keep('thrown away');
    first.send({ type: 'draft.drop' });
    first.stop();
    const next = openDraft(world, {}, tab);
    expect(await next.found()).toBeUndefined();
    expect(next.signal()).toMatchObject({ others: 0 });
  });
}

test('COMPOSE-02 a note that was saved for later fills no new composer, and opens from the list', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks() };
  const first = openDraft(world);
  await first.found();
  const writing = { ...BLANK, text: 'for later', begun: millis(1) };
  first.send({ type: 'draft.keep', writing });
  first.send({ type: 'draft.keep', writing, isAside: true });
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('"isAside":true'));
  const target = `root ${first.signal()?.place}`;
  first.stop();
  const next = openDraft(world);
  expect(await next.found()).toBeUndefined();
  expect(next.signal()).toMatchObject({ others: 1 });
  next.stop();
  const chosen = openDraft(world, { target, isChosen: true });
  expect(await chosen.found()).toBe('for later');
  // a changed text is the current one again
  chosen.send({ type: 'draft.keep', writing: { ...writing, text: 'changed' } });
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('changed'));
  chosen.stop();
  expect(await openDraft(world).found()).toBe('changed');
});

test('COMPOSE-12 INV-NO-LOSS after a disk timeout a new text begins and the stored one is offered', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal(), browser: fakeLocks() };
  const first = openDraft(world);
  await first.found();
  first.keep('kept before');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('kept before'));
  first.stop();
  const late = openDraft(world);
  late.keep('begun at once');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('begun at once'));
  expect(onDisk(world.idb)).toContain('kept before');
  await vi.waitFor(() =>
    expect(late.heard.findLast(({ type }) => type === 'draft.found')).toMatchObject({ others: 1 }),
  );
});

test('E-47 full storage is reported once and revoked; corrupt records are ignored; no database is needed', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal() };
  const draft = openDraft(world);
  await draft.found();
  world.local.faults.full = true;
  world.idb.faults.fail = (operation) =>
    operation === 'add' ? new DOMException('full', 'QuotaExceededError') : undefined;
  draft.keep('a');
  draft.keep('b');
  await vi.waitFor(() =>
    expect(draft.heard.at(-1)).toEqual({ type: 'draft.writeFailed', reason: 'full' }),
  );
  world.idb.faults.fail = () => undefined;
  draft.keep('c');
  await vi.waitFor(() => expect(draft.heard.at(-1)).toEqual({ type: 'draft.kept' }));
  expect(draft.heard.filter(({ type }) => type === 'draft.writeFailed')).toHaveLength(1);

  const corrupt = { idb: fakeIdb(), local: fakeLocal() };
  await openDraft(corrupt).found();
  for (const junk of [
    7,
    null,
    { target: 'root' },
    { target: 'root', at: seconds(9), writing: { text: 1 } },
  ])
    corrupt.idb.plant(draftsName(ME), 'drafts', junk);
  expect(await openDraft(corrupt).found()).toBeUndefined();

  const bare = { idb: undefined, local: fakeLocal() };
  openDraft(bare).keep('x');
  expect(await openDraft(bare).found()).toBe('x');
});

test('E-35 an erased text is gone', async () => {
  const world = { idb: fakeIdb(), local: fakeLocal() };
  openDraft(world).keep('secret');
  await vi.waitFor(() => expect(onDisk(world.idb)).toContain('secret'));
  await eraseDrafts(world.idb.factory, ME);
  expect(world.idb.names()).toEqual([]);
});
