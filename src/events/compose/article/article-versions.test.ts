import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { inMillis, millis, seconds } from '../../core/time.ts';
import { BLANK_ARTICLE } from './article-edit.ts';
import {
  type ArticleVersion,
  begunVersion,
  grownVersion,
  hasSeen,
  headsOf,
  isOtherSitting,
  keptVersions,
  MOST_VERSIONS,
  NO_VERSIONS,
  publishedVersion,
  readVersion,
  savedAt,
  successorOf,
  unseenBy,
  withVersions,
} from './article-versions.ts';

const text = (content: string) => ({ ...BLANK_ARTICLE, title: 'T', content });
const next = (content: string, now = 10) => ({
  text: text(content),
  base: undefined,
  now: millis(now),
});
const begin = (id: string, content: string, seen: readonly ArticleVersion[] = [], now = 10) =>
  begunVersion(id, seen, next(content, now));
const ids = (versions: readonly ArticleVersion[]) => versions.map(({ id }) => id);
const all = (...versions: readonly ArticleVersion[]) => withVersions(NO_VERSIONS, versions);

/**
 * Edits of one draft on several devices: each continues its own version, receives others, or merges
 * all that it knows.
 */
const histories = fc.array(
  fc.record({
    device: fc.nat({ max: 2 }),
    act: fc.constantFrom('write', 'begin', 'hear', 'merge'),
    at: fc.integer({ min: 0, max: 50 }),
  }),
  { maxLength: 25 },
);

function played(steps: ReadonlyArray<{ device: number; act: string; at: number }>) {
  const made: ArticleVersion[] = [];
  const devices = [0, 1, 2].map((nth) => ({
    known: NO_VERSIONS,
    mine: undefined as ArticleVersion | undefined,
    count: 0,
    nth,
  }));
  let said = 0;
  for (const { device, act, at } of steps) {
    const one = devices[device];
    if (!one) continue;
    if (act === 'hear') one.known = withVersions(one.known, made);
    else {
      const content = `text ${said++}`;
      if (act === 'write' && one.mine) one.mine = grownVersion(one.mine, next(content, at));
      else {
        const seen = act === 'merge' ? headsOf(one.known) : one.mine ? [one.mine] : [];
        one.mine = begunVersion(`${device} ${one.count++}`, seen, next(content, at));
      }
      one.known = withVersions(one.known, [one.mine]);
      made.push(one.mine);
    }
  }
  return { made, devices };
}

describe('INV-NO-LOSS versions of an article', () => {
  test('merge to the same result in any order and with any repetition', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (steps, random) => {
        const { made } = played(steps);
        const [shuffle] = [
          [...made, ...made].toSorted(() => (([...random.take(1)][0] ?? 0) % 3) - 1),
        ];
        const [one, other] = [all(...made), all(...shuffle)];
        expect(new Map(one)).toEqual(new Map(other));
        expect(ids(headsOf(one))).toEqual(ids(headsOf(other)));
      }),
    );
  });

  test('are all heads or seen by a later version, so none is overwritten unseen', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { made } = played(steps);
        const versions = all(...made);
        const heads = headsOf(versions);
        for (const version of versions.values())
          expect(heads.some((head) => head === version || hasSeen(head, version))).toBe(true);
      }),
    );
  });

  test('conflict only if two devices wrote apart, not on one device or after a merge', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { made, devices } = played(steps);
        const versions = all(...made);
        const merged = begunVersion('merged', headsOf(versions), next('merged'));
        expect(unseenBy(withVersions(versions, [merged]), merged)).toEqual([]);
        for (const { mine } of devices)
          if (mine && made.every(({ id }) => id.startsWith(mine.id[0] ?? '')))
            expect(unseenBy(versions, mine)).toEqual([]);
      }),
    );
    const first = begin('a', 'one');
    const [mine, theirs] = [begin('b', 'two', [first]), begin('c', 'three', [first], 20)];
    expect(ids(unseenBy(all(first, mine, theirs), mine))).toEqual(['c']);
    expect(ids(headsOf(all(first, mine, theirs)))).toEqual(['c', 'b']);
  });

  test('have a successor that saw them whole; growth since then counts as unseen (planted: seen as a whole)', () => {
    const mine = begin('a', 'one');
    const theirs = begin('b', 'one and two', [mine]);
    expect(successorOf(all(mine, theirs), mine)?.id).toBe('b');
    const grown = grownVersion(mine, next('one, changed', 30));
    expect(successorOf(all(grown, theirs), grown)).toBeUndefined();
    expect(ids(unseenBy(all(grown, theirs), grown))).toEqual(['b']);
    // the id alone would mark it as seen, and the change would be lost
    const breach = Object.hasOwn(theirs.seen, grown.id);
    expect(breach).toBe(true);
    expect(hasSeen(theirs, grown)).toBe(false);
  });

  test('with the same text do not conflict, and only the last published version counts', () => {
    const [one, same] = [begin('a', 'one'), begin('b', 'one', [], 20)];
    expect(unseenBy(all(one, same), one)).toEqual([]);
    const published = [1, 2].map((at) =>
      publishedVersion(
        trusted({
          kind: 30_023,
          created_at: at,
          content: `version ${at}`,
          tags: [
            ['d', 'x'],
            ['title', 'T'],
          ],
        }),
      ),
    );
    expect(ids(headsOf(all(...published)))).toEqual([published[1]?.id]);
  });

  test('are dated later than before, even if the clock is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (times) => {
        let version = begin('a', '', [], 50);
        for (const time of times) {
          const grown = grownVersion(version, next(String(time), time));
          expect(inMillis(grown.at)).toBeGreaterThan(inMillis(version.at));
          version = grown;
        }
      }),
    );
    expect(isOtherSitting(begin('a', '', [], 0), millis(300_000))).toBe(false);
    expect(isOtherSitting(begin('a', '', [], 0), millis(300_001))).toBe(true);
  });

  test('are limited in number, keeping the heads, the saved one and the newest', () => {
    let last = { ...begin('v0', '0', [], 0), saved: { id: 'e', at: seconds(7) } } as ArticleVersion;
    const made = [last, begin('apart', 'apart', [], 1)];
    for (let nth = 1; nth < 60; nth++)
      made.push((last = begin(`v${nth}`, String(nth), [last], nth * 10)));
    const kept = keptVersions(all(...made));
    expect(kept.size).toBeLessThanOrEqual(MOST_VERSIONS);
    expect([kept.has('v0'), kept.has('apart'), kept.has('v59'), kept.has('v5')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(savedAt(kept)).toEqual(seconds(7));
    expect(ids(headsOf(kept))).toEqual(ids(headsOf(all(...made))));
  });

  test('E-47 read back as stored, and junk is ignored', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        for (const version of played(steps).made)
          expect(readVersion(JSON.parse(JSON.stringify(version)))).toEqual(version);
      }),
    );
    fc.assert(fc.property(fc.anything(), (junk) => void readVersion(junk)));
    expect(readVersion({ ...begin('a', 'x'), at: Number.NaN })).toBeUndefined();
    expect(readVersion({ ...begin('a', 'x'), made: 'up' })).toBeUndefined();
  });
});
