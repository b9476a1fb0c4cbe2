import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realEvents, rowsHeld } from '../../../tests/support/events/real-events.ts';
import { endOf } from '../../../tests/support/machines/planted.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { Claim } from '../connection/claims.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import { emptyFacts, type Facts, foldFacts } from './facts.ts';
import { KIND } from '../nostr/kinds.ts';
import {
  articleOf,
  isDeleted,
  listOf,
  noteOf,
  repliesOf,
  versionsOf,
  zapsOf,
} from './selectors.ts';
import { getRow, rowsOf, type Table } from '../core/table.ts';
import { seconds } from '../core/time.ts';
import { runs } from '../../../tests/support/runs.ts';

const NOW = 1_800_000_000;
const PUBKEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const [ANN = '', BEN = ''] = PUBKEYS;

const fold = (events: readonly VerifiedEvent[], facts = emptyFacts) =>
  foldFacts(facts, { events, claims: [], now: seconds(NOW) });
/** Content of the tables, regardless of their shards. */
const said = (facts: Facts) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, table]: [string, Table<unknown>]) => [
      name,
      new Map(rowsOf(table)),
    ]),
  );
const zapOf = (target: string, amount: string, created_at: number) => {
  const request = trusted({
    kind: KIND.ZapRequest,
    pubkey: BEN,
    tags: [
      ['p', ANN],
      ['e', target],
      ['amount', amount],
    ],
  });
  return trusted({
    kind: KIND.Zap,
    created_at,
    tags: [
      ['p', ANN],
      ['e', target],
      ['description', JSON.stringify(request)],
    ],
  });
};

const ROOT = trusted({ pubkey: ANN, created_at: 1 });
const address = fc.constantFrom(
  ...PUBKEYS.map((pubkey) => `${KIND.LongForm}:${pubkey}:d`),
  `${KIND.CategorizedPeople}:${ANN}:d`,
);
const times = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.constantFrom(NOW + 600, NOW + 601, NOW * 1000),
);
const base = fc.record({
  pubkey: fc.constantFrom(...PUBKEYS),
  created_at: times,
  content: fc.constantFrom('', '{"name":"x"}', 'null'),
});

/**
 * Events that affect the same few rows: replies, versions, deletions by author and stranger, zaps,
 * profiles.
 */
const about = (known: readonly VerifiedEvent[]) => {
  const id = fc.constantFrom(...known.map((event) => event.id));
  const tags = fc.oneof(
    fc.constant([]),
    id.map((e) => [['e', e, '', 'reply']]),
    address.map((a) => [['a', a]]),
    fc.tuple(id, address).map(([e, a]) => [
      ['e', e],
      ['a', a],
      ['d', 'd'],
    ]),
    fc.constant([['d', 'd']]),
  );
  const kind = fc.constantFrom(
    KIND.Metadata,
    KIND.Text,
    KIND.Text,
    KIND.Contacts,
    KIND.EventDeletion,
    KIND.EventDeletion,
    KIND.Reaction,
    KIND.Comment,
    KIND.CategorizedPeople,
    KIND.LongForm,
    KIND.LongForm,
    KIND.RemoteSigning,
  );
  const plain = fc
    .record({ base, kind, tags })
    .map(({ base, kind, tags }) => trusted({ ...base, kind, tags }));
  const zap = fc
    .tuple(id, fc.constantFrom('1000', '2000', '3000'), times)
    .map(([e, amount, at]) => zapOf(e, amount, at));
  return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: zap });
};
const world = fc
  .array(about([ROOT]), { minLength: 1, maxLength: 12 })
  .chain((first) =>
    fc.array(about([ROOT, ...first]), { maxLength: 12 }).map((then) => [ROOT, ...first, ...then]),
  );
const shuffledTwice = <T>(all: readonly T[]) =>
  fc.tuple(
    fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
    fc.integer({ min: 1, max: 9 }),
  );

function foldInBursts(events: readonly VerifiedEvent[], size: number): Facts {
  let facts = emptyFacts;
  for (let i = 0; i < events.length; i += size) facts = fold(events.slice(i, i + size), facts);
  return facts;
}

test('E-18 INV-NEWEST order, repetition and batch size make no difference', () => {
  fc.assert(
    fc.property(
      world.chain((all) => fc.tuple(fc.constant(all), shuffledTwice(all))),
      ([all, [shuffled, size]]) => {
        expect(said(foldInBursts(shuffled, size))).toEqual(said(fold(all)));
      },
    ),
    { numRuns: runs(400) },
  );
});

test('E-18 INV-NEWEST real events fold to the same facts in any order', () => {
  const files = [
    'events-network-primal',
    'events-global-2024-03',
    'events-articles',
    'events-rare-kinds',
    'events-misc',
    'events-two-users-amethyst',
  ];
  const all = files.flatMap((file) => realEvents(`${file}.jsonl`).map((event) => trusted(event)));
  const expected = said(fold(all));
  expect(all.length).toBeGreaterThan(rowsHeld(3_000, 100));
  fc.assert(
    fc.property(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.integer({ min: 1, max: 500 }),
      (shuffled, size) => {
        expect(said(foldInBursts([...shuffled, ...shuffled.slice(0, 500)], size))).toEqual(
          expected,
        );
      },
    ),
    { numRuns: runs(4) },
  );
});

test('E-18 an event dated more than ten minutes ahead stays out of every table', () => {
  const at = (created_at: number) => [
    trusted({ kind: KIND.Contacts, pubkey: ANN, created_at }),
    trusted({ kind: KIND.Metadata, pubkey: ANN, created_at }),
    trusted({ kind: KIND.LongForm, pubkey: ANN, created_at, tags: [['d', 'd']] }),
    trusted({ kind: KIND.Text, pubkey: ANN, created_at, tags: [['e', ROOT.id]] }),
    trusted({ kind: KIND.EventDeletion, pubkey: ANN, created_at, tags: [['e', ROOT.id]] }),
    zapOf(ROOT.id, '1000', created_at),
  ];
  expect(fold(at(NOW + 601))).toBe(emptyFacts);
  const facts = fold(at(NOW + 600));
  expect(
    [facts.lists, facts.profiles, facts.addresses, facts.replies, facts.deletions, facts.zaps].map(
      (table) => table.size,
    ),
  ).toEqual([1, 1, 1, 1, 1, 1]);
});

test('ephemeral events are not stored', () => {
  expect(fold([trusted({ kind: KIND.RemoteSigning }), trusted({ kind: KIND.RelayAuth })])).toBe(
    emptyFacts,
  );
});

test('E-20 only the author can delete an event, in any order of arrival', () => {
  const note = trusted({ pubkey: ANN, content: 'said' });
  const own = trusted({ kind: KIND.EventDeletion, pubkey: ANN, tags: [['e', note.id]] });
  const strange = trusted({
    kind: KIND.EventDeletion,
    pubkey: BEN,
    tags: [
      ['e', note.id],
      ['a', `${KIND.LongForm}:${ANN}:d`],
    ],
  });
  expect(noteOf(fold([note, strange]), note.id)).toBe(note);
  expect(noteOf(fold([note, own]), note.id)).toBeUndefined();
  expect(noteOf(fold([note], fold([own])), note.id)).toBeUndefined();
  expect(isDeleted(fold([own]), note)).toBe(true);
  expect(isDeleted(fold([own]), own)).toBe(false);
});

test('E-20 a deletion request by address deletes versions up to its own time', () => {
  const version = (created_at: number) =>
    trusted({ kind: KIND.LongForm, pubkey: ANN, created_at, tags: [['d', 'd']] });
  const coordinate = `${KIND.LongForm}:${ANN}:d`;
  const request = trusted({
    kind: KIND.EventDeletion,
    pubkey: ANN,
    created_at: 5,
    tags: [['a', coordinate]],
  });
  expect(articleOf(fold([version(4), request]), coordinate)).toBeUndefined();
  expect(articleOf(fold([version(5), request]), coordinate)).toBeUndefined();
  expect(articleOf(fold([request, version(6), version(4)]), coordinate)?.created_at).toBe(6);
});

test('INV-NEWEST a list has its newest version and the other seen ones, newest first', () => {
  const versions = [3, 9, 1, 7].map((created_at) =>
    trusted({ kind: KIND.Contacts, pubkey: ANN, created_at, tags: [['p', BEN]] }),
  );
  const facts = fold(versions);
  expect(listOf(facts, KIND.Contacts, ANN)?.created_at).toBe(9);
  expect(versionsOf(facts, KIND.Contacts, ANN)?.older.map((event) => event.created_at)).toEqual([
    7, 3, 1,
  ]);
  expect(listOf(facts, KIND.Contacts, BEN)).toBeUndefined();
  const taken = fold(
    [trusted({ kind: KIND.EventDeletion, pubkey: ANN, created_at: 9, tags: [['a', `3:${ANN}:`]] })],
    facts,
  );
  expect(listOf(taken, KIND.Contacts, ANN)).toBeUndefined();
  expect(versionsOf(taken, KIND.Contacts, ANN)?.current.created_at).toBe(9);
});

test('the newest fifty versions of a list are kept, in any order of arrival', () => {
  const versions = Array.from({ length: 70 }, (_, i) =>
    trusted({ kind: KIND.Bookmarks, pubkey: ANN, created_at: 100 + i }),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(versions, { minLength: versions.length }), (shuffled) => {
      const seen = versionsOf(foldInBursts(shuffled, 7), KIND.Bookmarks, ANN);
      expect([seen?.current, ...(seen?.older ?? [])].map((event) => event?.created_at)).toEqual(
        Array.from({ length: 50 }, (_, i) => 169 - i),
      );
    }),
  );
});

test('replies are listed under the answered event, oldest first, once each', () => {
  const reply = (created_at: number, content: string) =>
    trusted({ created_at, content, tags: [['e', ROOT.id, '', 'root']] });
  const [late, early, middle] = [reply(9, 'late'), reply(2, 'early'), reply(5, 'middle')];
  const comment = trusted({
    kind: KIND.Comment,
    created_at: 3,
    tags: [
      ['a', `${KIND.LongForm}:${ANN}:d`],
      ['k', '30023'],
    ],
  });
  const facts = fold([comment, early, late], fold([middle, late]));
  expect(repliesOf(facts, ROOT.id)).toEqual([early.id, middle.id, late.id]);
  expect(repliesOf(facts, `${KIND.LongForm}:${ANN}:d`)).toEqual([comment.id]);
  expect(repliesOf(facts, late.id)).toEqual([]);
});

test('NOTE-15 zaps are listed under their target, largest first, each id once', () => {
  const zaps = [zapOf(ROOT.id, '5000', 1), zapOf(ROOT.id, '9000', 2), zapOf(ROOT.id, '7000', 3)];
  const facts = fold([...zaps, ...zaps], fold(zaps.slice(1)));
  expect(zapsOf(facts, ROOT.id).map((zap) => zap.amountMsats)).toEqual([9000, 7000, 5000]);
  expect(zapsOf(facts, BEN)).toEqual([]);
});

test('NOTE-15 real receipts give zaps of the notes that they name', () => {
  const events = realEvents('events-network-primal.jsonl').map((event) => trusted(event));
  const facts = fold(events);
  const rows = [...rowsOf(facts.zaps)];
  expect(rows.length).toBeGreaterThan(rowsHeld(20, 5));
  for (const [, zaps] of rows) {
    expect(zaps.map((zap) => zap.amountMsats)).toEqual(
      zaps.map((zap) => zap.amountMsats).toSorted((a, b) => b - a),
    );
    expect(new Set(zaps.map((zap) => zap.id)).size).toBe(zaps.length);
  }
});

/** Malformed events, cast as if they had passed all checks. */
const mangled: VerifiedEvent[] = JSON.parse(
  '[{"id":"x","kind":1,"pubkey":"y","created_at":1,"tags":null,"content":"","sig":""},{"id":"z","kind":0,"created_at":1},{},{"kind":5,"tags":[null]}]',
);
const odd = [
  '',
  'null',
  '7',
  '[]',
  '{"name":{}}',
  '{"kind":9734}',
  '{"__proto__":{"polluted":1}}',
].flatMap((content) => [
  trusted({
    kind: KIND.Zap,
    content,
    tags: [['description', content], ['bolt11', content], ['p'], []],
  }),
  trusted({
    kind: KIND.Repost,
    content,
    tags: [[], ['e'], ['e', content], ['p', content, content]],
  }),
  trusted({ kind: KIND.Reaction, content, tags: [['e', content]] }),
  trusted({ kind: KIND.Comment, content, tags: [['a', content], ['a', ':::'], ['i']] }),
]);

/** Malformed events between good ones do not change the facts of the good ones. */
const isolates = (taken: (events: readonly VerifiedEvent[]) => readonly VerifiedEvent[]) =>
  fc.property(
    world,
    fc.shuffledSubarray([...mangled, ...odd]),
    fc.infiniteStream(fc.boolean()),
    (log, bad, first) => {
      const rest = [...bad];
      const mixed = log.flatMap((event) =>
        rest.length > 0 && first.next().value ? [...rest.splice(0, 3), event] : [event],
      );
      const clean = said(fold(log));
      const both = said(fold(taken([...mixed, ...rest])));
      for (const event of odd) both.events?.delete(event.id);
      const dropped = [...(both['dropped']?.keys() ?? [])];
      expect(dropped.filter((id) => !mangled.some((event) => id === `event ${event.id}`))).toEqual(
        [],
      );
      expect({ ...both, dropped: new Map() }).toEqual(clean);
    },
  );

test('INV-ISOLATE a bad event affects only its own row', () => {
  fc.assert(
    isolates((events) => events),
    { numRuns: runs(100) },
  );
  expect({ ...fold(mangled), dropped: emptyFacts.dropped }).toEqual(emptyFacts);
  expect('polluted' in {}).toBe(false);
});

test('INV-ISOLATE E-14 an unreadable event or claim is reported once, with its kind and the reason', () => {
  const facts = fold(mangled.slice(0, 2), fold([ROOT]));
  expect(facts.dropped.size).toBe(2);
  expect(getRow(facts.dropped, 'event x')).toEqual({
    of: KIND.Text,
    reason: expect.stringContaining('null'),
  });
  expect(getRow(facts.dropped, 'event z')).toEqual({
    of: KIND.Metadata,
    reason: expect.stringContaining('undefined'),
  });
  expect(noteOf(facts, ROOT.id)).toBe(ROOT);
  expect(fold(mangled.slice(0, 2), facts)).toBe(facts);
  const claim: Claim = JSON.parse('{"claim":"media","media":null}');
  const claimed = foldFacts(facts, { events: [], claims: [claim], now: seconds(NOW) });
  expect(getRow(claimed.dropped, 'media')).toEqual({
    of: 'media',
    reason: expect.stringContaining('null'),
  });
});

test('INV-ISOLATE a reader that stops at the first unreadable event is caught (planted)', () => {
  const cut = (events: readonly VerifiedEvent[]) => {
    const bad = events.findIndex((event) => !Array.isArray(event.tags));
    return bad < 0 ? events : events.slice(0, bad);
  };
  expect(endOf(isolates(cut))).toBe('AssertionError');
});

test('rows and tables that a batch does not change keep their identity', () => {
  const note = trusted({ content: 'note' });
  const facts = fold([ROOT, note, trusted({ kind: KIND.Contacts }), zapOf(ROOT.id, '1000', 1)]);
  const next = fold([trusted({ content: 'another' })], facts);
  expect(next).not.toBe(facts);
  expect(getRow(next.events, note.id)).toBe(note);
  for (const name of [
    'lists',
    'profiles',
    'zaps',
    'replies',
    'deletions',
    'addresses',
    'stats',
    'media',
  ] as const)
    expect(next[name]).toBe(facts[name]);
  expect(facts.events.size + 1).toBe(next.events.size);
  expect(fold([ROOT, note], facts)).toBe(facts);
  expect(fold([], facts)).toBe(facts);
});

test('E-13 keys such as __proto__ find nothing', () => {
  for (const key of ['__proto__', 'constructor', 'toString', '']) {
    expect([
      noteOf(emptyFacts, key),
      articleOf(emptyFacts, key),
      listOf(emptyFacts, 3, key),
    ]).toEqual([undefined, undefined, undefined]);
    expect([repliesOf(emptyFacts, key), zapsOf(emptyFacts, key)]).toEqual([[], []]);
  }
});
