import { type Tag, tagValue } from '../../nostr/event.ts';
import { LIST_DEFINITIONS, LIST_NAMES, type ListName } from './list-definitions.ts';

/** Return the list that an event is a version of. */
export function listNamed({
  kind,
  tags,
}: {
  readonly kind: number;
  readonly tags: readonly Tag[];
}): ListName | undefined {
  const identifier = tagValue({ tags }, 'd') ?? '';
  return LIST_NAMES.find((list) => {
    const form = LIST_DEFINITIONS[list];
    return form.kind === kind && (form.identifier === '' || form.identifier === identifier);
  });
}
