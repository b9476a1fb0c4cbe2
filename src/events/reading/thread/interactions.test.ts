import { expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { actItems, type InteractionKind, interactionsOf } from './interactions.ts';

const note = trusted({ content: 'a note' });
const other = trusted({ content: 'another' });
const article = trusted({ kind: KIND.LongForm, tags: [['d', 'slow']] });
const address = `${KIND.LongForm}:${article.pubkey}:slow`;
const act = (kind: number, tags: string[][], content = '') => trusted({ kind, tags, content });
const idsOf = (
  name: InteractionKind,
  events: readonly SignedEvent[],
  of = note,
  elements?: readonly string[],
) =>
  actItems(
    { events, claims: elements ? [range([...elements])] : [] },
    interactionsOf(of, name).acts,
  )?.map(({ id }) => id);

test('NOTE-14 each list has its verb; an article is queried with all its versions', () => {
  expect(interactionsOf(note, 'likes').base).toEqual({
    verb: 'event_actions',
    payload: { event_id: note.id, kind: 7 },
  });
  expect(interactionsOf(note, 'reposts').base).toEqual({
    verb: 'event_actions',
    payload: { event_id: note.id, kind: 6 },
  });
  expect(interactionsOf(note, 'quotes').base).toEqual({
    verb: 'note_mentions',
    payload: { event_id: note.id },
  });
  const payload = { pubkey: article.pubkey, identifier: 'slow' };
  expect(interactionsOf(article, 'zaps').base).toEqual({
    verb: 'event_zaps_by_satszapped',
    payload,
  });
  expect(interactionsOf(article, 'likes').base).toEqual({
    verb: 'event_actions',
    payload: { ...payload, kind: 7 },
  });
});

test('NOTE-14 INV-VERIFIED only signed actions on this very note are listed, for any answer of the service', () => {
  const like = act(
    KIND.Reaction,
    [
      ['e', other.id],
      ['e', note.id],
    ],
    '+',
  );
  const elsewhere = act(
    KIND.Reaction,
    [
      ['e', note.id],
      ['e', other.id],
    ],
    '+',
  );
  const dislike = act(KIND.Reaction, [['e', note.id]], '-');
  const repost = act(KIND.Repost, [['e', note.id]]);
  const quote = act(KIND.Text, [['q', note.id]], 'see this');
  const answer = act(KIND.Text, [['e', note.id, '', 'root']], 'no quote');
  const all = [note, elsewhere, dislike, like, like, repost, quote, answer];
  expect(idsOf('likes', all)).toEqual([like.id]);
  expect(idsOf('reposts', all)).toEqual([repost.id]);
  expect(idsOf('quotes', all)).toEqual([quote.id]);
  expect(idsOf('likes', [act(KIND.Reaction, [['a', address]], '+')], article)).toHaveLength(1);
});

test('NOTE-14 a page without such an action ends the list; a page of filtered ones does not', () => {
  const small = act(KIND.Zap, [['e', note.id]]);
  const large = act(KIND.Zap, [
    ['e', note.id],
    ['p', note.pubkey],
  ]);
  expect(idsOf('zaps', [note])).toBeUndefined();
  expect(idsOf('zaps', [act(KIND.Zap, [['e', other.id]])])).toEqual([]);
  expect(idsOf('zaps', [small, large], note, [large.id, 'f'.repeat(64), small.id])).toEqual([
    large.id,
    small.id,
  ]);
});
