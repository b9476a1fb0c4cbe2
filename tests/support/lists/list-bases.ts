import {
  LIST_DEFINITIONS,
  type ListName,
} from '../../../src/events/account/lists/list-definitions.ts';
import type { FirmBase } from '../../../src/events/account/lists/list-edit.ts';
import type { Tag } from '../../../src/events/nostr/event.ts';
import { trusted } from '../events/trusted.ts';

export const key = (digit: string) => digit.repeat(64);

/** The owner of the lists, and three accounts that the lists may name. */
export const [me, ann, bob, cat] = [key('1'), key('a'), key('b'), key('c')];

/** Return a list of theirs that every source knows. */
export function known(list: ListName, tags: readonly Tag[], content = ''): FirmBase {
  return {
    state: 'known',
    event: trusted({ pubkey: me, kind: LIST_DEFINITIONS[list].kind, tags, content }),
    unheard: [],
  };
}

export const none: FirmBase = { state: 'none', unheard: [] };
