import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress } from '../../nostr/address.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf } from '../../nostr/nip19.ts';
import { draftOfArticle, draftOfPlain } from './article-draft.ts';
import { articleEditPath, draftAtPath, draftPath } from './article-path.ts';

const [ME, PEER] = ['a'.repeat(64), 'b'.repeat(64)];
const paramOf = (path: string) => decodeURIComponent(path.slice('/reads/edit/'.length));
const at = (path: string) => draftAtPath(paramOf(path), ME);

test('ROUTE-03 draft paths lead back to the draft, and article paths to the draft that edits the article', () => {
  fc.assert(
    fc.property(fc.string(), fc.uuid(), (identifier, name) => {
      for (const draft of [name, draftOfArticle(identifier), draftOfPlain(identifier)])
        expect(at(draftPath(draft))).toBe(draft);
      expect(at(articleEditPath({ pubkey: ME, identifier }))).toBe(draftOfArticle(identifier));
    }),
  );
  const lookalike = draftOfArticle(
    formatAddress({ kind: KIND.LongForm, pubkey: PEER, identifier: 'x' }),
  );
  expect(at(draftPath(lookalike))).toBe(lookalike);
});

test('ROUTE-03 an article of another account, or another kind of event, leads to no draft', () => {
  expect(at(articleEditPath({ pubkey: PEER, identifier: 'x' }))).toBeUndefined();
  expect(
    draftAtPath(naddrOf({ kind: KIND.Settings, pubkey: ME, identifier: 'x' }) ?? '', ME),
  ).toBeUndefined();
  expect(draftAtPath(naddrOf({ kind: KIND.Draft, pubkey: ME, identifier: 'x' }) ?? '', ME)).toBe(
    'x',
  );
  expect(
    draftAtPath(naddrOf({ kind: KIND.LongFormDraft, pubkey: ME, identifier: 'x' }) ?? '', ME),
  ).toBe(draftOfPlain('x'));
});
