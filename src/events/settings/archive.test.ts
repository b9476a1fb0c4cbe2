import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../nostr/kinds.ts';
import { BLANK_ARTICLE } from '../compose/article/article-edit.ts';
import { type ArticleRow, begunVersion, missingRows } from '../compose/article/article-versions.ts';
import { inMillis, millis, seconds } from '../core/time.ts';
import {
  type Archive,
  ARCHIVED_SETTINGS,
  archiveText,
  type Kept,
  type Merge,
  mergeOf,
  readArchive,
} from './archive.ts';
import { ARCHIVE_CHANCE, MAX_ARCHIVE, openArchive, sealArchive } from './archive-cipher.ts';
import { runs } from '../../../tests/support/runs.ts';

const ME = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const LOG_N = 1;
const follows = (at: number, pubkey = ME) =>
  trusted({ pubkey, kind: KIND.Contacts, tags: [['p', OTHER]], created_at: at });
const VERSIONS = Array.from({ length: 12 }, (_, at) => follows(at + 1));
const verify = (event: { id: string }) => VERSIONS.find(({ id }) => id === event.id);
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });

const articleRow = (draft: string, id: string, at: number): ArticleRow => ({
  draft,
  version: begunVersion(id, [], {
    text: { ...BLANK_ARTICLE, content: `${draft} ${id} at ${at}` },
    base: undefined,
    now: millis(at),
  }),
});

/**
 * The data of one device. Two drafts of one target with one time are the same draft, because a
 * clock gives no time twice.
 */
const kept: fc.Arbitrary<Kept> = fc.record({
  versions: fc.subarray(VERSIONS),
  drafts: fc
    .uniqueArray(
      fc.record({
        target: fc.constantFrom('note', 'e:1', 'e:2'),
        at: fc.integer({ min: 1, max: 6 }),
      }),
      {
        selector: ({ target, at }) => `${target} ${at}`,
        maxLength: 6,
      },
    )
    .map((all) =>
      all.map(({ target, at }) => ({
        target,
        at: millis(at),
        writing: { text: `${target} at ${at}`, begun: millis(0), people: {}, files: [] },
      })),
    ),
  articles: fc
    .array(
      fc.record({
        draft: fc.constantFrom('a', 'b'),
        id: fc.constantFrom('x 0', 'y 0'),
        at: fc.integer({ min: 1, max: 5 }),
      }),
      {
        maxLength: 6,
      },
    )
    .map((all) => all.map(({ draft, id, at }) => articleRow(draft, id, at))),
  settings: fc
    .dictionary(
      fc.constantFrom(...ARCHIVED_SETTINGS),
      fc.oneof(fc.boolean(), fc.constantFrom('ice', 'sunset')),
    )
    .map((all) => new Map(Object.entries(all))),
});
const archiveOf = (one: Kept): Archive => ({
  ...one,
  account: ME,
  made: seconds(5),
  ncryptsec: undefined,
});
/**
 * The stored data after a merge, as the draft store does it: the newest draft of a target stays.
 */
function merged(here: Kept, { versions, drafts, articles, settings }: Merge): Kept {
  const targets = Map.groupBy([...here.drafts, ...drafts], ({ target }) => target);
  return {
    versions: [...here.versions, ...versions],
    drafts: [...targets.values()].flatMap((all) =>
      all.toSorted((one, other) => inMillis(other.at) - inMillis(one.at)).slice(0, 1),
    ),
    // of one writing session the later version counts, as in the store
    articles: missingRows([], [...here.articles, ...articles]),
    settings: new Map([...settings, ...here.settings]),
  };
}
/** The order has no meaning, so it is removed before comparison. */
const plain = ({ versions, drafts, articles, settings }: Kept) => ({
  articles: articles
    .map(({ draft, version }) => `${draft} ${version.id} ${version.text.content}`)
    .toSorted(),
  versions: versions.map(({ id }) => id).toSorted(),
  drafts: drafts
    .map(({ target, at, writing }) => `${target} ${String(at)} ${writing.text}`)
    .toSorted(),
  settings: Object.fromEntries(
    [...settings].toSorted(([one], [other]) => one.localeCompare(other)),
  ),
});
const newest = (one: Kept) =>
  merged(one, mergeOf(one, { versions: [], drafts: [], articles: [], settings: new Map() }));

describe('the file', () => {
  test('BEYOND-16 a sealed file opens only with its passphrase, in any Unicode normalization', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        bytes(ARCHIVE_CHANCE),
        fc.string(),
        fc.string(),
        (content, chance, one, other) => {
          const file = sealArchive(content, `é${one}`, chance, undefined, LOG_N);
          expect(openArchive(file, `e\u0301${one}`)).toEqual(content);
          if (one.normalize('NFKC') !== other.normalize('NFKC'))
            expect(openArchive(file, `é${other}`)).toBe('wrong');
        },
      ),
      { numRuns: 40 },
    );
  });

  test('BEYOND-16 E-47 a file with a changed or missing byte does not open, and nothing throws', () => {
    const file = sealArchive(
      new TextEncoder().encode('lists'),
      'a passphrase',
      new Uint8Array(ARCHIVE_CHANCE).fill(3),
      undefined,
      LOG_N,
    );
    for (let at = 0; at < file.length; at++) {
      // the log n decides the cost of opening, so only cheap values are tried here
      const changed = Uint8Array.from(file, (byte, index) =>
        index === at ? byte ^ (at === 9 ? 3 : 1) : byte,
      );
      expect(typeof openArchive(changed, 'a passphrase'), String(at)).toBe('string');
      expect(typeof openArchive(file.slice(0, at), 'a passphrase'), String(at)).toBe('string');
    }
  });

  test('BEYOND-16 E-47 foreign, torn, huge, newer and too expensive files have their faults', () => {
    const file = sealArchive(
      new Uint8Array(3),
      'x',
      new Uint8Array(ARCHIVE_CHANCE),
      undefined,
      LOG_N,
    );
    const withByte = (at: number, byte: number) =>
      Uint8Array.from(file, (one, index) => (index === at ? byte : one));
    expect(openArchive(new TextEncoder().encode('{"archive":1}'), 'x')).toBe('foreign');
    expect(openArchive(new Uint8Array(), 'x')).toBe('foreign');
    expect(openArchive(file.slice(0, 30), 'x')).toBe('torn');
    expect(openArchive(withByte(8, 2), 'x')).toBe('newer');
    expect([openArchive(withByte(9, 255), 'x'), openArchive(withByte(9, 0), 'x')]).toEqual([
      'foreign',
      'foreign',
    ]);
    expect(openArchive(new Uint8Array(MAX_ARCHIVE + 1), 'x')).toBe('huge');
  });

  test('BEYOND-16 a written text is read back unchanged', () => {
    fc.assert(
      fc.property(kept, (one) => {
        const read = readArchive(archiveText(archiveOf(one)), verify);
        expect(read && plain(read)).toEqual(plain(one));
        expect(read?.articles).toEqual(one.articles);
        expect([read?.account, read?.made, read?.ncryptsec]).toEqual([ME, seconds(5), undefined]);
      }),
      { numRuns: runs(100) },
    );
  });

  test("INV-VERIFIED only signed lists of the file's account and known settings are accepted", () => {
    const foreign = [
      follows(3, OTHER),
      trusted({ pubkey: ME, kind: 1, content: 'a note' }),
      { ...follows(40), content: 'forged' },
    ];
    const text = JSON.stringify({
      archive: 1,
      account: ME,
      made: 5,
      versions: [...foreign, VERSIONS[0], 'junk'],
      drafts: [null, { target: 'note', at: 'now', writing: {} }],
      articles: [null, { draft: 'a' }, { draft: 'a', version: { id: 'x' } }],
      settings: { theme: 'ice', payments: true, __proto__: { animated: false } },
      ncryptsec: 'ncryptsec1nonsense',
    });
    const read = readArchive(text, (event) => verify(event));
    expect(read?.versions).toEqual([VERSIONS[0]]);
    expect([read?.drafts, read?.articles, [...(read?.settings ?? [])], read?.ncryptsec]).toEqual([
      [],
      [],
      [['theme', 'ice']],
      undefined,
    ]);
    fc.assert(
      fc.property(fc.json(), (junk) => {
        expect(readArchive(junk, verify)).toBeUndefined();
      }),
    );
  });
});

/**
 * The properties of a correct merge, as a function, so that broken merges can be shown to violate
 * them.
 */
function holds(merge: (here: Kept, brought: Kept) => Kept): void {
  fc.assert(
    fc.property(kept, kept, kept, (here, one, two) => {
      const once = merge(here, one);
      // idempotent: a merge that crashed halfway can simply be repeated
      expect(plain(merge(once, one))).toEqual(plain(once));
      // lists and drafts do not depend on the order of two devices' files
      const [there, back] = [merge(merge(here, one), two), merge(merge(here, two), one)].map(plain);
      expect([there?.versions, there?.drafts, there?.articles]).toEqual([
        back?.versions,
        back?.drafts,
        back?.articles,
      ]);
      // monotone: existing data is neither removed nor replaced by older data
      expect(plain(once).versions).toEqual(expect.arrayContaining(plain(here).versions));
      for (const { target, at } of newest(here).drafts)
        expect(
          Number(once.drafts.find((draft) => draft.target === target)?.at),
        ).toBeGreaterThanOrEqual(Number(at));
      const isThere = ({ draft, version }: ArticleRow) =>
        once.articles.some(
          (one) =>
            one.draft === draft &&
            one.version.id === version.id &&
            inMillis(one.version.at) >= inMillis(version.at),
        );
      expect(here.articles.every(isThere) && one.articles.every(isThere)).toBe(true);
      for (const [name, value] of here.settings) expect(once.settings.get(name)).toBe(value);
    }),
  );
}

const merge = (here: Kept, brought: Kept): Kept => merged(newest(here), mergeOf(here, brought));

test('BEYOND-16 INV-NO-LOSS merging is idempotent and monotone, in any order of files and after a crash', () => {
  holds(merge);
});

test('BEYOND-16 caught (planted): a merge that overwrites newer drafts or settings, or loses versions', () => {
  const breaches: ReadonlyArray<typeof merge> = [
    (here, brought) => ({
      ...merge(here, brought),
      drafts: [...newest({ ...here, drafts: [] }).drafts, ...newest(brought).drafts],
    }),
    (here, brought) => ({
      ...merge(here, brought),
      settings: new Map([...here.settings, ...brought.settings]),
    }),
    (here, brought) => ({ ...merge(here, brought), versions: brought.versions }),
    (here, brought) => ({ ...merge(here, brought), articles: brought.articles }),
  ];
  for (const breach of breaches) expect(() => holds(breach)).toThrow();
});

test('BEYOND-16 E-46 a preview lists new versions, new drafts, replaced drafts and missing settings', () => {
  const draft = (target: string, at: number) => ({
    target,
    at: millis(at),
    writing: { text: 'x', begun: millis(0), people: {}, files: [] },
  });
  const here: Kept = {
    versions: VERSIONS.slice(0, 2),
    drafts: [draft('note', 5), draft('e:1', 5)],
    articles: [articleRow('a', 'x 0', 3)],
    settings: new Map([['theme', 'ice']]),
  };
  const plan = mergeOf(here, {
    versions: VERSIONS.slice(1, 4),
    // a clock that is ahead does not win over data of the same age, and older data is left out
    drafts: [draft('note', 6), draft('e:1', 5), draft('e:2', 1)],
    articles: [articleRow('a', 'x 0', 2), articleRow('a', 'x 0', 4), articleRow('b', 'x 0', 1)],
    settings: new Map<string, unknown>([
      ['theme', 'sunset'],
      ['animated', false],
    ]),
  });
  expect([plan.versions.length, plan.drafts.map(({ target }) => target), plan.replaced]).toEqual([
    2,
    ['note', 'e:2'],
    1,
  ]);
  expect(plan.articles.map(({ version }) => version.text.content)).toEqual([
    'a x 0 at 4',
    'b x 0 at 1',
  ]);
  expect([...plan.settings]).toEqual([['animated', false]]);
});
