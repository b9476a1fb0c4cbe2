import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import { endOf } from '../../../tests/support/planted.ts';
import type { Tag } from '../event.ts';
import { type FirmBase, type ListEdit, needsSecret, type Planned, planEdit, planOf, readSecret, versionOf } from './list-edit.ts';
import { entryKey, LIST_FORMS, type ListName } from './list-form.ts';
import { breachesOf } from './list-guard.ts';
import { allow, bookmark, dropFilterList, follow, type ListIntent, mediaServer, mute, filterWith, relayUse } from './list-intents.ts';

const key = (digit: string) => digit.repeat(64);
const [me, ann, bob, cat] = [key('1'), key('a'), key('b'), key('c')];
const known = (list: ListName, tags: readonly Tag[], content = ''): FirmBase => ({
  state: 'known',
  event: trusted({ pubkey: me, kind: LIST_FORMS[list].kind, tags, content }),
  unheard: [],
});
const none: FirmBase = { state: 'none', unheard: [] };
const plan = (list: ListName, base: FirmBase, intents: readonly ListIntent[], secret?: readonly Tag[]) =>
  planEdit({ list, account: me, base, secret, intents });
const planned = (...args: Parameters<typeof plan>) => {
  const result = plan(...args);
  if (!result.ok) throw new Error(result.refusal);
  return result.plan;
};

describe('single edits', () => {
  test('ACCOUNT-08 a follow is added behind all that the list holds, which stays as it is', () => {
    const tags = [['p', ann, 'wss://a.example', 'Ann'], ['t', 'nostr'], ['p', 'junk'], ['p', bob], ['x']];
    const { draft, diff, reasons, seal } = planned('follows', known('follows', tags, '{"wss://old.example":{}}'), [follow(cat)]);
    expect(draft).toEqual({ kind: 3, content: '{"wss://old.example":{}}', tags: [...tags, ['p', cat]] });
    expect(diff).toEqual({ added: [{ tag: ['p', cat], secret: false }], removed: [], changed: [], reordered: false });
    expect([reasons, seal]).toEqual([[], undefined]);
  });

  test('ACCOUNT-08 whoever is followed already is not followed again, whoever is not cannot be unfollowed, nobody unfollows himself', () => {
    const base = known('follows', [
      ['p', ann],
      ['p', me],
      ['p', bob],
    ]);
    expect(plan('follows', base, [follow(ann)])).toEqual({ ok: false, refusal: 'unchanged' });
    expect(plan('follows', base, [follow(cat, false)])).toEqual({ ok: false, refusal: 'unchanged' });
    expect(plan('follows', base, [follow(me, false)])).toEqual({ ok: false, refusal: 'oneself' });
    expect(plan('follows', base, [follow('nobody')])).toEqual({ ok: false, refusal: 'no-entry' });
  });

  test('ACCOUNT-08 a list of fewer than two is asked about first, and so is one that begins', () => {
    expect(planned('follows', none, [follow(ann)]).reasons).toEqual(['few-follows', 'new-list']);
    expect(
      planned(
        'follows',
        known('follows', [
          ['p', ann],
          ['p', bob],
        ]),
        [follow(bob, false)],
      ).reasons,
    ).toEqual(['few-follows']);
    expect(planned('follows', known('follows', [['p', ann]]), [follow(bob)]).reasons).toEqual([]);
    const unsure = {
      ...known('follows', [
        ['p', ann],
        ['p', bob],
      ]),
      unheard: ['wss://one.example'],
    };
    expect(planned('follows', unsure, [follow(cat)]).reasons).toEqual(['unsure-base']);
  });

  test('ACCOUNT-13 the first public bookmark and removing the last are asked about; those between are not', () => {
    const note = trusted({ pubkey: ann });
    const article = trusted({ pubkey: ann, kind: 30_023, tags: [['d', 'x']] });
    expect(planned('bookmarks', none, [bookmark(note)]).reasons).toEqual(['first-bookmark', 'new-list']);
    const one = known('bookmarks', [['e', note.id]]);
    const two = planned('bookmarks', one, [bookmark(article)]);
    expect([two.reasons, two.draft.tags]).toEqual([
      [],
      [
        ['e', note.id],
        ['a', `30023:${ann}:x`],
      ],
    ]);
    expect(planned('bookmarks', one, [bookmark(note, { on: false })]).reasons).toEqual(['last-bookmark']);
  });

  test('mutes of every sort, in the public part or in the private one', () => {
    const base = known('mutes', [['p', ann]], 'sealed?iv=');
    const intents = [
      mute({ type: 'word', word: ' Spam ' }),
      mute({ type: 'hashtag', hashtag: '#Ads' }),
      mute({ type: 'thread', id: key('d') }),
      mute({ type: 'user', pubkey: bob }, { secret: true }),
    ];
    const { draft, seal } = planned('mutes', base, intents, [
      ['p', cat],
      ['strange', 'x'],
    ]);
    expect(draft.tags).toEqual([
      ['p', ann],
      ['word', 'spam'],
      ['t', 'ads'],
      ['e', key('d')],
    ]);
    expect(seal).toEqual([
      ['p', cat],
      ['strange', 'x'],
      ['p', bob],
    ]);
    const undone = planned('mutes', base, [mute({ type: 'user', pubkey: cat }, { on: false })], [['p', cat]]);
    expect([undone.draft.content, undone.seal, undone.draft.tags]).toEqual(['', undefined, [['p', ann]]]);
  });

  test('ACCOUNT-20 what is to be private never stands in the public part: not in a list that begins, nor beside what is public already', () => {
    const secretly = (pubkey: string) => mute({ type: 'user', pubkey }, { secret: true });
    for (const base of [none, known('mutes', [])]) {
      const { draft, seal, diff } = planned('mutes', base, [secretly(ann)]);
      expect([draft.tags, seal, diff.added]).toEqual([[], [['p', ann]], [{ tag: ['p', ann], secret: true }]]);
    }
    expect(planned('allowlist', none, [{ ...allow(ann), secret: true }])).toMatchObject({
      draft: { tags: [['d', 'allowlist']] },
      seal: [['p', ann]],
    });
    expect(plan('follows', none, [{ ...follow(ann), secret: true }])).toEqual({ ok: false, refusal: 'no-entry' });
    const base = known('mutes', [['p', ann]], 'sealed');
    expect(plan('mutes', base, [secretly(ann)], [['p', cat]])).toEqual({ ok: false, refusal: 'unchanged' });
    const set = planned('mutes', base, [{ ...secretly(ann), act: 'set', tag: ['p', ann, 'wss://a.example'] }], [['p', cat]]);
    expect([set.draft.tags, set.seal]).toEqual([[['p', ann, 'wss://a.example']], undefined]);
    const moved = planned('mutes', base, [{ act: 'set', tag: ['p', cat, 'wss://c.example'] }], [['p', cat]]);
    expect([moved.draft.tags, moved.seal]).toEqual([[['p', ann]], [['p', cat, 'wss://c.example']]]);
  });

  test('INV-OPAQUE what cannot be opened is kept byte for byte, and an edit that would need it is refused', () => {
    const base = known(
      'mutes',
      [
        ['p', ann],
        ['p', bob],
      ],
      'sealed',
    );
    expect(planned('mutes', base, [mute({ type: 'user', pubkey: cat })]).draft.content).toBe('sealed');
    expect(planned('mutes', base, [mute({ type: 'user', pubkey: ann }, { on: false })]).draft).toEqual({
      kind: 10_000,
      tags: [['p', bob]],
      content: 'sealed',
    });
    expect(plan('mutes', base, [mute({ type: 'user', pubkey: cat }, { on: false })])).toEqual({ ok: false, refusal: 'sealed' });
    expect(plan('mutes', base, [mute({ type: 'user', pubkey: cat }, { secret: true })])).toEqual({ ok: false, refusal: 'sealed' });
  });

  test('a private part is opened only for what may be in it (BEYOND-03)', () => {
    const base = known('mutes', [], 'sealed');
    expect(needsSecret('mutes', base, [mute({ type: 'user', pubkey: ann })])).toBe(false);
    expect(needsSecret('mutes', base, [mute({ type: 'user', pubkey: ann }, { secret: true })])).toBe(true);
    expect(needsSecret('mutes', base, [mute({ type: 'user', pubkey: ann }, { on: false })])).toBe(true);
    expect(needsSecret('mutes', known('mutes', []), [mute({ type: 'user', pubkey: ann }, { on: false })])).toBe(false);
    expect(needsSecret('follows', known('follows', [], '{}'), [follow(ann, false)])).toBe(false);
  });

  test('a private part that is no list of tags is not an empty one', () => {
    expect(readSecret('[["p","x"],[]]')).toEqual([['p', 'x'], []]);
    for (const text of ['', 'null', '{}', '[1]', '[["p","x"],1]', '[["p",1]]', '[["p","x"],["p",1]]', '[', '"x"'])
      expect(readSecret(text)).toBeUndefined();
  });

  test('a relay keeps one entry however its url is written, and its flags are set in place', () => {
    const base = known('relays', [
      ['r', 'wss://A.example/'],
      ['r', 'wss://b.example', 'read'],
      ['r', 'nonsense'],
    ]);
    const intents = [relayUse('wss://a.example', { read: false, write: true }), relayUse('wss://c.example/x', { read: true, write: true })];
    const { draft, diff } = planned(
      'relays',
      base,
      intents.flatMap((intent) => intent ?? []),
    );
    expect(draft.tags).toEqual([
      ['r', 'wss://a.example', 'write'],
      ['r', 'wss://b.example', 'read'],
      ['r', 'nonsense'],
      ['r', 'wss://c.example/x'],
    ]);
    expect(diff.changed).toEqual([
      { from: { tag: ['r', 'wss://A.example/'], secret: false }, to: { tag: ['r', 'wss://a.example', 'write'], secret: false } },
    ]);
    expect(relayUse('wss://a.example/', { read: false, write: false })?.act).toBe('remove');
    expect(relayUse('https://a.example', { read: true, write: true })).toBeUndefined();
  });

  test('media servers: https origins, the main one first, mirrors behind', () => {
    const base = known('mediaServers', [['x'], ['server', 'https://a.example/'], ['server', 'https://b.example']]);
    const first = mediaServer('https://b.example/upload?x', 'first');
    const added = mediaServer('https://c.example', 'first');
    if (!first || !added) throw new Error('refused');
    const moved = planned('mediaServers', base, [first]);
    expect(moved.draft.tags).toEqual([['x'], ['server', 'https://b.example'], ['server', 'https://a.example/']]);
    expect(moved.diff).toEqual({ added: [], removed: [], changed: [], reordered: true });
    expect(planned('mediaServers', base, [added]).draft.tags[1]).toEqual(['server', 'https://c.example']);
    expect(mediaServer('http://a.example', 'add')).toBeUndefined();
    expect(mediaServer('http://127.0.0.1:4870', 'add', 'http://127.0.0.1:4870')?.tag).toEqual(['server', 'http://127.0.0.1:4870']);
  });

  test('ACCOUNT-11 filter lists and allowlist are lists of people with their own d tags', () => {
    const lists = planned('filterLists', none, [filterWith(ann, ['content', 'trending'])]);
    expect(lists.draft).toEqual({
      kind: 30_000,
      content: '',
      tags: [
        ['d', 'mutelists'],
        ['p', ann, '', '', '["content","trending"]'],
      ],
    });
    const base = known('filterLists', lists.draft.tags);
    expect(planned('filterLists', base, [filterWith(ann, [])]).draft.tags[1]).toEqual(['p', ann, '', '', '[]']);
    expect(planned('filterLists', base, [dropFilterList(ann)]).draft.tags).toEqual([['d', 'mutelists']]);
    expect(planned('allowlist', none, [allow(bob)]).draft.tags).toEqual([
      ['d', 'allowlist'],
      ['p', bob],
    ]);
  });
});

const pubkeys = fc.constantFrom(ann, bob, cat, me, ann.toUpperCase());
const LISTS: readonly ListName[] = ['follows', 'mutes', 'bookmarks', 'relays', 'mediaServers', 'filterLists', 'allowlist'];
const urls = fc.constantFrom('wss://a.example', 'wss://A.example/', 'ws://b.example/x', 'https://c.example', 'https://c.example/', 'no');
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
    .record({ act: fc.constantFrom('add', 'remove', 'set', 'first'), tag: fc.oneof({ weight: 9, arbitrary: entry }, junk) })
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

/** Tags of a base that are not in a plan as often, and that no intent removes or rewrites. */
function lost(
  { list, base, secret, intents }: ListEdit,
  { draft, seal }: { draft: { tags: readonly Tag[] }; seal: readonly Tag[] | undefined },
) {
  const before = versionOf(list, base, secret);
  const isOpen = before.secret !== undefined;
  const after = text([...draft.tags, ...(seal ?? (isOpen && draftKeeps(before.content, { seal }) ? (before.secret ?? []) : []))]);
  const named = new Set(intents.flatMap(({ act, tag }) => (act === 'remove' || act === 'set' ? (entryKey(list, tag) ?? []) : [])));
  const moved = new Set(intents.flatMap(({ act, tag }) => (act === 'first' ? (entryKey(list, tag) ?? []) : [])));
  const keys = new Set([...draft.tags, ...(seal ?? [])].map((tag) => entryKey(list, tag)));
  return [...before.tags, ...(before.secret ?? [])].filter((tag) => {
    const at = after.indexOf(JSON.stringify(tag));
    if (at >= 0) after.splice(at, 1);
    const key = entryKey(list, tag);
    const isAsked = key !== undefined && (named.has(key) || (moved.has(key) && keys.has(key)));
    return at < 0 && !isAsked;
  });
}

/** Without a new seal the private part is the old one, unless it was emptied. */
const draftKeeps = (content: string, { seal }: { seal: readonly Tag[] | undefined }) => seal === undefined && content !== '';

const losesNothing = (planner: Planner) =>
  fc.property(edits, (edit) => {
    const result = planner(edit);
    if (!result.ok) return;
    const { plan } = result;
    const emptied = plan.seal === undefined && plan.draft.content === '' && edit.secret !== undefined;
    expect(emptied ? lost({ ...edit, secret: [] }, plan) : lost(edit, plan)).toEqual([]);
  });

const keepsTheRest = (planner: Planner) =>
  fc.property(edits, (edit) => {
    const result = planner(edit);
    if (!result.ok) return;
    const { list, base, intents } = edit;
    const named = new Set(intents.map(({ tag }) => entryKey(list, tag)));
    const rest = (all: readonly Tag[]) => text(all.filter((tag) => entryKey(list, tag) === undefined || !named.has(entryKey(list, tag))));
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

/** A way to build lists that is wrong on purpose; it goes by the guard, too, unless told not to. */
function broken(
  change: (edit: ListEdit, plan: Extract<Planned, { ok: true }>['plan']) => Partial<{ tags: Tag[]; content: string }>,
): Planner {
  return (edit) => {
    const result = planEdit(edit);
    if (!result.ok) return result;
    return { ok: true, plan: { ...result.plan, draft: { ...result.plan.draft, ...change(edit, result.plan) } } };
  };
}
const fails = (property: fc.IPropertyWithHooks<[ListEdit]>) => expect(endOf(property, 2_000)).toBe('AssertionError');
const holds = (property: fc.IPropertyWithHooks<[ListEdit]>) => fc.assert(property, { numRuns: 2_000 });

describe('for every list, base and sequence of intents', () => {
  test('INV-SHRINK no plan loses an entry that no intent removes', () => holds(losesNothing(planEdit)));

  test('INV-SHRINK a list built from the intents alone is caught (planted)', () => {
    fails(losesNothing(broken(({ intents }) => ({ tags: intents.map(({ tag }) => [...tag]) }))));
    fails(losesNothing(broken((_, { draft }) => ({ tags: draft.tags.slice(1).map((tag) => [...tag]) }))));
  });

  test('INV-PRESERVE whatever no intent names stands as it stood, in its order', () => holds(keepsTheRest(planEdit)));

  test('INV-PRESERVE a list rebuilt from what is understood of it is caught (planted)', () => {
    fails(
      keepsTheRest(broken(({ list }, { draft }) => ({ tags: draft.tags.filter((tag) => entryKey(list, tag)).map((tag) => [...tag]) }))),
    );
    fails(keepsTheRest(broken((_, { draft }) => ({ tags: draft.tags.toReversed().map((tag) => [...tag]) }))));
  });

  test('INV-OPAQUE content stays byte for byte unless its private part was opened and edited', () => holds(keepsBytes(planEdit)));

  test('INV-OPAQUE a list published with empty content is caught (planted)', () => fails(keepsBytes(broken(() => ({ content: '' })))));

  test('INV-SERIAL intents one after the other come to the same as all at once', () => {
    fc.assert(
      fc.property(edits, fc.nat(4), (edit, at) => {
        const { list, intents, base } = edit;
        const whole = planEdit({ ...edit, intents });
        const first = planEdit({ ...edit, intents: intents.slice(0, at) });
        if (!whole.ok || !first.ok || base.state === 'none' || first.plan.seal || whole.plan.seal) return;
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
        const after = [...before, ...text([...added, ...changed.map(({ to }) => to)].map(({ tag }) => tag))];
        expect(after.toSorted()).toEqual(text(result.plan.draft.tags).toSorted());
        expect(added.length + removed.length + changed.length > 0 || reordered).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('BEYOND-01 INV-SHRINK INV-PRESERVE no plan is made for a version that was built wrong: it loses, changes or brings what nobody asked for', () => {
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
    const built = (tags: readonly Tag[], secret: readonly Tag[] | undefined = edit.secret) => planOf(edit, { tags, secret });
    expect(built([...tags, ['p', me]])).toMatchObject({ ok: true, plan: { draft: { content: 'sealed' } } });
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

  test('BEYOND-01 the guard, which knows only before, after and intents, refuses every planted loss', () => {
    const base = [
      ['p', ann],
      ['alt', 'x'],
      ['p', bob],
    ];
    const before = { tags: base, secret: [['p', cat]], content: 'sealed' };
    const guard = (after: Partial<typeof before> & { content?: string | undefined }, wanted = [mute({ type: 'word', word: 'spam' })]) => [
      ...breachesOf('mutes', before, { ...before, ...after }, wanted),
    ];
    const spam = ['word', 'spam'];
    expect(guard({ tags: [...base, spam] })).toEqual([]);
    expect(guard({ tags: [...base.slice(0, 2), spam] })).toEqual(['INV-SHRINK', 'INV-PRESERVE']);
    expect(guard({ tags: [['p', ann], ['p', bob], spam] })).toEqual(['INV-PRESERVE']);
    expect(guard({ tags: [...base, spam], content: '' })).toEqual(['INV-OPAQUE']);
    expect(guard({ tags: [...base, spam], secret: [], content: '' })).toEqual(['INV-SHRINK', 'INV-PRESERVE']);
    expect(guard({})).toEqual(['unfulfilled']);
    expect(guard({ tags: base.slice(1) }, [mute({ type: 'user', pubkey: ann }, { on: false })])).toEqual([]);
    const shut = { ...before, secret: undefined };
    expect([...breachesOf('mutes', shut, { ...shut, content: 'other' }, [])]).toEqual(['INV-OPAQUE']);
    expect([...breachesOf('mutes', shut, { ...shut, secret: [] }, [])]).toEqual(['INV-OPAQUE']);
    expect([...breachesOf('mutes', shut, shut, [])]).toEqual([]);
    expect([
      ...breachesOf('mutes', { ...before, secret: undefined }, { tags: [...base, spam], secret: [], content: undefined }, []),
    ]).toEqual(['INV-PRESERVE', 'INV-OPAQUE']);
  });
});
