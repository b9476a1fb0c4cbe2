import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../core/time.ts';
import type { Tag } from '../../nostr/event.ts';
import { LIST_DEFINITIONS, type ListName } from './list-definitions.ts';
import { follow, type ListIntent } from './list-intents.ts';
import { judgeOverwrite, type SavedEdit } from './list-overwritten.ts';

const ME = '1'.repeat(64);
const [ann, bob, cat, dan] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const p = (...keys: readonly string[]): Tag[] => keys.map((pubkey) => ['p', pubkey]);

const version = (
  tags: readonly Tag[],
  created_at: number,
  list: ListName = 'follows',
  content = '',
) => trusted({ pubkey: ME, kind: LIST_DEFINITIONS[list].kind, tags, content, created_at });

/** An edit that was dated 100 and accepted at 103, on a base of 50. */
function edit(
  intents: readonly ListIntent[],
  before: readonly Tag[],
  after: readonly Tag[],
  { list = 'follows', sealed = ['', ''], ...more }: Partial<SavedEdit> & { sealed?: string[] } = {},
): SavedEdit {
  return {
    list,
    account: ME,
    intents,
    version: version(after, 100, list, sealed[1]),
    base: { state: 'known', event: version(before, 50, list, sealed[0]), unheard: [] },
    acceptedAt: seconds(103),
    isSettled: false,
    ...more,
  };
}

const followed = (more: Partial<SavedEdit> = {}) =>
  edit([follow(cat)], p(ann, bob), p(ann, bob, cat), more);
const judge = (one: SavedEdit, other: ReturnType<typeof version>, newest = other) =>
  judgeOverwrite(one, newest, [other], new Map());

describe('INV-NO-LOSS an own edit that the version of another device lacks', () => {
  test('nothing is done about a version that has its effect', () => {
    expect(judge(followed(), version(p(ann, bob, cat, dan), 101))).toBe('kept');
    const other = version(p(ann, bob, dan), 100);
    expect(judge(followed(), other, version(p(ann, bob, dan, cat), 104))).toBe('kept');
  });

  test('it is made again over a version of the same second, and of one before its acceptance', () => {
    for (const at of [100, 101, 103, 105])
      expect(judge(followed(), version(p(ann, bob, dan), at))).toBe('again');
    expect(judge(followed(), version(p(ann, bob), 100))).toBe('again');
  });

  test('the user decides about a later version that changes more than that', () => {
    expect(judge(followed(), version(p(ann, bob, dan), 106))).toBe('doubt');
    expect(judge(followed({ isSettled: true }), version(p(ann, bob, dan), 106))).toBe('kept');
  });

  test('a version made from ours that only undoes it is never overruled', () => {
    for (const at of [106, 200]) expect(judge(followed(), version(p(bob, ann), at))).toBe('kept');
    expect(judge(followed(), version(p(ann, bob), 101))).toBe('doubt');
  });

  test('another decision about the same entry is left to the user', () => {
    const relay = (use: string): Tag[] => [['r', 'wss://one.example', use]];
    const [tag = []] = relay('read');
    const used = edit([{ act: 'set', tag }], [['r', 'wss://one.example']], relay('read'), {
      list: 'relays',
    });
    expect(judge(used, version(relay('write'), 100, 'relays'))).toBe('doubt');
    expect(judge(used, version([...p(ann), ['r', 'wss://one.example']], 100, 'relays'))).toBe(
      'again',
    );
  });

  test('an unfollow is made again, and counts as undone if only that is undone', () => {
    const gone = edit([follow(bob, false)], p(ann, bob), p(ann));
    expect(judge(gone, version(p(ann, bob, dan), 102))).toBe('again');
    expect(judge(gone, version(p(ann, bob), 120))).toBe('kept');
    expect(judge(gone, version(p(ann, dan), 102))).toBe('kept');
  });

  test('without a known base only a version of the same second is answered', () => {
    const unknown = followed({ base: undefined });
    expect(judge(unknown, version(p(ann, bob, dan), 100))).toBe('again');
    expect(judge(unknown, version(p(ann, bob, dan), 101))).toBe('doubt');
    const first = followed({ base: { state: 'none', unheard: [] } });
    expect(judge(first, version(p(dan), 101))).toBe('again');
    expect(judge(first, version([], 101))).toBe('doubt');
  });

  test('a sealed private part hides the effect: only a version of the same second is answered', () => {
    const intent: ListIntent = { act: 'add', tag: ['p', cat], secret: true };
    const secret = edit([intent], p(ann), p(ann), { list: 'mutes', sealed: ['old', 'ours'] });
    const other = (at: number, content: string, tags = p(ann)) =>
      version(tags, at, 'mutes', content);
    expect(judge(secret, other(100, 'theirs'))).toBe('again');
    expect(judge(secret, other(102, 'theirs'))).toBe('doubt');
    expect(judge(secret, other(102, 'old', p(ann, bob)))).toBe('again');
    expect(judge(secret, other(110, 'theirs'))).toBe('kept');
    expect(judge(secret, other(110, 'ours', p(ann, bob)))).toBe('kept');
    const opened = new Map([
      ['old', p(bob)],
      ['theirs', p(bob, dan)],
    ]);
    const theirs = other(102, 'theirs');
    expect(judgeOverwrite(secret, theirs, [theirs], opened)).toBe('again');
    opened.set('theirs', p(bob));
    expect(judgeOverwrite(secret, theirs, [theirs], opened)).toBe('doubt');
  });
});

test('INV-NO-LOSS INV-SHRINK a version that was made from ours is never overruled, whenever it is dated', () => {
  const more = fc.subarray([dan, 'e'.repeat(64), 'f'.repeat(64)]);
  fc.assert(
    fc.property(more, fc.integer({ min: 1, max: 100 }), fc.boolean(), (others, later, isUndone) => {
      const at = 105 + later;
      const other = version(p(ann, bob, ...(isUndone ? [] : [cat]), ...others), at);
      expect(judge(followed(), other)).not.toBe('again');
      if (!isUndone) expect(judge(followed(), other)).toBe('kept');
    }),
  );
});
