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
const next = (content: string, now = 10) => ({ text: text(content), base: undefined, now: millis(now) });
const begin = (id: string, content: string, seen: readonly ArticleVersion[] = [], now = 10) => begunVersion(id, seen, next(content, now));
const ids = (versions: readonly ArticleVersion[]) => versions.map(({ id }) => id);
const all = (...versions: readonly ArticleVersion[]) => withVersions(NO_VERSIONS, versions);

/** What several devices do on one draft: each writes on what it knows, hears of others, or goes on after it has looked at all. */
const histories = fc.array(
  fc.record({ device: fc.nat({ max: 2 }), act: fc.constantFrom('write', 'begin', 'hear', 'merge'), at: fc.integer({ min: 0, max: 50 }) }),
  { maxLength: 25 },
);

function played(steps: ReadonlyArray<{ device: number; act: string; at: number }>) {
  const made: ArticleVersion[] = [];
  const devices = [0, 1, 2].map((nth) => ({ known: NO_VERSIONS, mine: undefined as ArticleVersion | undefined, count: 0, nth }));
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
  test('add up to the same in any order, however often each is told', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (steps, random) => {
        const { made } = played(steps);
        const [shuffle] = [[...made, ...made].toSorted(() => (([...random.take(1)][0] ?? 0) % 3) - 1)];
        const [one, other] = [all(...made), all(...shuffle)];
        expect(new Map(one)).toEqual(new Map(other));
        expect(ids(headsOf(one))).toEqual(ids(headsOf(other)));
      }),
    );
  });

  test('whatever anybody wrote is a head, or was seen by somebody who wrote on: nothing is overwritten unseen', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { made } = played(steps);
        const versions = all(...made);
        const heads = headsOf(versions);
        for (const version of versions.values()) expect(heads.some((head) => head === version || hasSeen(head, version))).toBe(true);
      }),
    );
  });

  test('a device alone, or one that has looked at all others, has no conflict; two that wrote apart have', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { made, devices } = played(steps);
        const versions = all(...made);
        const merged = begunVersion('merged', headsOf(versions), next('merged'));
        expect(unseenBy(withVersions(versions, [merged]), merged)).toEqual([]);
        for (const { mine } of devices)
          if (mine && made.every(({ id }) => id.startsWith(mine.id[0] ?? ''))) expect(unseenBy(versions, mine)).toEqual([]);
      }),
    );
    const first = begin('a', 'one');
    const [mine, theirs] = [begin('b', 'two', [first]), begin('c', 'three', [first], 20)];
    expect(ids(unseenBy(all(first, mine, theirs), mine))).toEqual(['c']);
    expect(ids(headsOf(all(first, mine, theirs)))).toEqual(['c', 'b']);
  });

  test('who wrote on after all of it was seen is followed; a version that grew since is not (planted: seen as a whole)', () => {
    const mine = begin('a', 'one');
    const theirs = begin('b', 'one and two', [mine]);
    expect(successorOf(all(mine, theirs), mine)?.id).toBe('b');
    const grown = grownVersion(mine, next('one, changed', 30));
    expect(successorOf(all(grown, theirs), grown)).toBeUndefined();
    expect(ids(unseenBy(all(grown, theirs), grown))).toEqual(['b']);
    // by its id alone it would be taken for seen, and the change be lost
    const breach = Object.hasOwn(theirs.seen, grown.id);
    expect(breach).toBe(true);
    expect(hasSeen(theirs, grown)).toBe(false);
  });

  test('the same text twice is no conflict, and of published versions only the last counts', () => {
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

  test('go on from the time that is known also where a clock goes back', () => {
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

  test('so many are kept: all that nobody has seen, what lies on relays, and the newest', () => {
    let last = { ...begin('v0', '0', [], 0), saved: { id: 'e', at: seconds(7) } } as ArticleVersion;
    const made = [last, begin('apart', 'apart', [], 1)];
    for (let nth = 1; nth < 60; nth++) made.push((last = begin(`v${nth}`, String(nth), [last], nth * 10)));
    const kept = keptVersions(all(...made));
    expect(kept.size).toBeLessThanOrEqual(MOST_VERSIONS);
    expect([kept.has('v0'), kept.has('apart'), kept.has('v59'), kept.has('v5')]).toEqual([true, true, true, false]);
    expect(savedAt(kept)).toEqual(seconds(7));
    expect(ids(headsOf(kept))).toEqual(ids(headsOf(all(...made))));
  });

  test('E-47 are read as they were kept, and junk is none', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        for (const version of played(steps).made) expect(readVersion(JSON.parse(JSON.stringify(version)))).toEqual(version);
      }),
    );
    fc.assert(fc.property(fc.anything(), (junk) => void readVersion(junk)));
    expect(readVersion({ ...begin('a', 'x'), at: Number.NaN })).toBeUndefined();
    expect(readVersion({ ...begin('a', 'x'), made: 'up' })).toBeUndefined();
  });
});
