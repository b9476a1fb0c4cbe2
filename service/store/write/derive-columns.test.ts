import { describe, expect, test } from 'vitest';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { derive, hasVisuals } from './derive-columns.ts';
import { MEDIA, REF } from '../schema.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const ARTICLE = `30023:${A}:story`;
const of = (fields: Parameters<typeof trusted>[0]) => derive(trusted(fields));
const refs = (fields: Parameters<typeof trusted>[0]) =>
  of(fields).refs.map(({ type, target }) => [type, target]);

test('NIP-01 single-letter tags are indexed once each, up to 1,024 characters and 5,000 per event', () => {
  const long = 'x'.repeat(1_024);
  const tags = [
    ['t', 'x'],
    ['t', 'x'],
    ['T', 'x'],
    ['z'],
    ['1', 'x'],
    ['-', 'x'],
    ['tt', 'x'],
    ['', 'x'],
    ['a', long],
    ['Z', `${long}x`],
    ['p', A],
  ];
  expect(of({ tags }).tags).toEqual([
    ['t', 'x'],
    ['T', 'x'],
    ['a', long],
    ['p', A],
  ]);
  for (const name of ['a', 'z', 'A', 'Z'])
    expect(of({ tags: [[name, '']] }).tags).toEqual([[name, '']]);
  for (const name of ['`', '{', '@', '[']) expect(of({ tags: [[name, '']] }).tags).toEqual([]);
  const many = Array.from({ length: 5_002 }, (_, n) => ['t', String(n)]);
  expect(of({ tags: many }).tags.map(([, value]) => value)).toEqual(
    many.slice(0, 5_000).map(([, value]) => value),
  );
  const contacts = [
    ['p', A],
    ['t', 'x'],
  ];
  expect(of({ kind: KIND.Contacts, tags: contacts }).tags).toEqual([['t', 'x']]);
});

test('NIP-40 the expiration is read if it is a number of seconds', () => {
  const at = (value: string) => of({ tags: [['expiration', value]] }).expiresAt;
  expect([at('1700000000'), at('soon'), at('-5'), of({}).expiresAt]).toEqual([
    1_700_000_000,
    undefined,
    undefined,
    undefined,
  ]);
});

test('NIP-10 NIP-22 notes and comments are replies to the event they name; likes, reposts and zaps are not', () => {
  const tags = [
    ['e', A, '', 'root'],
    ['e', B, '', 'reply'],
  ];
  const answered = (kind: number) => {
    const { parent, root } = of({ kind, tags });
    return [parent, root];
  };
  expect(answered(KIND.Text)).toEqual([B, A]);
  for (const kind of [KIND.Reaction, KIND.Repost, KIND.Zap, KIND.Poll])
    expect(answered(kind)).toEqual([undefined, undefined]);
});

describe('references of an event', () => {
  test('NIP-25 a like, heart or hand counts for the last e tag or the address; other reactions do not count', () => {
    const tags = [
      ['e', A],
      ['e', B],
    ];
    const kind = KIND.Reaction;
    const likes = [
      '+',
      '',
      '❤️',
      '❤',
      '♥',
      '💜',
      '💙',
      '💚',
      '💛',
      '🧡',
      '🤎',
      '🖤',
      '🤍',
      '🩷',
      '🩵',
      '🫶',
      '🤙',
      '👍',
      '👍🏽',
      '👏',
      '🙌',
      '🤝',
    ];
    for (const content of likes) expect(refs({ kind, content, tags })).toEqual([[REF.like, B]]);
    for (const content of ['-', '💩', 'nice']) expect(refs({ kind, content, tags })).toEqual([]);
    expect(refs({ kind, content: '+', tags: [['a', ARTICLE], ...tags] })).toEqual([
      [REF.like, ARTICLE],
    ]);
    expect(refs({ kind, content: '+', tags: [['a', 'junk'], ...tags] })).toEqual([[REF.like, B]]);
    expect([refs({ kind, content: '+' }), refs({ kind: KIND.Zap, content: '+', tags })]).toEqual([
      [],
      [],
    ]);
  });

  test('NIP-18 reposts and highlights count for their target, and a mention in them is no quote', () => {
    for (const kind of [KIND.Repost, KIND.GenericRepost])
      expect(refs({ kind, tags: [['e', A, '', 'mention']] })).toEqual([[REF.repost, A]]);
    expect(refs({ kind: KIND.Highlight, tags: [['e', A]] })).toEqual([[REF.highlight, A]]);
    expect(refs({ kind: KIND.Highlight, tags: [['a', ARTICLE]] })).toEqual([
      [REF.highlight, ARTICLE],
    ]);
    expect(refs({ kind: KIND.Metadata, tags: [['e', A]] })).toEqual([]);
  });

  test('NIP-10 NIP-22 a reply has a parent and a root; a comment on a web page has neither here', () => {
    const tags = [
      ['e', A, '', 'root'],
      ['e', B, '', 'reply'],
    ];
    expect(of({ tags })).toMatchObject({ parent: B, root: A });
    expect(refs({ tags })).toEqual([
      [REF.reply, B],
      [REF.root, A],
    ]);
    expect(of({ kind: KIND.Reaction, tags })).toMatchObject({ parent: undefined, root: undefined });
    const comment = [
      ['A', ARTICLE],
      ['a', ARTICLE],
    ];
    expect(of({ kind: KIND.Comment, tags: comment })).toMatchObject({
      parent: ARTICLE,
      root: ARTICLE,
    });
    const page = [
      ['I', 'https://page.example'],
      ['i', 'https://page.example'],
    ];
    expect([
      of({ kind: KIND.Comment, tags: page }).parent,
      refs({ kind: KIND.Comment, tags: page }),
    ]).toEqual([undefined, []]);
  });

  test('a quote counts once, in texts that are read, and never for the event itself', () => {
    const quote = [
      ['q', A],
      ['q', A],
    ];
    expect(refs({ tags: quote })).toEqual([[REF.quote, A]]);
    expect(refs({ kind: KIND.LongForm, tags: quote })).toEqual([[REF.quote, A]]);
    expect(refs({ tags: [...quote, ['q', B]] })).toEqual([
      [REF.quote, A],
      [REF.quote, B],
    ]);
    expect(refs({ kind: KIND.Metadata, tags: quote })).toEqual([]);
    const reply = ['e', A, '', 'root'];
    expect(refs({ tags: [reply, ['q', A]] })).toEqual([
      [REF.reply, A],
      [REF.root, A],
      [REF.quote, A],
    ]);
  });
});

test('NOTE-22 public bookmarks count notes and articles once; malformed entries do not count', () => {
  const tags = [
    ['e', A],
    ['e', A, 'wss://relay.example'],
    ['a', ARTICLE],
    ['e', 'junk'],
    ['a', 'junk'],
    ['t', 'x'],
  ];
  expect(refs({ kind: KIND.Bookmarks, tags })).toEqual([
    [REF.bookmark, A],
    [REF.bookmark, ARTICLE],
  ]);
  expect(refs({ kind: KIND.MuteList, tags })).toEqual([]);
  const many = Array.from({ length: 5_002 }, (_, n) => ['e', n.toString(16).padStart(64, '0')]);
  expect(refs({ kind: KIND.Bookmarks, tags: many })).toHaveLength(5_000);
});

test('the text is searched, for articles and videos also title and summary; other kinds are not', () => {
  const tags = [
    ['title', 'Tale'],
    ['summary', 'Short'],
  ];
  const kinds = [KIND.Text, KIND.Image, KIND.Poll, KIND.Comment, KIND.ZapPoll, KIND.Highlight];
  for (const kind of kinds) expect(of({ kind, content: 'words', tags }).text).toBe('words');
  for (const kind of [KIND.LongForm, KIND.Video, KIND.ShortVideo]) {
    expect(of({ kind, content: 'words', tags }).text).toBe('Tale\nShort\nwords');
    expect(of({ kind, content: 'words', tags: tags.slice(1) }).text).toBe('Short\nwords');
  }
  for (const kind of [KIND.Metadata, KIND.Contacts, KIND.Reaction])
    expect(of({ kind, content: 'words' }).text).toBeUndefined();
});

test('media bits cover all links; only pictures and videos are shown in a grid', () => {
  const { media, links } = of({
    content: 'https://x.example/a.jpg https://x.example/b.mp3 https://x.example',
  });
  expect([media, links.length]).toEqual([MEDIA.picture | MEDIA.audio | MEDIA.page, 3]);
  expect([MEDIA.picture, MEDIA.video, MEDIA.audio, MEDIA.page, 0].map(hasVisuals)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
