import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds, millis, seconds } from '../../core/time.ts';
import {
  clearDraft,
  draftNameOf,
  draftOfArticle,
  emptiedDraft,
  isSealable,
  originOfArticle,
  draftDeletion,
  readOriginOfArticle,
  sealedDraft,
  sourceOfDraft,
  versionOfDraft,
} from './article-draft.ts';
import { BLANK_ARTICLE, normalArticle } from './article-edit.ts';
import { begunVersion } from './article-versions.ts';

const ME = 'a'.repeat(64);
const words = fc.string({ unit: 'binary', maxLength: 30 });
const texts = fc.record({
  title: words,
  summary: words,
  image: words,
  hashtags: fc.array(words, { maxLength: 4 }),
  content: words,
  files: fc.constant([]),
});
const base = {
  identifier: 'the-lamps',
  publishedAt: seconds(5),
  at: seconds(9),
  tags: [['alt', 'x']],
};
const wrapped = (content = 'sealed') =>
  trusted({ ...sealedDraft('name', content, seconds(100)), pubkey: ME, created_at: 100 });

describe('COMPOSE-08 drafts of articles', () => {
  test('are kind 31234 with d, k and an expiration in 90 days (NIP-37), and hold the version unchanged', () => {
    const event = wrapped();
    expect(event.tags).toEqual([
      ['d', 'name'],
      ['k', '30023'],
      ['expiration', String(100 + 90 * 86_400)],
    ]);
    fc.assert(
      fc.property(texts, fc.boolean(), fc.integer({ min: 1, max: 4e12 }), (text, isEdit, at) => {
        const seen = begunVersion('before', [], {
          text: BLANK_ARTICLE,
          base: undefined,
          now: millis(0),
        });
        const version = begunVersion('a 0', [seen], {
          text,
          base: isEdit ? base : undefined,
          now: millis(at),
        });
        const read = versionOfDraft(event, clearDraft('name', ME, version));
        expect(read).toEqual({
          ...version,
          text: normalArticle(text),
          saved: { id: event.id, at: event.created_at },
        });
      }),
    );
  });

  test('by other programs, sealed or as kind 30024, are read and have seen no version', () => {
    const inner = {
      kind: KIND.LongForm,
      content: 'said',
      tags: [
        ['d', 'x'],
        ['title', 'T'],
        ['t', 'Slow'],
      ],
    };
    const read = versionOfDraft(wrapped(), JSON.stringify(inner));
    expect(read).toMatchObject({
      id: wrapped().id,
      made: 'elsewhere',
      seen: {},
      base: undefined,
      text: { title: 'T', content: 'said', hashtags: ['slow'] },
    });
    const edit = versionOfDraft(
      wrapped(),
      JSON.stringify({ ...inner, tags: [...inner.tags, ['published_at', '7'], ['alt', 'y']] }),
    );
    expect(edit?.base).toEqual({
      identifier: 'x',
      publishedAt: seconds(7),
      at: seconds(7),
      tags: [['alt', 'y']],
    });
    const plain = trusted({
      kind: KIND.LongFormDraft,
      pubkey: ME,
      content: 'open',
      tags: [
        ['d', 'x'],
        ['title', 'T'],
      ],
    });
    expect([draftNameOf(plain), versionOfDraft(plain)?.text.content]).toEqual(['30024:x', 'open']);
  });

  test('of another kind, and junk, are ignored', () => {
    fc.assert(fc.property(fc.string(), (clear) => void versionOfDraft(wrapped(), clear)));
    fc.assert(fc.property(fc.json(), (clear) => void versionOfDraft(wrapped(), clear)));
    expect(
      versionOfDraft(wrapped(), JSON.stringify({ kind: 1, content: 'a note', tags: [] })),
    ).toBeUndefined();
    expect(
      versionOfDraft(wrapped(), JSON.stringify({ kind: KIND.LongForm, content: 'x', tags: [[1]] })),
    ).toBeUndefined();
  });

  test('are deleted by an empty replacement, and by NIP-09 if they are public', () => {
    expect(emptiedDraft('name', ME, undefined)).toEqual({
      kind: KIND.Draft,
      content: '',
      tags: [
        ['d', 'name'],
        ['k', '30023'],
      ],
    });
    expect(draftDeletion('30024:x', ['e1'], ME)).toEqual({
      kind: KIND.EventDeletion,
      content: '',
      tags: [
        ['e', 'e1'],
        ['a', `30024:${ME}:x`],
        ['k', '30024'],
      ],
    });
  });

  test('fit into NIP-44 up to 65,535 bytes', () => {
    expect([
      isSealable('x'.repeat(65_535)),
      isSealable('x'.repeat(65_536)),
      isSealable('ü'.repeat(32_768)),
    ]).toEqual([true, false, false]);
  });

  test('have names that tell their source', () => {
    expect(sourceOfDraft(draftOfArticle('the:lamps'))).toEqual({
      kind: KIND.LongForm,
      identifier: 'the:lamps',
    });
    expect(sourceOfDraft('a-name')).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 0 }), (draft, id, at) => {
        const version = begunVersion(id, [], {
          text: BLANK_ARTICLE,
          base: undefined,
          now: millis(at),
        });
        expect(readOriginOfArticle(originOfArticle(draft, version))).toEqual({ draft, id, at });
      }),
    );
    for (const other of [undefined, 'root 5', '[]', '["article",1]', '{}'])
      expect(readOriginOfArticle(other)).toBeUndefined();
    expect(inSeconds(base.at)).toBe(9);
  });
});
