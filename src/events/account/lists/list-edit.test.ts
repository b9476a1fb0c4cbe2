import { describe, expect, test } from 'vitest';
import { ann, bob, cat, key, known, me, none } from '../../../../tests/support/lists/list-bases.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Tag } from '../../nostr/event.ts';
import { type FirmBase, needsSecret, planEdit, readSecret } from './list-edit.ts';
import type { ListName } from './list-definitions.ts';
import {
  allow,
  bookmark,
  dropFilterList,
  follow,
  type ListIntent,
  mediaServer,
  mute,
  filterWith,
  relayUse,
} from './list-intents.ts';

const plan = (
  list: ListName,
  base: FirmBase,
  intents: readonly ListIntent[],
  secret?: readonly Tag[],
) => planEdit({ list, account: me, base, secret, intents });
const planned = (...args: Parameters<typeof plan>) => {
  const result = plan(...args);
  if (!result.ok) throw new Error(result.refusal);
  return result.plan;
};

describe('single edits', () => {
  test('BEYOND-01 BEYOND-02 entries that a dialog has listed are not asked about again', () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      follow((at + 1).toString(16).padStart(64, '0')),
    );
    const base = known('follows', [
      ['p', ann],
      ['p', bob],
    ]);
    const reasons = (isShown: boolean) => {
      const risks = { silent: new Set<string>(), isMadeHere: false, isShown };
      const result = planEdit({ list: 'follows', account: me, base, intents: many, risks });
      return result.ok && result.plan.reasons;
    };
    expect([reasons(false), reasons(true)]).toEqual([['many-follows'], []]);
  });

  test('ACCOUNT-08 a follow is added at the end of the list, and the rest stays as it is', () => {
    const tags = [
      ['p', ann, 'wss://a.example', 'Ann'],
      ['t', 'nostr'],
      ['p', 'junk'],
      ['p', bob],
      ['x'],
    ];
    const { draft, diff, reasons, seal } = planned(
      'follows',
      known('follows', tags, '{"wss://old.example":{}}'),
      [follow(cat)],
    );
    expect(draft).toEqual({
      kind: 3,
      content: '{"wss://old.example":{}}',
      tags: [...tags, ['p', cat]],
    });
    expect(diff).toEqual({
      added: [{ tag: ['p', cat], secret: false }],
      removed: [],
      changed: [],
      reordered: false,
    });
    expect([reasons, seal]).toEqual([[], undefined]);
  });

  test('ACCOUNT-08 following twice, unfollowing a stranger and unfollowing oneself are refused', () => {
    const base = known('follows', [
      ['p', ann],
      ['p', me],
      ['p', bob],
    ]);
    expect(plan('follows', base, [follow(ann)])).toEqual({ ok: false, refusal: 'unchanged' });
    expect(plan('follows', base, [follow(cat, false)])).toEqual({
      ok: false,
      refusal: 'unchanged',
    });
    expect(plan('follows', base, [follow(me, false)])).toEqual({ ok: false, refusal: 'oneself' });
    expect(plan('follows', base, [follow('nobody')])).toEqual({ ok: false, refusal: 'no-entry' });
  });

  test('ACCOUNT-08 a list of fewer than two follows and a new list need confirmation', () => {
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

  test('BEYOND-01 accepted silence and an account made here raise no question; new silence does', () => {
    const silent = new Set(['wss://one.example']);
    const reasons = (
      base: FirmBase,
      risks: { silent: ReadonlySet<string>; isMadeHere: boolean },
      intents = [follow(cat)],
    ) => {
      const made = planEdit({ list: 'follows', account: me, base, intents, risks });
      return made.ok && made.plan.reasons;
    };
    const two = known('follows', [
      ['p', ann],
      ['p', bob],
    ]);
    const unheard = (...urls: string[]) => ({ ...two, unheard: urls });
    const accepted = { silent, isMadeHere: false };
    expect(reasons(unheard('wss://one.example'), accepted)).toEqual([]);
    expect(reasons(unheard('wss://one.example', 'cache'), accepted)).toEqual(['unsure-base']);
    const here = { silent: new Set<string>(), isMadeHere: true };
    expect(reasons(none, here)).toEqual([]);
    expect(reasons(two, here, [follow(bob, false)])).toEqual(['few-follows']);
  });

  test('ACCOUNT-13 only the first public bookmark and the removal of the last need confirmation', () => {
    const note = trusted({ pubkey: ann });
    const article = trusted({ pubkey: ann, kind: 30_023, tags: [['d', 'x']] });
    expect(planned('bookmarks', none, [bookmark(note)]).reasons).toEqual([
      'first-bookmark',
      'new-list',
    ]);
    const one = known('bookmarks', [['e', note.id]]);
    const two = planned('bookmarks', one, [bookmark(article)]);
    expect([two.reasons, two.draft.tags]).toEqual([
      [],
      [
        ['e', note.id],
        ['a', `30023:${ann}:x`],
      ],
    ]);
    expect(planned('bookmarks', one, [bookmark(note, { on: false })]).reasons).toEqual([
      'last-bookmark',
    ]);
  });

  test('mutes of every kind, in the public or in the private part', () => {
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
    const undone = planned(
      'mutes',
      base,
      [mute({ type: 'user', pubkey: cat }, { on: false })],
      [['p', cat]],
    );
    expect([undone.draft.content, undone.seal, undone.draft.tags]).toEqual([
      '',
      undefined,
      [['p', ann]],
    ]);
  });

  test('ACCOUNT-20 a private entry never gets into the public part, in new lists or beside public entries', () => {
    const secretly = (pubkey: string) => mute({ type: 'user', pubkey }, { secret: true });
    for (const base of [none, known('mutes', [])]) {
      const { draft, seal, diff } = planned('mutes', base, [secretly(ann)]);
      expect([draft.tags, seal, diff.added]).toEqual([
        [],
        [['p', ann]],
        [{ tag: ['p', ann], secret: true }],
      ]);
    }
    expect(planned('allowlist', none, [{ ...allow(ann), secret: true }])).toMatchObject({
      draft: { tags: [['d', 'allowlist']] },
      seal: [['p', ann]],
    });
    expect(plan('follows', none, [{ ...follow(ann), secret: true }])).toEqual({
      ok: false,
      refusal: 'no-entry',
    });
    const base = known('mutes', [['p', ann]], 'sealed');
    expect(plan('mutes', base, [secretly(ann)], [['p', cat]])).toEqual({
      ok: false,
      refusal: 'unchanged',
    });
    const set = planned(
      'mutes',
      base,
      [{ ...secretly(ann), act: 'set', tag: ['p', ann, 'wss://a.example'] }],
      [['p', cat]],
    );
    expect([set.draft.tags, set.seal]).toEqual([[['p', ann, 'wss://a.example']], undefined]);
    const moved = planned(
      'mutes',
      base,
      [{ act: 'set', tag: ['p', cat, 'wss://c.example'] }],
      [['p', cat]],
    );
    expect([moved.draft.tags, moved.seal]).toEqual([[['p', ann]], [['p', cat, 'wss://c.example']]]);
  });

  test('INV-OPAQUE a sealed part stays byte for byte, and an edit that needs it is refused', () => {
    const base = known(
      'mutes',
      [
        ['p', ann],
        ['p', bob],
      ],
      'sealed',
    );
    expect(planned('mutes', base, [mute({ type: 'user', pubkey: cat })]).draft.content).toBe(
      'sealed',
    );
    expect(
      planned('mutes', base, [mute({ type: 'user', pubkey: ann }, { on: false })]).draft,
    ).toEqual({
      kind: 10_000,
      tags: [['p', bob]],
      content: 'sealed',
    });
    expect(plan('mutes', base, [mute({ type: 'user', pubkey: cat }, { on: false })])).toEqual({
      ok: false,
      refusal: 'sealed',
    });
    expect(plan('mutes', base, [mute({ type: 'user', pubkey: cat }, { secret: true })])).toEqual({
      ok: false,
      refusal: 'sealed',
    });
  });

  test('a private part is opened only if the entry may be in it (BEYOND-03)', () => {
    const base = known('mutes', [], 'sealed');
    expect(needsSecret('mutes', base, [mute({ type: 'user', pubkey: ann })])).toBe(false);
    expect(
      needsSecret('mutes', base, [mute({ type: 'user', pubkey: ann }, { secret: true })]),
    ).toBe(true);
    expect(needsSecret('mutes', base, [mute({ type: 'user', pubkey: ann }, { on: false })])).toBe(
      true,
    );
    expect(
      needsSecret('mutes', known('mutes', []), [
        mute({ type: 'user', pubkey: ann }, { on: false }),
      ]),
    ).toBe(false);
    expect(needsSecret('follows', known('follows', [], '{}'), [follow(ann, false)])).toBe(false);
  });

  test('a private part that is no list of tags does not count as empty', () => {
    expect(readSecret('[["p","x"],[]]')).toEqual([['p', 'x'], []]);
    for (const text of [
      '',
      'null',
      '{}',
      '[1]',
      '[["p","x"],1]',
      '[["p",1]]',
      '[["p","x"],["p",1]]',
      '[',
      '"x"',
    ])
      expect(readSecret(text)).toBeUndefined();
  });

  test('a relay has one entry for all spellings of its url, and its flags are set in place', () => {
    const base = known('relays', [
      ['r', 'wss://A.example/'],
      ['r', 'wss://b.example', 'read'],
      ['r', 'nonsense'],
    ]);
    const intents = [
      relayUse('wss://a.example', { read: false, write: true }),
      relayUse('wss://c.example/x', { read: true, write: true }),
    ];
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
      {
        from: { tag: ['r', 'wss://A.example/'], secret: false },
        to: { tag: ['r', 'wss://a.example', 'write'], secret: false },
      },
    ]);
    expect(relayUse('wss://a.example/', { read: false, write: false })?.act).toBe('remove');
    expect(relayUse('https://a.example', { read: true, write: true })).toBeUndefined();
  });

  test('media servers: https origins, the main one first, mirrors behind', () => {
    const base = known('mediaServers', [
      ['x'],
      ['server', 'https://a.example/'],
      ['server', 'https://b.example'],
    ]);
    const first = mediaServer('https://b.example/upload?x', 'first');
    const added = mediaServer('https://c.example', 'first');
    if (!first || !added) throw new Error('refused');
    const moved = planned('mediaServers', base, [first]);
    expect(moved.draft.tags).toEqual([
      ['x'],
      ['server', 'https://b.example'],
      ['server', 'https://a.example/'],
    ]);
    expect(moved.diff).toEqual({ added: [], removed: [], changed: [], reordered: true });
    expect(planned('mediaServers', base, [added]).draft.tags[1]).toEqual([
      'server',
      'https://c.example',
    ]);
    expect(mediaServer('http://a.example', 'add')).toBeUndefined();
    expect(mediaServer('http://127.0.0.1:4870', 'add', 'http://127.0.0.1:4870')?.tag).toEqual([
      'server',
      'http://127.0.0.1:4870',
    ]);
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
    expect(planned('filterLists', base, [filterWith(ann, [])]).draft.tags[1]).toEqual([
      'p',
      ann,
      '',
      '',
      '[]',
    ]);
    expect(planned('filterLists', base, [dropFilterList(ann)]).draft.tags).toEqual([
      ['d', 'mutelists'],
    ]);
    expect(planned('allowlist', none, [allow(bob)]).draft.tags).toEqual([
      ['d', 'allowlist'],
      ['p', bob],
    ]);
  });
});
