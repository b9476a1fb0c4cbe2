import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../nostr/kinds.ts';
import { readPoll } from '../reading/cards/poll.ts';
import { millis, seconds } from '../core/time.ts';
import { draftOf, draftTarget, originOf, readTarget } from './compose.ts';
import { BLANK, readWriting } from '../publish/writing/writing.ts';
import { emojiSetsOf, namedEmojiFilters, withEmojiEvents } from './emoji/custom-emoji.ts';
import { groupsOf } from './emoji/emoji-groups.ts';
import { MOST_OPTIONS, pollFault, readPollDraft, withPoll } from '../publish/writing/poll-draft.ts';

const ME = '1'.repeat(64);
const ANN = '2'.repeat(64);
const NOTE = { type: 'note' } as const;

test('NIP-88 for any typed answers, the published poll has the non-empty ones in their order', () => {
  const option = fc.oneof(
    fc.string({ maxLength: 40, unit: 'binary' }),
    fc.constantFrom('', ' ', 'Tea', '\u0001', 'a\ud800 \n b'),
  );
  const poll = fc.record({
    options: fc.array(option, { maxLength: MOST_OPTIONS }),
    isMultiple: fc.boolean(),
  });
  fc.assert(
    fc.property(poll, fc.option(fc.integer({ min: 1, max: 2_000_000_000 })), (typed, end) => {
      const draft = { ...typed, ...(end === null ? {} : { endsAt: seconds(end) }) };
      const kept = readPollDraft(JSON.parse(JSON.stringify(draft)));
      expect(kept).toEqual(draft);
      if (pollFault(draft, seconds(0))) return;
      const built = withPoll({ kind: KIND.Text, content: 'q', tags: [] }, draft, [
        'wss://one.example',
      ]);
      const read = readPoll({ ...built, id: 'a'.repeat(64) });
      const labels = draft.options
        .map((one) =>
          one
            .toWellFormed()
            .replaceAll(/[\p{Cc}\s]+/gu, ' ')
            .trim(),
        )
        .filter((one) => one !== '');
      expect(read?.options.map(({ label }) => label)).toEqual(labels);
      expect([read?.isMultiple, read?.endsAt, read?.relays]).toEqual([
        draft.isMultiple,
        draft.endsAt,
        ['wss://one.example'],
      ]);
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('INV-NO-LOSS extras of a text are stored and read back; an invalid extra is left out, the text stays', () => {
  const writing = {
    ...BLANK,
    text: 'x',
    begun: millis(4),
    emojis: { cat: 'https://media.example/cat.png' },
    warning: '',
    poll: { options: ['a', ''], isMultiple: true, endsAt: seconds(9) },
    due: seconds(8),
    origin: 'root 1',
    passage: 'p',
  };
  expect(readWriting(JSON.parse(JSON.stringify(writing)))).toEqual(writing);
  for (const junk of [
    { warning: 7 },
    { poll: [] },
    { due: -1 },
    { emojis: 'x' },
    { emojis: { a: 5 } },
    { origin: {} },
  ]) {
    expect(readWriting({ ...BLANK, text: 'x', begun: 4, ...junk })).toEqual({
      ...BLANK,
      text: 'x',
      begun: 4,
    });
  }
});

test('the name of a stored text gives its aim; any other name is invalid', () => {
  const found = { event: trusted({ pubkey: ANN }) };
  for (const aim of [
    NOTE,
    { ...NOTE, place: 'a b' },
    { type: 'reply', found } as const,
    { type: 'quote', found, place: '1' } as const,
  ]) {
    const read = readTarget(draftTarget(aim));
    expect([read?.type, read?.place]).toEqual([aim.type, 'place' in aim ? aim.place : undefined]);
  }
  for (const junk of ['', 'rooty', 'reply:', 'reply:xyz', 'letter:x'])
    expect(readTarget(junk)).toBeUndefined();
  expect(originOf({ ...NOTE, place: '1' }, { ...BLANK, origin: 'root 5' })).toBe('root 5');
});

test('NIP-36 NIP-88 an empty reason hides a note, control characters go, and an answer is never a poll', () => {
  const reply = { type: 'reply', found: { event: trusted({ pubkey: ANN }) } } as const;
  const writing = {
    ...BLANK,
    text: 'x',
    warning: ' ',
    poll: { options: ['a', 'b'], isMultiple: false },
  };
  expect(draftOf(NOTE, writing, ME).tags[0]).toEqual(['content-warning']);
  expect(draftOf(NOTE, { ...writing, warning: '\u0007hot\n\ud800' }, ME).tags[0]).toEqual([
    'content-warning',
    'hot \ufffd',
  ]);
  expect([draftOf(NOTE, writing, ME).kind, draftOf(reply, writing, ME).kind]).toEqual([
    KIND.Poll,
    KIND.Text,
  ]);
});

test('NIP-30 emoji sets: the own list, the sets that it names, then other own sets, with safe urls only', () => {
  const set = (pubkey: string, d: string, ...tags: string[][]) =>
    trusted({ pubkey, kind: KIND.EmojiSet, tags: [['d', d], ...tags] });
  const cat = ['emoji', 'cat', 'https://media.example/cat.png'];
  const own = trusted({
    pubkey: ME,
    kind: KIND.EmojiList,
    tags: [cat, ['emoji', 'no way', 'x'], ['a', `${KIND.EmojiSet}:${ANN}:dogs`]],
  });
  const named = set(
    ANN,
    'dogs',
    ['title', 'Dogs'],
    ['emoji', 'dog', 'https://media.example/dog.png'],
    ['emoji', 'bad', 'javascript:x'],
  );
  const made = set(ME, 'birds', ['emoji', 'tit', 'https://media.example/tit.png']);
  const empty = set(ME, 'none');
  expect(namedEmojiFilters(ME, [own])).toEqual([
    { kinds: [KIND.EmojiSet], authors: [ANN], '#d': ['dogs'], limit: 1 },
  ]);
  const events = withEmojiEvents([own, made], [named, empty, set(ANN, 'other', cat), own]);
  expect(namedEmojiFilters(ME, events)).toEqual([]);
  const sets = emojiSetsOf(ME, events).map(({ title, emojis }) => [title, [...emojis.keys()]]);
  expect(sets).toEqual([
    ['', ['cat']],
    ['Dogs', ['dog']],
    ['birds', ['tit']],
  ]);
});

test('COMPOSE-01 all emojis are in the groups of Unicode, with the words of the table, without junk', async () => {
  const { default: list } = await import('unicode-emoji-json/data-by-group.json');
  const groups = groupsOf(list, [{ name: 'joy', sign: '😂', words: ['lol'] }]);
  expect(groups).toHaveLength(9);
  expect(groups.flatMap(({ emojis }) => emojis).length).toBeGreaterThan(1_800);
  expect(groups[0]?.emojis.find(({ sign }) => sign === '😂')?.words).toEqual(['joy', 'lol']);
  for (const junk of [undefined, {}, [null, { slug: 'flags' }, { slug: 'flags', emojis: [1, {}] }]])
    expect(groupsOf(junk, [])).toEqual([]);
});
