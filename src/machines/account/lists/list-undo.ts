import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';

/** Edits that revert earlier ones, by the name that their toasts have. */
type Undos = ReadonlyMap<
  string,
  { readonly list: ListName; readonly intents: readonly ListIntent[] } | undefined
>;

/** Return the intent that takes back an addition or a removal. */
export function reversed({ act, ...entry }: ListIntent): ListIntent {
  return { ...entry, act: act === 'remove' ? 'add' : 'remove' };
}

/** Return the name of the last open undo of these intents. */
export function undoOf(
  undos: Undos,
  list: ListName | 'profile',
  intents: readonly ListIntent[],
): string | undefined {
  const text = JSON.stringify(intents.map(reversed));
  return [...undos]
    .filter(([, order]) => order?.list === list && JSON.stringify(order.intents) === text)
    .at(-1)?.[0];
}
