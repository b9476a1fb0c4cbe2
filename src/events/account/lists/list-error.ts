import type { Message } from '../user-message.ts';
import { inSeconds } from '../../core/time.ts';
import type { Unknown } from './list-base.ts';
import type { ListName } from './list-definitions.ts';
import type { ListIntent } from './list-intents.ts';

/**
 * Why an edit came to nothing. `busy`: another tab is at this list. `unserial`: nothing keeps other tabs from it. `pending`: a version is signed
 * and nobody has taken it yet. `unpublished`: it is signed, and nobody took it. `contested`: somebody else keeps changing it meanwhile.
 */
export type ListFault =
  | 'network'
  | 'unreadable'
  | 'clock'
  | 'unsigned'
  | 'unpublished'
  | 'pending'
  | 'sealed'
  | 'oneself'
  | 'no-entry'
  | 'breach'
  | 'busy'
  | 'unserial'
  | 'contested';

/** What stands in the way of a base, as a fault. */
export function faultOf({ reason }: Unknown): ListFault {
  return reason === 'silence' ? 'network' : reason;
}

/** Why nothing is built; undefined where too few answered. */
export function unknownMessage(list: ListName | 'profile', why: Unknown): Message<'list.unreadable' | 'list.clock'> | undefined {
  if (why.reason === 'silence') return undefined;
  if (why.reason === 'unreadable') return { code: 'list.unreadable', params: { list, sources: why.sources } };
  return { code: 'list.clock', params: { list, dated: inSeconds(why.dated) } };
}

/** What a person is told of an edit that came to nothing (ACCOUNT-09). `why`: why there was no base, if there was none. */
export function faultMessage(
  list: ListName,
  intents: readonly ListIntent[],
  fault: ListFault,
  why: Unknown = { reason: 'silence' },
): Message {
  switch (fault) {
    case 'unreadable':
    case 'clock':
      return unknownMessage(list, why) ?? faultMessage(list, intents, 'network');
    case 'network':
    case 'pending':
    case 'unpublished':
      if (list === 'mediaServers') return { code: 'list.serversFailed' };
      return { code: 'list.network', params: { list, act: actOf(list, intents) } };
    case 'oneself':
      return { code: 'list.oneself' };
    case 'no-entry':
      return { code: 'list.noEntry', params: { list } };
    default:
      return { code: `list.${fault}`, params: { list } };
  }
}

function actOf(list: ListName, intents: readonly ListIntent[]): 'follow' | 'unfollow' | 'change' {
  if (list !== 'follows') return 'change';
  return intents.every(({ act }) => act === 'remove') ? 'unfollow' : 'follow';
}
