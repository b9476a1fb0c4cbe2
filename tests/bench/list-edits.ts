import { planEdit } from '../../src/events/account/lists/list-edit.ts';
import type { ListIntent } from '../../src/events/account/lists/list-intents.ts';
import { listLossOf } from '../../src/events/account/lists/list-losses.ts';
import type { Tag } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { trusted } from '../support/events/trusted.ts';

const ME = '0'.repeat(64);

/**
 * Edits of a list of that many entries, each with its run: restoring all, removing half, changing
 * all, adding one, finding a loss. Tags are parsed from text each time, as in a new event, so that
 * no cached data exists.
 */
export function listEdits(
  count: number,
): ReadonlyArray<{ readonly what: string; readonly run: () => void }> {
  const tags: readonly Tag[] = JSON.parse(
    JSON.stringify(
      Array.from({ length: count }, (_, n) => ['p', (n + 1).toString(16).padStart(64, '0')]),
    ),
  );
  const version = (held: readonly Tag[]) =>
    trusted({ pubkey: ME, kind: KIND.Contacts, tags: held });
  const [full, empty] = [version(tags), version([])];
  const edit = (held: typeof full, intents: readonly ListIntent[]) => () => {
    const planned = planEdit({
      list: 'follows',
      account: ME,
      base: { state: 'known', event: held, unheard: [] },
      intents,
    });
    if (!planned.ok) throw new Error(planned.refusal);
  };
  const each = (act: ListIntent['act'], some: readonly Tag[]) =>
    some.map((tag): ListIntent => ({ act, tag }));
  const changed = tags.map((tag): Tag => [...tag, 'wss://a.example']);
  const half = Math.floor(count / 2);
  return [
    { what: 'put all back', run: edit(empty, each('add', tags)) },
    { what: 'remove half', run: edit(full, each('remove', tags.slice(0, half))) },
    { what: 'change all', run: edit(full, each('set', changed)) },
    { what: 'move half to the front', run: edit(full, each('first', tags.slice(half))) },
    { what: 'add one', run: edit(full, [{ act: 'add', tag: ['p', 'f'.repeat(64)] }]) },
    { what: 'find a loss', run: () => void listLossOf('follows', full, empty) },
  ];
}
