import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import type { Tag } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { naddrOf, neventOf, note1Of, nprofileOf, npubOf } from '../nostr/nip19.ts';
import { mentionsOf, quotesOf } from '../reading/content/mentions.ts';
import {
  embeddedRepost,
  hintsOf,
  replyTarget,
  repostTarget,
  rootOf,
  selectHints,
} from './references.ts';

const id = (digit: string) => digit.repeat(64);
const [a, b, c, d, author] = [id('a'), id('b'), id('c'), id('d'), id('9')];
const address = `30023:${author}:my:post`;
const note = (tags: readonly Tag[], content = '') => ({ kind: KIND.Text, tags, content });

test('NOTE-19 reply target: e tag marked reply, else root, else the only or last not marked mention', () => {
  const table: ReadonlyArray<
    readonly [readonly Tag[], target: string | undefined, root: string | undefined]
  > = [
    [[], undefined, undefined],
    [[['e', a]], a, a],
    [
      [
        ['e', a],
        ['e', b],
      ],
      b,
      a,
    ],
    [
      [
        ['e', a],
        ['e', b],
        ['e', c],
      ],
      c,
      a,
    ],
    [[['e', a, '', 'root']], a, a],
    [
      [
        ['e', a, '', 'root'],
        ['e', b, '', 'reply'],
      ],
      b,
      a,
    ],
    [
      [
        ['e', b, '', 'reply'],
        ['e', a, '', 'root'],
        ['e', c, '', 'mention'],
      ],
      b,
      a,
    ],
    [
      [
        ['e', a, '', 'root'],
        ['e', b],
        ['e', c],
      ],
      a,
      a,
    ],
    [[['e', a, '', 'mention']], undefined, undefined],
    [
      [
        ['e', a],
        ['e', b, '', 'mention'],
      ],
      a,
      a,
    ],
    [
      [
        ['e', a, '', 'mention'],
        ['e', b],
      ],
      b,
      b,
    ],
    [[['e', b, '', 'reply']], b, b],
    [
      [
        ['e', a, ''],
        ['e', b, '', ''],
      ],
      b,
      a,
    ],
    [
      [
        ['e', 'no id'],
        ['e', a],
        ['e', ''],
      ],
      a,
      a,
    ],
    [[['e'], []], undefined, undefined],
    [[['q', a]], undefined, undefined],
  ];
  expect(table.map(([tags]) => [replyTarget(note(tags))?.key, rootOf(note(tags))?.key])).toEqual(
    table.map(([, target, root]) => [target, root]),
  );
});

test('NOTE-19 an event that the text names by position is quoted, not answered', () => {
  const p = ['p', author];
  const table: ReadonlyArray<
    readonly [
      content: string,
      tags: readonly Tag[],
      target: string | undefined,
      quotes: readonly string[],
    ]
  > = [
    ['Follow #[0] and look:\n\n#[1]', [p, ['e', a]], undefined, [a]],
    ['#[6]', [['e', a], ['e', b], p, p, p, p, ['e', c]], b, [c]],
    [
      '#[0]#[1]',
      [
        ['e', a],
        ['e', b],
      ],
      undefined,
      [a, b],
    ],
    ['#[0]', [['e', a, '', 'reply']], a, [a]],
    ['#[0] #[9] #[x] #[]', [p, ['e', a]], a, []],
    [
      '#[1]',
      [
        ['e', a],
        ['a', address],
      ],
      a,
      [address],
    ],
    [
      '#[0]',
      [
        ['e', a, '', 'mention'],
        ['e', b],
      ],
      b,
      [a],
    ],
  ];
  for (const [content, tags, target, quotes] of table) {
    expect(replyTarget(note(tags, content))?.key).toBe(target);
    expect(rootOf(note(tags, content))?.key).toBe(content === '#[6]' ? a : target);
    expect(quotesOf(note(tags, content)).map(({ key }) => key)).toEqual(quotes);
  }
});

test('a note under an article: a marked a tag counts, and before the e tag with the same mark', () => {
  const marked: readonly Tag[] = [
    ['a', address, 'wss://r.example', 'root'],
    ['e', a, '', 'root'],
  ];
  expect(replyTarget(note(marked))).toEqual({
    type: 'address',
    key: address,
    relays: ['wss://r.example'],
    author,
    kind: 30_023,
  });
  expect(replyTarget(note([...marked, ['e', b, '', 'reply']]))?.key).toBe(b);
  expect(rootOf(note([...marked, ['e', b, '', 'reply']]))?.key).toBe(address);
  expect(replyTarget(note([['a', address]]))).toBeUndefined();
  expect(replyTarget(note([['a', address, '', 'mention']]))).toBeUndefined();
});

test('an event that is no note is no reply: reposts, reactions and zaps only refer to their target', () => {
  const kinds = [
    KIND.Metadata,
    KIND.Contacts,
    KIND.Repost,
    KIND.Reaction,
    KIND.GenericRepost,
    KIND.Zap,
    KIND.EventDeletion,
    KIND.LongForm,
  ];
  expect(
    kinds.filter(
      (kind) =>
        replyTarget({ kind, tags: [['e', a]], content: '' }) ??
        rootOf({ kind, tags: [['e', a]], content: '' }),
    ),
  ).toEqual([]);
});

test('NOTE-18 a reference has the author and the hints that pass the url policy', () => {
  const reference = (tag: Tag) => replyTarget(note([tag]));
  expect(reference(['e', a, 'wss://R.example/', 'reply', author])).toEqual({
    type: 'event',
    key: a,
    relays: ['wss://r.example'],
    author,
    kind: undefined,
  });
  for (const hint of [
    'ws://127.0.0.1',
    'https://r.example',
    'javascript:x',
    'wss://localhost',
    '',
  ]) {
    expect(reference(['e', a, hint, 'reply', 'nobody'])).toEqual({
      type: 'event',
      key: a,
      relays: [],
      author: undefined,
      kind: undefined,
    });
  }
});

test('comments: lower-case tags name the parent, upper-case the root; articles by address, pages by name', () => {
  const comment = (tags: readonly Tag[]) => ({ kind: KIND.Comment, tags, content: '' });
  const onArticle = comment([
    ['A', address, ''],
    ['K', '30023'],
    ['P', author],
    ['a', address, ''],
    ['e', a, ''],
    ['k', '30023'],
    ['p', author],
  ]);
  expect(replyTarget(onArticle)).toEqual({
    type: 'address',
    key: address,
    relays: [],
    author,
    kind: 30_023,
  });
  expect(rootOf(onArticle)?.key).toBe(address);
  const onComment = comment([
    ['A', address, ''],
    ['K', '30023'],
    ['e', b, 'wss://r.example', d],
    ['k', '1111'],
  ]);
  expect(replyTarget(onComment)).toEqual({
    type: 'event',
    key: b,
    relays: ['wss://r.example'],
    author: d,
    kind: 1_111,
  });
  expect(rootOf(onComment)?.key).toBe(address);
  const onPage = comment([
    ['I', 'https://example.com/'],
    ['K', 'web'],
    ['i', 'https://example.com/'],
    ['k', 'web'],
  ]);
  expect(replyTarget(onPage)).toEqual({
    type: 'external',
    key: 'https://example.com/',
    relays: [],
    author: undefined,
    kind: undefined,
  });
  expect(
    replyTarget(
      comment([
        ['E', a],
        ['K', '1'],
      ]),
    ),
  ).toBeUndefined();
});

test('FEED-15 the target of a repost is its first e tag', () => {
  const repost = (kind: number, tags: readonly Tag[]) => repostTarget({ kind, tags, content: '' });
  expect(
    repost(6, [
      ['p', author],
      ['e', a, 'wss://r.example'],
      ['e', b],
    ]),
  ).toEqual({
    type: 'event',
    key: a,
    relays: ['wss://r.example'],
    author: undefined,
    kind: 1,
  });
  expect(
    repost(16, [
      ['e', a],
      ['a', address],
      ['k', '30023'],
    ]),
  ).toMatchObject({ type: 'event', key: a, kind: 30_023 });
  expect(
    repost(16, [
      ['a', address],
      ['k', '30023'],
    ]),
  ).toMatchObject({ type: 'address', key: address });
  expect(
    repost(6, [
      ['e', 'no id'],
      ['p', a],
    ]),
  ).toBeUndefined();
  expect(repost(1, [['e', a]])).toBeUndefined();
});

test('E-14 INV-ISOLATE the event inside a repost is returned unchecked; null and other content is harmless', () => {
  const inside = (content: string, kind = 6) => embeddedRepost({ kind, tags: [], content });
  expect(inside('{"id":"00","kind":1}')).toEqual({ id: '00', kind: 1 });
  const harmless = [
    '',
    'null',
    'undefined',
    '7',
    '"text"',
    '[]',
    '[{}]',
    'true',
    '{',
    ' ',
    '{"a":}',
    'NaN',
    '['.repeat(100_000),
  ];
  expect(harmless.filter((content) => inside(content) !== undefined)).toEqual([]);
  expect(inside('{}', 1)).toBeUndefined();
});

test('quotes: q tags, marked mentions and uris in the text, without repetitions', () => {
  const text = `see nostr:${note1Of(b)} and nostr:${neventOf({ id: c, relays: ['wss://r.example', 'wss://localhost'], author, kind: 1 })}.
    nostr:${naddrOf({ kind: 30_023, pubkey: author, identifier: 'my:post' })}, nostr:${npubOf(d)} nostr:${note1Of(b)} nostr:note1broken`;
  const event = note(
    [
      ['q', a, 'wss://q.example', author],
      ['q', address],
      ['e', d, '', 'mention'],
      ['e', b, '', 'reply'],
      ['q', 'rubbish'],
    ],
    text,
  );
  expect(quotesOf(event)).toEqual([
    { type: 'event', key: a, relays: ['wss://q.example'], author, kind: undefined },
    { type: 'address', key: address, relays: [], author, kind: 30_023 },
    { type: 'event', key: d, relays: [], author: undefined, kind: undefined },
    { type: 'event', key: b, relays: [], author: undefined, kind: undefined },
    { type: 'event', key: c, relays: ['wss://r.example'], author, kind: 1 },
  ]);
  expect(quotesOf({ ...event, kind: KIND.Metadata }).map((quote) => quote.key)).toEqual([
    a,
    address,
    d,
  ]);
});

test('mentions: accounts in p tags and in the text, without repetitions', () => {
  const event = note(
    [
      ['p', a],
      ['p', 'nobody'],
      ['P', c],
      ['p', a],
    ],
    `hi nostr:${npubOf(b)}, nostr:${nprofileOf(a)} and npub1bare`,
  );
  expect(mentionsOf(event)).toEqual([a, b]);
});

test('LIMIT-03 NOTE-18 hints: 2, or 3 for reposts, each once, only through the url policy', () => {
  const urls = [
    '',
    'https://x.example',
    'wss://a.example',
    'wss://a.example/',
    'wss://10.0.0.1',
    'ws://b.example',
    'wss://c.example',
    'wss://d.example',
  ];
  expect(selectHints(urls)).toEqual(['wss://a.example', 'ws://b.example']);
  expect(selectHints(urls, 3)).toEqual(['wss://a.example', 'ws://b.example', 'wss://c.example']);
  expect(selectHints(urls, 0)).toEqual([]);
  const tags: readonly Tag[] = [
    ['r', 'x', 'wss://no.example'],
    ['e', a, 'wss://a.example'],
    ['p', a],
    ['q', b, 'wss://b.example'],
    ['a', address, 'wss://c.example'],
  ];
  expect(hintsOf({ tags })).toEqual(['wss://a.example', 'wss://b.example']);
});

test('INV-ISOLATE E-14 any tags and any text give well-formed references or none', () => {
  const value = fc.oneof(
    fc.constantFrom(a, address, 'reply', 'root', 'mention', 'wss://r.example', ''),
    fc.string({ unit: 'binary' }),
  );
  const name = fc.oneof(fc.constantFrom('e', 'a', 'q', 'p', 'i', 'k', 'E', 'A', 'K'), fc.string());
  const tags = fc.array(
    fc.tuple(name, fc.array(value, { maxLength: 5 })).map(([head, rest]) => [head, ...rest]),
  );
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('nostr:', `nostr:${note1Of(b)}`, 'nostr:nostr:'),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.constantFrom(1, 6, 16, 42, 1_111, 30_023, 9_802),
      tags,
      text,
      (kind, some, content) => {
        const event = { kind, tags: some, content };
        const found = [
          replyTarget(event),
          rootOf(event),
          repostTarget(event),
          ...quotesOf(event),
        ].filter((each) => each !== undefined);
        for (const reference of found) {
          if (reference.type === 'event') expect(reference.key).toMatch(/^[0-9a-f]{64}$/);
          if (reference.type === 'address') expect(reference.key).toMatch(/^\d+:[0-9a-f]{64}:/);
          expect(
            reference.relays.filter((url) => !url.startsWith('wss://') && !url.startsWith('ws://')),
          ).toEqual([]);
        }
        expect(mentionsOf(event).filter((pubkey) => !/^[0-9a-f]{64}$/.test(pubkey))).toEqual([]);
        embeddedRepost(event);
      },
    ),
    { numRuns: 500 },
  );
});

test('E-28 a flood of references is limited', () => {
  const uris = Array.from(
    { length: 500 },
    (_, i) => `nostr:${note1Of(i.toString(16).padStart(64, '0'))}`,
  ).join(' ');
  expect(quotesOf(note([], uris))).toHaveLength(100);
  const tags = Array.from({ length: 5_000 }, (_, i) => ['q', i.toString(16).padStart(64, '0')]);
  expect(quotesOf(note(tags))).toHaveLength(100);
});

interface Peer<Result> {
  cases: ReadonlyArray<{
    args: readonly [{ tags: readonly Tag[]; kind?: number; content?: string }];
    result: Result;
  }>;
}
interface Pointer {
  id: string;
  relays: readonly string[];
  author?: string | null;
}

test('vectors: positional threads are read as a peer reads them', () => {
  const file =
    vectors<
      Peer<{ reply: Pointer; root: Pointer; quotes: Pointer[]; profiles: { pubkey: string }[] }>
    >('peer-nip10.json');
  for (const { args, result } of file.cases) {
    const event = note(args[0].tags);
    expect([replyTarget(event)?.key, rootOf(event)?.key]).toEqual([
      result.reply.id,
      result.root.id,
    ]);
    expect(mentionsOf(event).toSorted()).toEqual(
      result.profiles.map((profile) => profile.pubkey).toSorted(),
    );
    // The peer calls the middle e tags mentions. A position only shows that the event belongs to
    // the thread, so these are no quotes here either.
    expect(quotesOf(event)).toEqual(result.quotes);
  }
});

test('vectors: reposts compared with a peer', () => {
  const { cases } = vectors<Peer<Pointer>>('peer-nip18.json');
  // The peer accepts any text as an id. A malformed id cannot be requested, so here it is no
  // target.
  expect(
    cases.map(({ args: [event] }) => repostTarget({ kind: 6, content: '', tags: event.tags })),
  ).toEqual([undefined]);
  // The hint is invalid, too: the peer returns an https address as a relay.
  const fixed = cases.map(({ args: [event] }) =>
    repostTarget({ kind: 6, content: '', tags: event.tags.map((tag) => tag.with(1, a)) }),
  );
  expect(cases.map(({ result }) => result.relays)).toEqual([['https://relay.example.com']]);
  expect(fixed).toEqual([{ type: 'event', key: a, relays: [], author: undefined, kind: 1 }]);
});

test('vectors: comments are read as a peer reads them', () => {
  interface Parsed {
    root: Pointer;
    reply: Pointer;
    rootKind: number;
    replyKind: number;
    quotes: Pointer[];
  }
  for (const { args, result } of vectors<Peer<Parsed>>('peer-nip22.json').cases) {
    const event = { kind: KIND.Comment, tags: args[0].tags, content: '' };
    expect(rootOf(event)).toEqual({
      type: 'event',
      key: result.root.id,
      relays: result.root.relays,
      author: result.root.author,
      kind: result.rootKind,
    });
    expect(
      quotesOf(event).map(({ key, relays, author: by }) => ({ id: key, relays, author: by })),
    ).toEqual(result.quotes);
    // The peer adds the relay of the parent author's p tag to the parent's hints. Here, only the
    // relay in the tag itself counts.
    const own = result.reply.relays.slice(0, 1);
    expect(replyTarget(event)).toEqual({
      type: 'event',
      key: result.reply.id,
      relays: own,
      author: result.reply.author,
      kind: result.replyKind,
    });
  }
});
