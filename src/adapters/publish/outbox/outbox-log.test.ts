import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type {
  OutboxEntry,
  OutboxEntryDraft,
  OutboxRequest,
} from '../../../events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../../events/publish/outbox/event-template.ts';
import { seconds } from '../../../events/core/time.ts';
import { verifyWith } from '../../../events/nostr/verify.ts';
import { openDatabase, transact } from '../../core/indexed-db.ts';
import { type OutboxLog, type OutboxLogDeps, outboxLogName, openOutboxLog } from './outbox-log.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const ME = '1'.repeat(64);
const NAME = outboxLogName(ME);
const A = pressed('wss://a.example');
const draft = pressed({ kind: 1, tags: [], content: 'hello' });
const template = templateOf(draft, ME, seconds(100));
const later = templateOf(draft, ME, seconds(200));
const begin = (job = 'j'): OutboxEntryDraft[] => [
  { job, type: 'intended', account: ME, wish: { type: 'event', draft } },
  { job, type: 'drafted', template, relays: [A] },
];
const signed: OutboxEntryDraft = { job: 'j', type: 'signed', event: trusted(template) };
const ok: OutboxEntryDraft = { job: 'j', type: 'answered', relay: A, accepted: true };
const quota = () => new DOMException('full', 'QuotaExceededError');

function depsOf(idb: ReturnType<typeof fakeIdb>, tab: string): OutboxLogDeps {
  const verify = () => Promise.resolve(verifyWith(() => true));
  let opened = 0;
  return {
    factory: idb.factory,
    keyRange: idb.keyRange,
    now: () => seconds(100),
    verify,
    newId: () => `${tab} ${opened++}`,
  };
}
const types = ({ entries }: { entries: readonly OutboxEntry[] }) => entries.map(({ type }) => type);
const stateIn = (entries: readonly OutboxEntry[]) => {
  const record = foldOutbox(new Map(), entries).get('j');
  return record && stateOf(record);
};

describe('the log of an account', () => {
  test("the next tab reads a tab's lines in order, with their time, each once", async () => {
    const idb = fakeIdb();
    const first = await openOutboxLog(ME, depsOf(idb, 'one'));
    expect(await first.read()).toEqual({ entries: [], refused: [], unkept: undefined });
    expect(types(await first.append(begin()))).toEqual(['intended', 'drafted']);
    expect(types(await first.append([signed]))).toEqual(['signed']);
    expect(types(await first.read())).toEqual([]);
    const second = await openOutboxLog(ME, depsOf(idb, 'two'));
    const { entries } = await second.read();
    expect(entries).toEqual([...begin(), signed].map((line) => ({ ...line, at: seconds(100) })));
    expect(types(await second.append([ok]))).toEqual(['answered']);
    expect(types(await first.append([{ job: 'j', type: 'imported' }]))).toEqual([
      'answered',
      'imported',
    ]);
  });

  test('INV-SCOPE an account that returns in the same tab also receives its new lines', async () => {
    const idb = fakeIdb();
    const deps = depsOf(idb, 'one');
    const first = await openOutboxLog(ME, deps);
    await first.append(begin());
    first.close();
    const second = await openOutboxLog(ME, deps);
    expect(types(await second.read())).toEqual(['intended', 'drafted']);
    expect(types(await second.append(begin('k')))).toEqual(['intended', 'drafted']);
  });

  test('PUBLISH-04 DM-05 of two tabs that encrypt one draft one sends it, in either form', async () => {
    const idb = fakeIdb();
    const [one, two] = [
      await openOutboxLog(ME, depsOf(idb, 'one')),
      await openOutboxLog(ME, depsOf(idb, 'two')),
    ];
    const origin = 'message:ann 1';
    const old = (content: string) => pressed({ kind: 4, tags: [['p', 'ann']], content });
    const wrap = (id: string, more: object) => ({ type: 'wrap' as const, id, to: 'ann', ...more });
    const intend = (job: string, wish: OutboxRequest): OutboxEntryDraft => ({
      job,
      type: 'intended',
      account: ME,
      wish,
    });
    await one.append([intend('j', { type: 'event', draft: old('once'), origin })]);
    const again = [
      intend('k', { type: 'event', draft: old('twice'), origin }),
      intend('l', wrap('b', { origin })),
      intend('m', wrap('c', { after: 'l' })),
    ];
    const { refused } = await two.append(again);
    expect(refused).toEqual(again.map((line) => ({ ...line, at: seconds(100) })));
    await two.append([{ job: 'j', type: 'discarded' }]);
    expect(types(await two.append(again.slice(1)))).toEqual(['intended', 'intended']);
  });

  test('PUBLISH-04 of two tabs that sign the same job one wins, and the other is notified', async () => {
    const idb = fakeIdb();
    const [one, two] = [
      await openOutboxLog(ME, depsOf(idb, 'one')),
      await openOutboxLog(ME, depsOf(idb, 'two')),
    ];
    await one.append(begin());
    await two.read();
    const other: OutboxEntryDraft[] = [
      { job: 'j', type: 'drafted', template: later, relays: [A] },
      { job: 'j', type: 'signed', event: trusted(later) },
    ];
    const [mine, theirs] = await Promise.all([one.append([signed]), two.append(other)]);
    expect(types(mine)).toEqual(['signed']);
    expect(types(theirs)).toEqual(['signed']);
    expect(theirs.refused.map(({ type }) => type)).toEqual(['drafted', 'signed']);
    expect(idb.rows(NAME, 'log')).toHaveLength(3);
  });

  test('INV-SCOPE accounts have separate logs', async () => {
    const idb = fakeIdb();
    const mine = await openOutboxLog(ME, depsOf(idb, 'one'));
    await mine.append(begin());
    const other = await openOutboxLog('2'.repeat(64), depsOf(idb, 'one'));
    expect((await other.read()).entries).toEqual([]);
  });

  test('pruned lines are gone from the disk', async () => {
    const idb = fakeIdb();
    const journal = await openOutboxLog(ME, depsOf(idb, 'one'));
    await journal.append([...begin(), ...begin('k')]);
    await journal.prune(['j']);
    const again = await openOutboxLog(ME, depsOf(idb, 'two'));
    expect((await again.read()).entries.map(({ job }) => job)).toEqual(['k', 'k']);
  });

  test('E-47 corrupt lines, and lines of later versions, are skipped', async () => {
    const idb = fakeIdb();
    const journal = await openOutboxLog(ME, depsOf(idb, 'one'));
    await journal.append(begin());
    for (const junk of [
      undefined,
      null,
      7,
      {},
      { mark: 'x' },
      { mark: 'x', entry: { job: 'j', at: seconds(1), type: 'dreamt' } },
    ])
      idb.plant(NAME, 'log', junk);
    await journal.append([signed]);
    const again = await openOutboxLog(ME, depsOf(idb, 'two'));
    expect(types(await again.read())).toEqual(['intended', 'drafted', 'signed']);
  });
});

describe('a refusing disk', () => {
  test('E-47 DM-05 a refused message is none, so that its own copy is refused, too', async () => {
    const log = await openOutboxLog(ME, { ...depsOf(fakeIdb(), 'one'), factory: undefined });
    const origin = 'message:ann 1';
    const old = pressed({ kind: 4, tags: [['p', 'ann']], content: 'once' });
    const lines = (
      [
        ['j', { type: 'event', draft: old, origin }],
        ['l', { type: 'wrap', id: 'b', to: 'ann', origin }],
        ['m', { type: 'wrap', id: 'c', to: 'ann', after: 'l' }],
      ] satisfies Array<[string, OutboxRequest]>
    ).map(([job, wish]) => ({ job, type: 'intended', account: ME, wish }) as const);
    const { entries, refused } = await log.append(lines);
    expect([entries, refused].map((some) => some.map(({ job }) => job))).toEqual([
      ['j'],
      ['l', 'm'],
    ]);
  });

  test('E-47 a full disk is reported; unwritten lines are remembered, and written with the next possible', async () => {
    const idb = fakeIdb();
    const journal = await openOutboxLog(ME, depsOf(idb, 'one'));
    idb.faults.fail = (operation) => (operation === 'add' ? quota() : undefined);
    const unkept = await journal.append(begin());
    expect([types(unkept), unkept.unkept]).toEqual([['intended', 'drafted'], 'full']);
    expect((await journal.append([{ ...signed, event: trusted(later) }])).refused).toHaveLength(1);
    expect(idb.rows(NAME, 'log')).toEqual([]);
    idb.faults.fail = () => undefined;
    const kept = await journal.append([signed]);
    expect([types(kept), kept.unkept]).toEqual([['signed'], undefined]);
    const again = await openOutboxLog(ME, depsOf(idb, 'two'));
    expect(types(await again.read())).toEqual(['intended', 'drafted', 'signed']);
  });

  test('a commit that fails leaves nothing half written', async () => {
    const idb = fakeIdb();
    const journal = await openOutboxLog(ME, depsOf(idb, 'one'));
    idb.faults.fail = (operation) => (operation === 'commit' ? quota() : undefined);
    expect((await journal.append(begin())).unkept).toBe('full');
    expect(idb.rows(NAME, 'log')).toEqual([]);
  });

  test('E-47 without a usable database the log lives as long as the page; a later version is untouched', async () => {
    const none = await openOutboxLog(ME, { ...depsOf(fakeIdb(), 'one'), factory: undefined });
    expect([types(await none.append(begin())), (await none.append([signed])).unkept]).toEqual([
      ['intended', 'drafted'],
      'blocked',
    ]);
    const refused = fakeIdb({
      fail: (operation) =>
        operation === 'open' ? new DOMException('no', 'SecurityError') : undefined,
    });
    expect((await (await openOutboxLog(ME, depsOf(refused, 'one'))).append(begin())).unkept).toBe(
      'blocked',
    );
    const newer = fakeIdb();
    newer.setVersion(NAME, 9);
    expect((await (await openOutboxLog(ME, depsOf(newer, 'one'))).append(begin())).unkept).toBe(
      'newer',
    );
    expect(newer.rows(NAME, 'log')).toEqual([]);
  });
});

/**
 * Two tabs over one disk, killed at any moment. No line that was reported as stored may be missing
 * afterwards.
 */
const steps = fc.array(
  fc.record({
    tab: fc.nat(1),
    what: fc.constantFrom(
      'begin',
      'sign',
      'sign other',
      'ok',
      'retry',
      'discard',
      'read',
      'crash',
      'full',
      'room',
    ),
  }),
  { minLength: 3, maxLength: 25 },
);
const LINES: Record<string, readonly OutboxEntryDraft[]> = {
  begin: begin(),
  sign: [signed],
  'sign other': [
    { job: 'j', type: 'drafted', template: later, relays: [A] },
    { job: 'j', type: 'signed', event: trusted(later) },
  ],
  ok: [ok],
  retry: [{ job: 'j', type: 'retried' }],
  discard: [{ job: 'j', type: 'discarded' }],
};

type Open = typeof openOutboxLog;
const keepsWhatItSays = (openLog: Open) =>
  fc.asyncProperty(steps, async (script) => {
    const idb = fakeIdb();
    const kept: OutboxEntry[] = [];
    let isFull = false;
    idb.faults.fail = (operation) =>
      isFull && operation !== 'open' && operation !== 'getAll' ? quota() : undefined;
    let lives = 0;
    const open = async () => ({
      journal: await openLog(ME, depsOf(idb, String(lives++))),
      told: [] as OutboxEntry[],
    });
    const tabs: Array<{ journal: OutboxLog; told: OutboxEntry[] }> = [await open(), await open()];
    for (const { tab, what } of script) {
      const one = tabs[tab];
      if (!one) continue;
      if (what === 'full' || what === 'room') isFull = what === 'full';
      else if (what === 'crash') {
        void one.journal.append(LINES['ok'] ?? []);
        await Promise.resolve();
        idb.crash();
        tabs[tab] = await open();
      } else {
        const written =
          what === 'read' ? await one.journal.read() : await one.journal.append(LINES[what] ?? []);
        one.told.push(...written.entries);
        if (written.unkept === undefined) kept.push(...written.entries);
      }
    }
    isFull = false;
    for (const { journal, told } of tabs) told.push(...(await journal.append([])).entries);
    for (const { journal, told } of tabs) told.push(...(await journal.read()).entries);
    const { entries } = await (await open()).journal.read();
    for (const entry of kept) expect(entries).toContainEqual(entry);
    expect(entries.filter(({ type }) => type === 'signed').length).toBeLessThanOrEqual(1);
    for (const { told } of tabs)
      if (told.length === entries.length) expect(stateIn(told)).toBe(stateIn(entries));
  });

test('E-47 E-48 two tabs, crashes and a full disk: stored lines stay, and a job is signed once', async () => {
  await fc.assert(keepsWhatItSays(openOutboxLog), { numRuns: runs(60) });
});

/** Reports every line as stored, even if the disk refuses. */
const boastful: Open = async (...args) => {
  const journal = await openOutboxLog(...args);
  return {
    ...journal,
    append: async (lines) => ({ ...(await journal.append(lines)), unkept: undefined }),
  };
};
/** Writes without reading first. */
const blind: Open = async (account, deps) => {
  const journal = await openOutboxLog(account, deps);
  const append: OutboxLog['append'] = async (lines) => {
    const entries = lines.map((line) => ({ ...line, at: seconds(100) }));
    const db = await openDatabase(deps.factory ?? indexedDB, NAME, 1, () => undefined);
    await transact<void>(
      db,
      { store: 'log', mode: 'readwrite', timeoutMs: 1_000 },
      (store, done) => {
        for (const entry of entries) store.add({ mark: `${deps.newId()} ${marks++}`, entry });
        done();
      },
    ).catch(() => undefined);
    return { entries, refused: [], unkept: 'full' };
  };
  return { ...journal, append };
};
let marks = 0;

test.each<[string, Open]>([
  ['a log that says more than the disk', boastful],
  ['a log that writes without looking', blind],
])('E-48 caught (planted): %s', async (_, open) => {
  const { errorInstance } = await fc.check(keepsWhatItSays(open), {
    numRuns: 300,
    seed: 7,
    endOnFailure: true,
  });
  expect(errorInstance instanceof Error && errorInstance.name).toBe('AssertionError');
});
