import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { Tag } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { draftedKind, draftContent, readDraft, withDrafts } from './foreign-drafts.ts';

const ME = 'a'.repeat(64);
const SEALED = `A${'b'.repeat(131)}`;

interface Options {
  readonly kind?: number;
  readonly k?: string;
  readonly d?: string;
  readonly at?: number;
  readonly content?: string;
  readonly pubkey?: string;
  readonly tags?: readonly Tag[];
}

const draft = ({
  kind = KIND.Draft,
  k = '30023',
  d = 'x',
  at = 1,
  content = SEALED,
  pubkey = ME,
  tags = [],
}: Options = {}) =>
  trusted({ kind, pubkey, content, created_at: at, tags: [['d', d], ['k', k], ...tags] });

describe('PROFILE-02 COMPOSE-08 drafts', () => {
  test('have the kind of their k tag, or are articles of kind 30024; empty ones count as deleted', () => {
    const of = (options: Options) => draftedKind(draft(options), ME);
    expect([of({}), of({ k: '1' }), of({ kind: KIND.LongFormDraft, k: '' })]).toEqual([
      KIND.LongForm,
      KIND.Text,
      KIND.LongForm,
    ]);
    expect([
      of({ content: '' }),
      of({ content: ' \n' }),
      of({ k: '7' }),
      of({ k: '030023' }),
      of({ kind: KIND.LongForm }),
    ]).toEqual(Array.from({ length: 5 }));
    expect(of({ pubkey: 'b'.repeat(64) })).toBeUndefined();
  });

  test('are sealed, open or unreadable; sealed ones have the form of NIP-44 or NIP-04', () => {
    expect(draftContent(draft())).toEqual({ kept: 'sealed', scheme: 'nip44' });
    expect(draftContent(draft({ content: `${'b'.repeat(44)}?iv=${'c'.repeat(22)}==` }))).toEqual({
      kept: 'unreadable',
    });
    expect(
      draftContent(draft({ content: `${'b'.repeat(21)}A==?iv=${'c'.repeat(21)}A==` })),
    ).toEqual({ kept: 'sealed', scheme: 'nip04' });
    const inner = JSON.stringify({ kind: 1, content: 'said', tags: [['title', ' T\n']] });
    expect(draftContent(draft({ content: inner }))).toEqual({
      kept: 'open',
      text: { title: 'T', text: 'said' },
    });
    expect(draftContent(draft({ content: 'plain words' }))).toEqual({ kept: 'unreadable' });
    const plain = draft({
      kind: KIND.LongFormDraft,
      content: 'plain words',
      tags: [['title', 'T']],
    });
    expect(draftContent(plain)).toEqual({
      kept: 'open',
      text: { title: 'T', text: 'plain words' },
    });
  });

  test('INV-ISOLATE decrypted text is read as an event in JSON, or ignored', () => {
    const read = (clear: string) => readDraft(draft(), clear);
    for (const clear of ['', 'null', '7', '[]', '{}', '{"content":7}', '"x"', '{"content":null}'])
      expect(read(clear)).toBeUndefined();
    expect(read('{"content":"c"}')).toEqual({ title: '', text: 'c' });
    expect(read('{"content":"c","tags":"title"}')).toEqual({ title: '', text: 'c' });
    expect(read('{"content":"c","tags":[null,["title",9],["title","T"]]}')).toEqual({
      title: '',
      text: 'c',
    });
    expect(read(`{"content":"${'c'.repeat(600_000)}"}`)).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (clear) => {
        const text = read(clear);
        expect(
          text === undefined ||
            (typeof text.text === 'string' && text.text.isWellFormed() && text.title.length <= 300),
        ).toBe(true);
      }),
    );
  });

  test('INV-NEWEST are listed once in their newest version: articles first, then by date, up to the maximum', () => {
    const [old, newer, note, late, gone] = [
      draft({ d: 'x', at: 5 }),
      draft({ d: 'x', at: 6 }),
      draft({ d: 'n', k: '1', at: 9 }),
      draft({ d: 'y', at: 8 }),
      draft({ d: 'y', at: 9, content: '' }),
    ] as const;
    const other = draft({ pubkey: 'b'.repeat(64), at: 50 });
    const shown = (events: readonly ReturnType<typeof draft>[]) =>
      events.filter((event) => draftedKind(event, ME) !== undefined);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([old, newer, note, late, gone, other], { minLength: 6 }),
        fc.nat(6),
        (events, at) => {
          const first = withDrafts([], events.slice(0, at), ME, 100);
          expect(shown(withDrafts(first, [...events.slice(at), ...events], ME, 100))).toEqual([
            newer,
            note,
          ]);
        },
      ),
    );
    expect(withDrafts([], [late, newer, note], ME, 2)).toEqual([late, newer]);
  });
});
