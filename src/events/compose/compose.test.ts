import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../nostr/kinds.ts';
import { npubOf } from '../nostr/nip19.ts';
import { millis } from '../core/time.ts';
import { completed, completionAt } from './completion.ts';
import {
  type ComposeAim,
  draftOf,
  draftTarget,
  expandPeople,
  handleFor,
  originOf,
} from './compose.ts';
import { BLANK, readWriting } from '../publish/writing/writing.ts';

const ME = '1'.repeat(64);
const ANN = '2'.repeat(64);
const BOB = '3'.repeat(64);
const note = trusted({ content: 'hello', pubkey: ANN });
const aimed = { type: 'reply', found: { event: note } } as const;

describe('words that can be completed', () => {
  test.each([
    ['hi @an', { kind: 'mention', query: 'an', from: 3, to: 6 }],
    ['@björn', { kind: 'mention', query: 'björn', from: 0, to: 6 }],
    ['hi @', { kind: 'mention', query: '', from: 3, to: 4 }],
    [':smi', { kind: 'emoji', query: 'smi', from: 0, to: 4 }],
    ['(#nostr', { kind: 'hashtag', query: 'nostr', from: 1, to: 7 }],
  ])('%s', (text, expected) => expect(completionAt(text, text.length)).toEqual(expected));

  test.each(['me@example', 'http://a', ':p', 'a @an b', 'x:yz', '@a/b', 'at 10:30'])(
    'none in %s',
    (text) => expect(completionAt(text, text.length)).toBeUndefined(),
  );

  test('a word of up to 50 characters', () => {
    expect(completionAt(`@${'a'.repeat(50)}`, 51)?.query).toHaveLength(50);
    expect(completionAt(`@${'a'.repeat(51)}`, 52)).toBeUndefined();
  });

  test('the word is replaced, the rest stays, and the caret is behind the word', () => {
    const found = completionAt('hi @an, you', 6);
    expect(found && completed('hi @an, you', found, '@Ann')).toEqual({
      text: 'hi @Ann , you',
      caret: 8,
    });
    const end = completionAt('hi @an\nyou', 6);
    expect(end && completed('hi @an\nyou', end, '@Ann')).toEqual({
      text: 'hi @Ann\nyou',
      caret: 8,
    });
  });

  test('any text and caret: only the word itself changes', () => {
    const text = fc
      .array(fc.constantFrom('@', '#', ':', ' ', 'a', 'é', '\n', '😀', '.'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(40), (typed, caret) => {
        const found = completionAt(typed, Math.min(caret, typed.length));
        if (!found) return;
        const done = completed(typed, found, 'X');
        expect(done.text.startsWith(typed.slice(0, found.from))).toBe(true);
        expect(done.text.endsWith(typed.slice(found.to))).toBe(true);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});

describe('an unsent text', () => {
  test('NIP-27 names of known people become uris and p tags; others stay as written', () => {
    const people = { Ann: ANN, Ann_2: BOB };
    const text = 'hi @Ann and @Ann_2, not @Anna, a@Ann or @@Ann';
    expect(expandPeople(text, people)).toBe(
      `hi nostr:${npubOf(ANN)} and nostr:${npubOf(BOB)}, not @Anna, a@Ann or @@Ann`,
    );
    const draft = draftOf({ type: 'note' }, { ...BLANK, text, people }, ME);
    expect(draft.tags).toEqual([
      ['p', ANN],
      ['p', BOB],
    ]);
  });

  test('a handle names one account, even if two accounts share a name or the name has no letters', () => {
    const first = handleFor('Ann B.', ANN, {});
    expect(first).toBe('AnnB');
    expect(handleFor('Ann B', BOB, { [first]: ANN })).toBe('AnnB_2');
    expect(handleFor('Ann B', ANN, { [first]: ANN })).toBe('AnnB');
    expect(handleFor('✨', ANN, {})).toBe('someone');
    expect(handleFor('constructor', ANN, {})).toBe('constructor');
    expect(expandPeople('@constructor @toString', {})).toBe('@constructor @toString');
  });

  test('each place has its own draft, and each text in it has its own name', () => {
    const quoted = { ...aimed, type: 'quote' } as const;
    expect([draftTarget({ type: 'note' }), draftTarget(aimed), draftTarget(quoted)]).toEqual([
      'root',
      `reply:${note.id}`,
      `quote:${note.id}`,
    ]);
    expect(originOf(aimed, { ...BLANK, begun: millis(7) })).not.toBe(
      originOf(aimed, { ...BLANK, begun: millis(8) }),
    );
    expect(draftOf(aimed, { ...BLANK, text: 'yes' }, ME).tags.map(([name]) => name)).toEqual([
      'e',
      'p',
    ]);
    expect(draftOf(quoted, { ...BLANK, text: '' }, ME).tags.map(([name]) => name)).toContain('q');
  });

  test('COMPOSE-12 INV-NO-LOSS a text that is too long to be sent is read back whole', () => {
    const kept = { ...BLANK, text: 'x'.repeat(2_000_000), begun: millis(1) };
    expect(readWriting(kept)?.text).toHaveLength(2_000_000);
  });

  test('E-47 a stored text reads back unchanged; anything else gives undefined and never throws', () => {
    const writing = fc.record({
      text: fc.string(),
      people: fc.dictionary(
        fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
        fc.constantFrom(ANN, BOB),
        { noNullPrototype: true },
      ),
      files: fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      begun: fc.nat(),
    });
    fc.assert(
      fc.property(writing, (kept) => {
        expect(readWriting(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
      }),
      { seed: 3, numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        const read = readWriting(junk);
        if (read) expect(typeof read.text).toBe('string');
      }),
      { seed: 4, numRuns: 300 },
    );
    expect(
      readWriting({ text: 'a', begun: 1, people: { x: 'no', y: ANN }, files: [['imeta'], [], 7] }),
    ).toEqual({
      text: 'a',
      begun: 1,
      people: { y: ANN },
      files: [['imeta']],
    });
  });
});

test('TOOL-04 NIP-89 a note, an answer and a comment name the client and version only if one is given', () => {
  const event = trusted({ content: 'asked' });
  const article = trusted({ kind: KIND.LongForm, tags: [['d', 'x']] });
  const aims: ComposeAim[] = [
    { type: 'note' },
    ...[event, article].map((one) => ({ type: 'reply', found: { event: one } }) as const),
  ];
  for (const aim of aims) {
    const clients = (client?: string) =>
      draftOf(aim, { ...BLANK, text: 'hello' }, ME, { client }).tags.filter(
        ([name]) => name === 'client',
      );
    expect(clients('0.1.0')).toEqual([['client', 'Starling', '', '', '0.1.0']]);
    expect(clients()).toEqual([]);
  }
});
