import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ann, bob, cat, known, me, none } from '../../../../tests/support/lists/list-bases.ts';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import type { Tag } from '../../nostr/event.ts';
import { type ListEdit, type Planned, planEdit, planOf, versionOf } from './list-edit.ts';
import { entryKey, type ListName } from './list-definitions.ts';
import { breachesOf } from './list-guard.ts';
import { follow, type ListIntent, mute } from './list-intents.ts';
import { pressed } from '../../nostr/ours.ts';

const pubkeys = fc.constantFrom(ann, bob, cat, me, ann.toUpperCase());
const LISTS: readonly ListName[] = [
  'follows',
  'mutes',
  'bookmarks',
  'relays',
  'messageRelays',
  'mediaServers',
  'filterLists',
  'allowlist',
];
const urls = fc.constantFrom(
  'wss://a.example',
  'wss://A.example/',
  'ws://b.example/x',
  'https://c.example',
  'https://c.example/',
  'no',
);
const entry = fc.oneof(
  fc.tuple(fc.constantFrom('p', 'e'), pubkeys),
  fc.tuple(fc.constant('p'), pubkeys, fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 })),
  fc.tuple(fc.constantFrom('word', 't'), fc.constantFrom('Spam', 'spam ', '#spam', 'x', '')),
  fc.tuple(fc.constant('a'), fc.constantFrom(`30023:${ann}:x`, `30023:${ann}:y`, 'junk')),
  fc.tuple(fc.constantFrom('r', 'server'), urls),
  fc.tuple(fc.constant('r'), urls, fc.constantFrom('read', 'write', 'other')),
);
const junk = fc.oneof(
  fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 }),
  fc.constantFrom(['d', 'mutelists'], ['alt', 'my list'], ['client', 'x']),
);
const tags: fc.Arbitrary<Tag[]> = fc.array(fc.oneof(entry, junk), { maxLength: 12 });
const intents: fc.Arbitrary<ListIntent[]> = fc.array(
  fc
    .record({
      act: fc.constantFrom('add', 'remove', 'set', 'first'),
      tag: fc.oneof({ weight: 9, arbitrary: entry }, junk),
    })
    .chain((intent) => fc.constantFrom<ListIntent[]>({ ...intent }, { ...intent, secret: true })),
  { minLength: 1, maxLength: 5 },
);
const edits: fc.Arbitrary<ListEdit> = fc
  .record({
    list: fc.constantFrom(...LISTS),
    tags,
    content: fc.constantFrom('', 'sealed', '{"wss://x":{}}'),
    secret: fc.option(tags, { nil: undefined }),
    intents,
    isNone: fc.boolean(),
  })
  .map(({ list, tags, content, secret, intents, isNone }) => ({
    list,
    account: me,
    base: isNone ? none : known(list, tags, content),
    ...(isNone || content === '' ? {} : { secret }),
    intents,
  }));

type Planner = (edit: ListEdit) => Planned;
const text = (all: readonly Tag[]) => all.map((tag) => JSON.stringify(tag));

/**
 * Return the base's tags that the plan does not contain as often, unless an intent removes or
 * rewrites them.
 */
function lost(
  { list, base, secret, intents }: ListEdit,
  { draft, seal }: { draft: { tags: readonly Tag[] }; seal: readonly Tag[] | undefined },
) {
  const before = versionOf(list, base, secret);
  const isOpen = before.secret !== undefined;
  const after = text([
    ...draft.tags,
    ...(seal ?? (isOpen && draftKeeps(before.content, { seal }) ? (before.secret ?? []) : [])),
  ]);
  const named = new Set(
    intents.flatMap(({ act, tag }) =>
      act === 'remove' || act === 'set' ? (entryKey(list, tag) ?? []) : [],
    ),
  );
  const moved = new Set(
    intents.flatMap(({ act, tag }) => (act === 'first' ? (entryKey(list, tag) ?? []) : [])),
  );
  const keys = new Set([...draft.tags, ...(seal ?? [])].map((tag) => entryKey(list, tag)));
  return [...before.tags, ...(before.secret ?? [])].filter((tag) => {
    const at = after.indexOf(JSON.stringify(tag));
    if (at >= 0) after.splice(at, 1);
    const key = entryKey(list, tag);
    const isAsked = key !== undefined && (named.has(key) || (moved.has(key) && keys.has(key)));
    return at < 0 && !isAsked;
  });
}

/** Without a new seal, the private part stays the old one, unless it was emptied. */
const draftKeeps = (content: string, { seal }: { seal: readonly Tag[] | undefined }) =>
  seal === undefined && content !== '';

const losesNothing = (planner: Planner) =>
  fc.property(edits, (edit) => {
    const result = planner(edit);
    if (!result.ok) return;
    const { plan } = result;
    const emptied =
      plan.seal === undefined && plan.draft.content === '' && edit.secret !== undefined;
    expect(emptied ? lost({ ...edit, secret: [] }, plan) : lost(edit, plan)).toEqual([]);
  });

const keepsTheRest = (planner: Planner) =>
  fc.property(edits, (edit) => {
    const result = planner(edit);
    if (!result.ok) return;
    const { list, base, intents } = edit;
    const named = new Set(intents.map(({ tag }) => entryKey(list, tag)));
    const rest = (all: readonly Tag[]) =>
      text(
        all.filter((tag) => entryKey(list, tag) === undefined || !named.has(entryKey(list, tag))),
      );
    expect(rest(result.plan.draft.tags)).toEqual(rest(versionOf(list, base).tags));
  });

const keepsBytes = (planner: Planner) =>
  fc.property(edits, (edit) => {
    const result = planner(edit);
    if (!result.ok || result.plan.seal) return;
    const before = versionOf(edit.list, edit.base, edit.secret);
    const wasEmptied = (before.secret?.length ?? 0) > 0 && result.plan.draft.content === '';
    if (!wasEmptied) expect(result.plan.draft.content).toBe(before.content);
    else expect(edit.intents.some(({ act }) => act === 'remove')).toBe(true);
  });

/** Build a deliberately wrong planner that also bypasses the guard. */
function broken(
  change: (
    edit: ListEdit,
    plan: Extract<Planned, { ok: true }>['plan'],
  ) => Partial<{ tags: Tag[]; content: string }>,
): Planner {
  return (edit) => {
    const result = planEdit(edit);
    if (!result.ok) return result;
    return {
      ok: true,
      plan: {
        ...result.plan,
        draft: pressed({ ...result.plan.draft, ...change(edit, result.plan) }),
      },
    };
  };
}
const fails = (property: fc.IPropertyWithHooks<[ListEdit]>) =>
  expect(endOf(property, 2_000)).toBe('AssertionError');
const holds = (property: fc.IPropertyWithHooks<[ListEdit]>) =>
  fc.assert(property, { numRuns: 2_000 });

describe('for every list, base and sequence of intents', () => {
  test('INV-SHRINK no plan loses an entry that no intent removes', () =>
    holds(losesNothing(planEdit)));

  test('INV-SHRINK a list built from the intents alone is caught (planted)', () => {
    fails(losesNothing(broken(({ intents }) => ({ tags: intents.map(({ tag }) => [...tag]) }))));
    fails(
      losesNothing(
        broken((_, { draft }) => ({ tags: draft.tags.slice(1).map((tag) => [...tag]) })),
      ),
    );
  });

  test('INV-PRESERVE a tag that no intent names stays unchanged and in its order', () =>
    holds(keepsTheRest(planEdit)));

  test('INV-PRESERVE a list rebuilt from the known tags alone is caught (planted)', () => {
    fails(
      keepsTheRest(
        broken(({ list }, { draft }) => ({
          tags: draft.tags.filter((tag) => entryKey(list, tag)).map((tag) => [...tag]),
        })),
      ),
    );
    fails(
      keepsTheRest(
        broken((_, { draft }) => ({ tags: draft.tags.toReversed().map((tag) => [...tag]) })),
      ),
    );
  });

  test('INV-OPAQUE content stays byte for byte unless its private part was opened and edited', () =>
    holds(keepsBytes(planEdit)));

  test('INV-OPAQUE a list published with empty content is caught (planted)', () =>
    fails(keepsBytes(broken(() => ({ content: '' })))));

  test('INV-SERIAL applying intents one after the other gives the same result as all at once', () => {
    fc.assert(
      fc.property(edits, fc.nat(4), (edit, at) => {
        const { list, intents, base } = edit;
        const whole = planEdit({ ...edit, intents });
        const first = planEdit({ ...edit, intents: intents.slice(0, at) });
        if (!whole.ok || !first.ok || base.state === 'none' || first.plan.seal || whole.plan.seal)
          return;
        const middle = known(list, first.plan.draft.tags, first.plan.draft.content);
        const then = planEdit({ ...edit, base: middle, intents: intents.slice(at) });
        expect(then.ok ? then.plan.draft : first.plan.draft).toEqual(whole.plan.draft);
      }),
    );
  });

  test('BEYOND-01 the diff is exact: the base and the diff together give the new version', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const result = planEdit(edit);
        if (!result.ok || result.plan.seal || edit.secret) return;
        const { added, removed, changed, reordered } = result.plan.diff;
        const before = text(versionOf(edit.list, edit.base).tags);
        for (const { tag } of [...removed, ...changed.map(({ from }) => from)]) {
          const at = before.indexOf(JSON.stringify(tag));
          expect(at).toBeGreaterThanOrEqual(0);
          before.splice(at, 1);
        }
        const after = [
          ...before,
          ...text([...added, ...changed.map(({ to }) => to)].map(({ tag }) => tag)),
        ];
        expect(after.toSorted()).toEqual(text(result.plan.draft.tags).toSorted());
        expect(added.length + removed.length + changed.length > 0 || reordered).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('BEYOND-01 INV-SHRINK INV-PRESERVE a version that loses, changes or adds unrequested tags is refused', () => {
    const tags = [
      ['p', ann],
      ['alt', 'x'],
      ['p', bob],
    ];
    const edit: ListEdit = {
      list: 'mutes',
      account: me,
      base: known('mutes', tags, 'sealed'),
      secret: [['p', cat]],
      intents: [follow(me)],
    };
    const built = (tags: readonly Tag[], secret: readonly Tag[] | undefined = edit.secret) =>
      planOf(edit, { tags, secret });
    expect(built([...tags, ['p', me]])).toMatchObject({
      ok: true,
      plan: { draft: { content: 'sealed' } },
    });
    for (const wrong of [
      built([
        ['alt', 'x'],
        ['p', bob],
        ['p', me],
      ]),
      built([
        ['p', ann],
        ['p', bob],
        ['p', me],
      ]),
      built([...tags, ['p', me], ['t', 'new']]),
      built([...tags, ['p', me]], []),
      built([...tags, ['alt', 'y']]),
    ])
      expect(wrong).toEqual({ ok: false, refusal: 'breach' });
  });

  test('BEYOND-01 the guard, which sees only before, after and intents, refuses every planted loss', () => {
    const base = [
      ['p', ann],
      ['alt', 'x'],
      ['p', bob],
    ];
    const before = { tags: base, secret: [['p', cat]], content: 'sealed' };
    const guard = (
      after: Partial<typeof before> & { content?: string | undefined },
      wanted = [mute({ type: 'word', word: 'spam' })],
    ) => [...breachesOf('mutes', before, { ...before, ...after }, wanted)];
    const spam = ['word', 'spam'];
    expect(guard({ tags: [...base, spam] })).toEqual([]);
    expect(guard({ tags: [...base.slice(0, 2), spam] })).toEqual(['INV-SHRINK', 'INV-PRESERVE']);
    expect(guard({ tags: [['p', ann], ['p', bob], spam] })).toEqual(['INV-PRESERVE']);
    expect(guard({ tags: [...base, spam], content: '' })).toEqual(['INV-OPAQUE']);
    expect(guard({ tags: [...base, spam], secret: [], content: '' })).toEqual([
      'INV-SHRINK',
      'INV-PRESERVE',
    ]);
    expect(guard({})).toEqual(['unfulfilled']);
    expect(
      guard({ tags: base.slice(1) }, [mute({ type: 'user', pubkey: ann }, { on: false })]),
    ).toEqual([]);
    const shut = { ...before, secret: undefined };
    expect([...breachesOf('mutes', shut, { ...shut, content: 'other' }, [])]).toEqual([
      'INV-OPAQUE',
    ]);
    expect([...breachesOf('mutes', shut, { ...shut, secret: [] }, [])]).toEqual(['INV-OPAQUE']);
    expect([...breachesOf('mutes', shut, shut, [])]).toEqual([]);
    expect([
      ...breachesOf(
        'mutes',
        { ...before, secret: undefined },
        { tags: [...base, spam], secret: [], content: undefined },
        [],
      ),
    ]).toEqual(['INV-PRESERVE', 'INV-OPAQUE']);
  });
});
