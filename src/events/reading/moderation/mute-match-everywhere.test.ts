import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { folded } from '../../core/text.ts';
import { hiddenBy, filterListsInUse, moderationListsOf } from './moderation.ts';
import { threadTags } from '../../account/lists/list-intents.ts';
import { matchingMute } from './mute-match.ts';
import { readMutes } from '../../account/lists/mutes.ts';
import { emptyFacts, foldFacts } from '../../facts/facts.ts';
import { seconds } from '../../core/time.ts';

const [ME, AUTHOR, OTHER] = ['1', 'a', 'b'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const ADDRESS = `30023:${AUTHOR}:m`;
const article = (at: number, title = 'T') =>
  trusted({
    kind: KIND.LongForm,
    pubkey: AUTHOR,
    created_at: at,
    tags: [
      ['d', 'm'],
      ['title', title],
    ],
  });
const [V1, V2] = [article(100), article(200, 'T2')] as const;
const comment = (version: { readonly id: string }, tags: string[][]) =>
  trusted({
    kind: KIND.Comment,
    pubkey: OTHER,
    content: 'answer',
    tags: [['A', ADDRESS], ['E', version.id], ['K', '30023'], ['P', AUTHOR], ...tags],
  });
const mine = comment(V1, [['e', V1.id]]);
const answer = comment(V1, [
  ['e', mine.id],
  ['k', '1111'],
  ['p', ME],
]);
const by = (tags: readonly (readonly string[])[], event: Parameters<typeof matchingMute>[1]) =>
  matchingMute(readMutes(tags), event)?.by;

test('ACCOUNT-21 a muted article hides comments at any depth, by the id of the version and by the address', () => {
  for (const tag of [
    ['e', V1.id],
    ['a', ADDRESS],
  ])
    expect([V1, mine, answer].map((event) => by([tag], event))).toEqual(Array(3).fill('thread'));
  expect(by([['a', ADDRESS]], V2)).toBe('thread');
  expect(by([['a', ADDRESS]], comment(V2, []))).toBe('thread');
  expect(by([['a', `30023:${AUTHOR}:other`]], answer)).toBeUndefined();
});

test('ACCOUNT-21 a mute by the id of one version holds for every known version of the article', () => {
  const list = trusted({ pubkey: ME, kind: KIND.MuteList, tags: [['e', V1.id]], created_at: 300 });
  const facts = foldFacts(emptyFacts, { events: [list, V1, V2], claims: [], now: seconds(1_000) });
  const hides = hiddenBy(moderationListsOf(ME, filterListsInUse(facts, ME)));
  const old = trusted({
    pubkey: OTHER,
    content: 'a note below it',
    tags: [['e', V2.id, '', 'root']],
  });
  expect([V1, V2, answer, comment(V2, []), old].map(hides)).toEqual(Array(5).fill(true));
  const secretly = hiddenBy(
    moderationListsOf(ME, filterListsInUse(facts, ME, [['e', V2.id]]), [['e', V2.id]]),
  );
  expect([V1, V2, comment(V1, [])].map(secretly)).toEqual([true, true, true]);
  expect(hides(trusted({ kind: KIND.LongForm, pubkey: AUTHOR, tags: [['d', 'n']] }))).toBe(false);
});

test('ACCOUNT-21 muting the thread of a comment, reply, article or chat message names the root', () => {
  const E = 'e'.repeat(64);
  const A = ['a', ADDRESS];
  expect(threadTags(answer)).toEqual([A, ['e', V1.id]]);
  expect(threadTags(V2)).toEqual([A, ['e', V2.id]]);
  const onNote = [
    ['E', E],
    ['K', '1'],
    ['e', mine.id],
    ['k', '1111'],
  ];
  expect(threadTags(trusted({ kind: KIND.Comment, tags: onNote }))).toEqual([['e', E]]);
  const onPage = [
    ['I', 'https://example.com/a'],
    ['K', 'web'],
    ['i', 'https://example.com/a'],
  ];
  expect(threadTags(trusted({ kind: KIND.Comment, tags: onPage }))).toEqual([
    ['i', 'https://example.com/a'],
  ]);
  expect(threadTags(trusted({ tags: [['a', ADDRESS, '', 'root']] }))).toEqual([A]);
  const marked = [
    ['e', E, '', 'root'],
    ['e', mine.id, '', 'reply'],
  ];
  expect(threadTags(trusted({ tags: marked }))).toEqual([['e', E]]);
  const note = trusted({ content: 'first' });
  expect(threadTags(note)).toEqual([['e', note.id]]);
  const live = `30311:${AUTHOR}:show`;
  expect(threadTags(trusted({ kind: KIND.LiveChatMessage, tags: [['a', live]] }))).toEqual([
    ['a', live],
  ]);
});

test('ACCOUNT-21 the tags that mute the thread of an event hide that event and its siblings', () => {
  const roots = fc.subarray(
    [
      ['A', ADDRESS],
      ['E', V1.id],
      ['I', 'https://example.com/a'],
    ],
    { minLength: 1 },
  );
  fc.assert(
    fc.property(
      roots,
      fc.subarray([
        ['e', mine.id],
        ['a', ADDRESS],
        ['p', ME],
      ]),
      (tags, more) => {
        const one = trusted({ kind: KIND.Comment, pubkey: OTHER, tags: [...tags, ...more] });
        const sibling = trusted({ kind: KIND.Comment, pubkey: AUTHOR, content: 'x', tags });
        for (const tag of threadTags(one))
          expect([by([tag], one), by([tag], sibling)]).toEqual(['thread', 'thread']);
      },
    ),
  );
});

/**
 * Invisible characters between letters: zero-width spaces, joiners, hyphens, direction marks, tags,
 * variation selectors.
 */
const UNSEEN = [
  '',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u034f',
  '\u202e',
  '\u2066',
  '\ufe0f',
  '\u{e0041}',
];
/** Spellings of one text: case, composition, a fullwidth form, invisible characters. */
const spelled = (text: string) =>
  fc
    .tuple(
      fc.constantFrom('toUpperCase', 'toLowerCase', 'toString'),
      fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
      fc.constantFrom(...UNSEEN),
    )
    .map(([letters, form, unseen]) =>
      [...text[letters as 'toUpperCase']().normalize(form)].join(unseen),
    );
const NAMES = [
  'anime',
  'straße',
  'über',
  'καλημέρα',
  'ΟΔΟΣ',
  'привет',
  '日本',
  'नमस्ते',
  '2024',
  'sci-fi',
  'Ǆungla',
  'ﬁsh',
];
const name = fc.constantFrom(...NAMES);
const two = name.chain((text) => fc.tuple(spelled(text), spelled(text)));

/** Every place of an event where a text is shown. */
const places: ReadonlyArray<(text: string) => Parameters<typeof trusted>[0]> = [
  (content) => ({ content }),
  (content) => ({ kind: KIND.Comment, content }),
  ...[
    'title',
    'summary',
    'name',
    'description',
    'alt',
    'subject',
    'content-warning',
    'location',
  ].map((tag) => (text: string) => ({
    kind: KIND.LongForm,
    tags: [
      ['d', 'x'],
      [tag, text],
    ],
  })),
  (text) => ({ kind: KIND.Poll, content: 'which?', tags: [['option', 'a', text]] }),
  (text) => ({ kind: KIND.ZapPoll, content: 'which?', tags: [['poll_option', '0', text]] }),
  (text) => ({ kind: KIND.Highlight, content: 'passage', tags: [['comment', text]] }),
  (text) => ({
    kind: KIND.Zap,
    tags: [['description', JSON.stringify({ pubkey: OTHER, content: text })]],
  }),
  (content) => ({ kind: KIND.Nutzap, content }),
  (text) => ({
    kind: KIND.Image,
    tags: [['imeta', 'url https://example.com/a.png', `alt ${text}`]],
  }),
  (text) => ({ kind: KIND.StarterPack, tags: [['d', text]] }),
  (text) => ({
    kind: KIND.CategorizedPeople,
    tags: [
      ['d', 'x'],
      ['title', text],
    ],
  }),
  (text) => ({ kind: KIND.ChannelCreation, content: JSON.stringify({ name: 'x', about: text }) }),
];
const place = fc.constantFrom(...places);

test('ACCOUNT-21 a muted hashtag hides in tags and texts, with or without a sign, in any case', () => {
  fc.assert(
    fc.property(
      two,
      fc.constantFrom('', '#'),
      fc.constantFrom('', '#'),
      ([listed, used], sign, other) => {
        expect(
          by(
            [['t', `${sign}${listed}`]],
            trusted({ pubkey: OTHER, tags: [['t', `${other}${used}`]] }),
          ),
        ).toBe('hashtag');
      },
    ),
  );
  fc.assert(
    fc.property(two, fc.constantFrom('', '#'), place, ([listed, used], sign, at) => {
      for (const text of [
        `a note about #${used}`,
        `#${used}`,
        `so (#${used}).`,
        `x\n#${used}\ny`,
        `😀#${used}`,
      ])
        expect(by([['t', `${sign}${listed}`]], trusted({ pubkey: OTHER, ...at(text) }))).toBe(
          'hashtag',
        );
      for (const text of [
        `#${used}tour`,
        `a#${used}`,
        used,
        `https://example.com/#${used}`,
        `https://example.com/?a=#${used}`,
      ])
        expect(
          by([['t', `${sign}${listed}`]], trusted({ pubkey: OTHER, ...at(text) })),
        ).toBeUndefined();
    }),
  );
});

test('ACCOUNT-21 a muted word hides in every shown text of an event, in any case and composition', () => {
  fc.assert(
    fc.property(two, place, ([listed, used], at) => {
      expect(by([['word', listed]], trusted({ pubkey: OTHER, ...at(`so ${used}, again`) }))).toBe(
        'word',
      );
      expect(
        by([['word', listed]], trusted({ pubkey: OTHER, ...at('something else') })),
      ).toBeUndefined();
    }),
  );
});

test('ACCOUNT-21 two spellings of a text are equal after folding', () => {
  fc.assert(
    fc.property(name, (text) => {
      const all = [
        text,
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFD'),
        text.normalize('NFD').toUpperCase(),
      ];
      expect(new Set(all.map(folded)).size).toBe(1);
      expect(folded(folded(text))).toBe(folded(text));
    }),
  );
  expect([folded('İSTANBUL'), folded('ＡＮＩＭＥ')]).toEqual([folded('istanbul'), 'anime']);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof folded(text) === 'string'));
});

test('ACCOUNT-21 a muted phrase matches over any gap in one text, and an Arabic word if lengthened', () => {
  for (const gap of ['  ', '\n', '\u00a0', '\t\u200b '])
    expect([
      gap,
      by([['word', 'big fish']], trusted({ pubkey: OTHER, content: `A big${gap}fish.` })),
    ]).toEqual([gap, 'word']);
  const apart = trusted({
    pubkey: OTHER,
    kind: KIND.LongForm,
    content: 'fish',
    tags: [['title', 'big']],
  });
  expect(by([['word', 'fish big']], apart)).toBeUndefined();
  expect(by([['word', 'كلمة']], trusted({ pubkey: OTHER, content: 'كـلـمـة' }))).toBe('word');
});

test('ACCOUNT-21 of a receipt only the message is matched, not the names and relays of its request', () => {
  const request = {
    pubkey: OTHER,
    content: 'for the lamp',
    tags: [['relays', 'wss://relay.fish.example']],
    kind: 9_734,
  };
  for (const kind of [KIND.Zap, KIND.MoneroZapReceipt]) {
    const receipt = trusted({
      pubkey: OTHER,
      kind,
      tags: [['description', JSON.stringify(request)]],
    });
    const found = ['content', 'relays', 'wss', 'fish', 'lamp'].map((word) =>
      by([['word', word]], receipt),
    );
    expect(found).toEqual([undefined, undefined, undefined, undefined, 'word']);
  }
});
