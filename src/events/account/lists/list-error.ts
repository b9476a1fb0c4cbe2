import type { UserMessage } from '../user-message.ts';
import { inSeconds } from '../../core/time.ts';
import type { Unknown } from './list-base.ts';
import type { ListName } from './list-definitions.ts';
import type { ListIntent } from './list-intents.ts';

/**
 * Why an edit failed. `busy`: another tab is editing this list. `unserial`: no lock keeps other
 * tabs out. `pending`: a version is signed, and no relay has accepted it yet. `unpublished`: it is
 * signed, and no relay accepted it. `secret`: it would publish a private key. `contested`: another
 * client keeps changing the list.
 */
export type ListError =
  | 'network'
  | 'unreadable'
  | 'clock'
  | 'unsigned'
  | 'secret'
  | 'unpublished'
  | 'pending'
  | 'sealed'
  | 'oneself'
  | 'no-entry'
  | 'breach'
  | 'busy'
  | 'unserial'
  | 'contested';

/** Return the fault for a missing base. */
export function listErrorOf({ reason }: Unknown): ListError {
  return reason === 'silence' ? 'network' : reason;
}

/** Return the message about a missing base; `undefined` if too few sources answered. */
export function unknownMessage(
  list: ListName | 'profile',
  why: Unknown,
): UserMessage<'list.unreadable' | 'list.clock'> | undefined {
  if (why.reason === 'silence') return undefined;
  if (why.reason === 'unreadable')
    return { code: 'list.unreadable', params: { list, sources: why.sources } };
  return { code: 'list.clock', params: { list, dated: inSeconds(why.dated) } };
}

/**
 * Return the message about a failed edit (ACCOUNT-09). `why`: the reason for a missing base, if it
 * was missing.
 */
export function listErrorMessage(
  list: ListName,
  intents: readonly ListIntent[],
  fault: ListError,
  why: Unknown = { reason: 'silence' },
): UserMessage {
  switch (fault) {
    case 'unreadable':
    case 'clock':
      return unknownMessage(list, why) ?? listErrorMessage(list, intents, 'network');
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
