import { useDeferredValue, useMemo } from 'react';
import { type Address, parseAddress } from '../../../events/nostr/address.ts';
import { query } from '../../../events/connection/verbs.ts';
import { tagsOf } from '../../../events/compose/text-tags.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

/**
 * Loads the people, notes and articles that the text references, for the editor and the preview.
 * Renders nothing.
 */
export function ArticleReferences({ content }: { readonly content: string }) {
  const text = useDeferredValue(content);
  const tags = useMemo(() => tagsOf({ text }), [text]);
  const people = tags.flatMap(([name, key = '']) => (name === 'p' ? [key] : []));
  const quoted = tags.flatMap(([name, key = '']) => (name === 'q' ? [key] : []));
  const addresses = quoted.flatMap((key) => parseAddress(key) ?? []);
  const ids = quoted.filter((key) => !key.includes(':'));
  return (
    <>
      {people.length > 0 && <People pubkeys={people} />}
      {ids.length > 0 && <Notes ids={ids} />}
      {addresses.length > 0 && <Articles addresses={addresses} />}
    </>
  );
}

function People({ pubkeys }: { readonly pubkeys: readonly string[] }) {
  useLookup(`written-people:${pubkeys.join()}`, () => query('user_infos', { pubkeys }));
  return null;
}

function Notes({ ids }: { readonly ids: readonly string[] }) {
  useLookup(`written-notes:${ids.join()}`, (user_pubkey) =>
    query('events', { event_ids: ids, extended_response: true, user_pubkey }),
  );
  return null;
}

function Articles({ addresses }: { readonly addresses: readonly Address[] }) {
  const names = addresses.map(({ kind, pubkey, identifier }) => `${kind}:${pubkey}:${identifier}`);
  useLookup(`written-articles:${names.join()}`, () =>
    query('parametrized_replaceable_events', { events: addresses, extended_response: true }),
  );
  return null;
}
