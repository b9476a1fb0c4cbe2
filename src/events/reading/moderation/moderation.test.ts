import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { emptyFacts, foldFacts } from '../../facts/facts.ts';
import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import {
  filterListsOf,
  hiddenAccounts,
  hiddenBy,
  moderate,
  filterListsInUse,
  moderationListsOf,
} from './moderation.ts';
import { type ModerationGroup, moderationOf, moderationSwitch } from './moderation-settings.ts';
import { type FilterScope, MOST_FILTER_LISTS } from '../../account/lists/list-intents.ts';

const key = (digit: string) => digit.repeat(64);
const [me, ann, bob, cat, root] = [key('1'), key('a'), key('b'), key('c'), key('d')];
const note = (pubkey: string, tags: Tag[] = [], content = 'x') =>
  trusted({ pubkey, content, tags });
const mutes = (pubkey: string, ...tags: Tag[]) => trusted({ pubkey, kind: KIND.MuteList, tags });
const people = (identifier: string, ...tags: Tag[]) =>
  trusted({ pubkey: me, kind: KIND.CategorizedPeople, tags: [['d', identifier], ...tags] });
const filters = (...owners: Array<[owner: string, ...scopes: string[]]>) =>
  people(
    'mutelists',
    ...owners.map(([owner, ...scopes]): Tag => ['p', owner, '', '', JSON.stringify(scopes)]),
  );
const reader = (...lists: VerifiedEvent[]) => moderationListsOf(me, lists);

test('BEYOND-08 ACCOUNT-10 the own mute list hides with a reason: an author, a thread, a hashtag or a word', () => {
  const own = reader(mutes(me, ['p', ann], ['e', root], ['t', 'boats'], ['word', 'cat']));
  const hidden = [
    note(ann),
    note(bob, [['e', root, '', 'root']]),
    note(bob, [['t', 'Boats']]),
    note(bob, [], 'a Cat.'),
    trusted({
      kind: KIND.Zap,
      pubkey: bob,
      tags: [['description', JSON.stringify({ pubkey: ann })]],
    }),
  ];
  expect(hidden.map((event) => moderate(own, event))).toEqual(
    [
      { by: 'user', what: ann },
      { by: 'thread', what: root },
      { by: 'hashtag', what: 'Boats' },
      { by: 'word', what: 'cat' },
      { by: 'user', what: ann },
    ].map((mute) => ({ verdict: 'hide', reasons: [{ code: 'muted', ...mute }] })),
  );
});

test('BEYOND-08 ACCOUNT-11 the mute list of another hides in its scopes, and its owner is named', () => {
  const hides = (scopes: string[]) => {
    const own = reader(
      filters([bob, ...scopes]),
      mutes(bob, ['p', ann], ['word', 'x'], ['t', 'boats']),
    );
    return [
      moderate(own, note(ann)).verdict,
      moderate(own, note(ann), 'trending').verdict,
      moderate(own, note(cat, [['t', 'boats']])).verdict,
    ];
  };
  expect([
    hides(['content']),
    hides(['trending']),
    hides(['content', 'trending']),
    hides([]),
  ]).toEqual([
    ['hide', 'hide', 'show'],
    ['show', 'hide', 'show'],
    ['hide', 'hide', 'show'],
    ['show', 'show', 'show'],
  ]);
  const own = reader(filters([bob, 'content']), mutes(bob, ['p', ann]), mutes(cat, ['p', bob]));
  expect(moderate(own, note(ann))).toEqual({
    verdict: 'hide',
    reasons: [{ code: 'listed', owner: bob }],
  });
  expect(moderate(own, note(bob)).verdict).toBe('show');
});

test("BEYOND-08 ACCOUNT-11 an allowed author is exempt from others' lists, but not from the own mute list", () => {
  const own = reader(
    filters([bob, 'content']),
    mutes(bob, ['p', ann]),
    people('allowlist', ['p', ann]),
  );
  expect(moderate(own, note(ann))).toEqual({
    verdict: 'show',
    reasons: [{ code: 'listed', owner: bob }, { code: 'allowed' }],
  });
  const both = reader(
    filters([bob, 'content']),
    mutes(bob, ['p', ann]),
    people('allowlist', ['p', ann]),
    mutes(me, ['p', ann]),
  );
  expect(moderate(both, note(ann)).reasons).toEqual([{ code: 'muted', by: 'user', what: ann }]);
});

test('BEYOND-08 an event with a content warning is covered, own ones too; a hidden event is only hidden', () => {
  const warned: Tag[] = [['content-warning', 'loud']];
  expect(moderate(reader(), note(ann, warned))).toEqual({
    verdict: 'cover',
    reasons: [{ code: 'warned', warning: 'loud' }],
  });
  expect(moderate(reader(), note(me, warned))).toEqual({
    verdict: 'cover',
    reasons: [{ code: 'own' }, { code: 'warned', warning: 'loud' }],
  });
  expect(moderate(reader(mutes(me, ['p', ann])), note(ann, warned)).verdict).toBe('hide');
});

const off = (...switches: Array<[ModerationGroup, FilterScope] | 'apply'>) =>
  moderationOf(
    Object.fromEntries(
      switches.map((one) => [one === 'apply' ? one : moderationSwitch(...one), false]),
    ),
  );

test('SETTINGS-08 BEYOND-08 the own mute list filters in its scopes; content includes recommendations', () => {
  const own = [mutes(me, ['p', ann], ['word', 'cat'])];
  const verdicts = (...switches: Parameters<typeof off>) => {
    const lensOff = moderationListsOf(me, own, [], off(...switches));
    return (['content', 'trending'] as const).flatMap((scope) =>
      [note(ann), note(bob, [], 'a cat')].map((one) => moderate(lensOff, one, scope).verdict),
    );
  };
  expect(verdicts()).toEqual(['hide', 'hide', 'hide', 'hide']);
  expect(verdicts(['my', 'trending'])).toEqual(['hide', 'hide', 'hide', 'hide']);
  expect(verdicts(['my', 'content'])).toEqual(['show', 'show', 'hide', 'hide']);
  expect(verdicts(['my', 'content'], ['my', 'trending'])).toEqual(['show', 'show', 'show', 'show']);
});

test('SETTINGS-08 BEYOND-08 spam is hidden everywhere, NSFW only in recommendations, unless allowed', () => {
  const flood = note(
    bob,
    Array.from({ length: 21 }, (_, at): Tag => ['t', `topic${at}`]),
  );
  const nsfw = note(bob, [['t', 'NSFW']]);
  const allowing = moderationListsOf(me, [people('allowlist', ['p', bob])]);
  expect(moderate(reader(), flood)).toEqual({
    verdict: 'hide',
    reasons: [{ code: 'grouped', group: 'spam' }],
  });
  expect(moderate(reader(), flood, 'trending').verdict).toBe('hide');
  expect(moderate(reader(), nsfw)).toEqual({ verdict: 'show', reasons: [] });
  expect(moderate(reader(), nsfw, 'trending')).toEqual({
    verdict: 'hide',
    reasons: [{ code: 'grouped', group: 'nsfw' }],
  });
  expect(moderate(allowing, flood)).toEqual({
    verdict: 'show',
    reasons: [{ code: 'grouped', group: 'spam' }, { code: 'allowed' }],
  });
  expect(moderate(reader(), trusted({ ...flood, pubkey: me })).verdict).toBe('show');
  const quiet = moderationListsOf(
    me,
    [],
    [],
    off(['primal_spam', 'content'], ['primal_spam', 'trending'], ['primal_nsfw', 'trending']),
  );
  expect([flood, nsfw].map((one) => moderate(quiet, one, 'trending').verdict)).toEqual([
    'show',
    'show',
  ]);
  const seldom = moderationListsOf(me, [], [], off(['primal_spam', 'content']));
  expect([moderate(seldom, flood).verdict, moderate(seldom, flood, 'trending').verdict]).toEqual([
    'show',
    'hide',
  ]);
});

test('SETTINGS-08 with moderation off only content warnings count; an allowed author is reported once', () => {
  const lists = [
    mutes(me, ['p', ann], ['e', root]),
    filters([bob, 'content', 'trending']),
    mutes(bob, ['p', cat]),
  ];
  const none = moderationListsOf(me, lists, [], off('apply'));
  const shown = [
    note(ann),
    note(cat),
    note(bob, [['e', root, '', 'root']]),
    note(bob, [['t', 'nsfw']]),
  ];
  expect(shown.map((one) => moderate(none, one, 'trending').verdict)).toEqual([
    'show',
    'show',
    'show',
    'show',
  ]);
  expect(moderate(none, note(ann, [['content-warning', 'loud']])).verdict).toBe('cover');
  expect([
    hiddenAccounts(none, 'trending'),
    hiddenAccounts(moderationListsOf(me, lists), 'content'),
  ]).toEqual([[], [ann, cat]]);
  expect(hiddenBy(none).moderateAction(ann, [note(bob, [['e', root, '', 'root']])]).verdict).toBe(
    'show',
  );
  const listed = note(
    cat,
    Array.from({ length: 21 }, (_, at): Tag => ['t', `topic${at}`]),
  );
  const codes = moderate(
    moderationListsOf(me, [...lists, people('allowlist', ['p', cat])]),
    listed,
  ).reasons.map(({ code }) => code);
  expect(codes).toEqual(['listed', 'grouped', 'allowed']);
});

test('SETTINGS-08 in recommendations both scopes hide: content and trending', () => {
  const hides = hiddenBy(
    moderationListsOf(me, [
      filters([bob, 'trending']),
      mutes(bob, ['p', ann]),
      mutes(me, ['p', cat]),
    ]),
  );
  const recommended = hides.recommended();
  expect(
    [hides, recommended].map((one) => [note(ann), note(cat), note(bob)].map((event) => one(event))),
  ).toEqual([
    [false, true, false],
    [true, true, false],
  ]);
  expect([hides.user(ann), recommended.user(ann), recommended.moderate(note(ann)).verdict]).toEqual(
    [false, true, 'hide'],
  );
  expect([recommended.recommended(), hides.recommended()]).toEqual([recommended, recommended]);
});

const tag: fc.Arbitrary<Tag> = fc.tuple(
  fc.constantFrom('p', 'e', 't', 'word', 'd'),
  fc.oneof(fc.constantFrom(me, ann, bob, root, 'x', 'boats'), fc.string()),
);
const list = fc
  .record({
    pubkey: fc.constantFrom(me, bob, cat),
    kind: fc.constantFrom(KIND.MuteList, KIND.CategorizedPeople),
    tags: fc.array(
      fc.oneof(
        tag,
        fc.constantFrom<Tag>(
          ['d', 'mutelists'],
          ['d', 'allowlist'],
          ['p', bob, '', '', '["content"]'],
        ),
      ),
      {
        maxLength: 6,
      },
    ),
  })
  .map((one) => trusted(one));
const event = fc
  .record({
    pubkey: fc.constantFrom(me, ann, bob),
    content: fc.constantFrom('x', 'boats', ''),
    tags: fc.array(tag, { maxLength: 3 }),
  })
  .map((one) => trusted(one));

test('BEYOND-08 ACCOUNT-10 for any lists, own events are visible and every hidden event has a reason', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), event, (lists, one) => {
      const own = reader(...lists);
      const { verdict, reasons } = moderate(own, one);
      if (one.pubkey === me) expect(verdict).not.toBe('hide');
      if (verdict !== 'show') expect(reasons).not.toEqual([]);
      expect(['muted', 'listed', 'grouped'].includes(reasons.at(-1)?.code ?? '')).toBe(
        verdict === 'hide',
      );
      const hides = hiddenBy(own);
      expect([hides(one), hides(one), hides.moderate(one)]).toEqual([
        verdict === 'hide',
        verdict === 'hide',
        { verdict, reasons },
      ]);
      if (hides.user(one.pubkey)) expect(verdict).toBe('hide');
    }),
  );
});

test('ACCOUNT-11 each owner of a filter list counts once, with all its scopes; malformed owners do not', () => {
  expect(
    filterListsOf(filters([bob, 'content'], [ann], [bob, 'trending'], ['nobody', 'content'])),
  ).toEqual([{ owner: bob, scopes: ['content', 'trending'] }]);
  const many = Array.from({ length: 200 }, (_, at): [string, string] => [
    at.toString(16).padStart(64, '0'),
    'content',
  ]);
  expect(filterListsOf(filters(...many))).toHaveLength(MOST_FILTER_LISTS);
  expect(filterListsOf(undefined)).toEqual([]);
});

test('ACCOUNT-11 the judging lists are the own ones and the mute lists of the owners that filter', () => {
  const used = [
    mutes(me, ['p', ann]),
    filters([bob, 'content']),
    people('allowlist', ['p', cat]),
    mutes(bob, ['p', cat]),
  ];
  const events = [...used, mutes(cat, ['p', bob]), people('other', ['p', bob])];
  const facts = foldFacts(emptyFacts, { events, claims: [], now: seconds(1_800_000_000) });
  expect(filterListsInUse(facts, me)).toEqual(used);
});
