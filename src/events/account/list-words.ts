import { exactTime } from '../app/format.ts';
import { CACHE, type Unknown } from './list-base.ts';
import type { ListName } from './list-form.ts';
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

const NAMES: Readonly<Record<ListName, string>> = {
  follows: 'follow list',
  mutes: 'mute list',
  bookmarks: 'bookmarks',
  relays: 'relay list',
  mediaServers: 'media servers',
  filterLists: 'filter lists',
  allowlist: 'allowlist',
};

/** Said, as a warning, where the media servers could not be published (MEDIA-02). */
export const SERVERS_FAILED = 'Failed to send server list';

/** Why the signer is asked to decrypt. */
export function openReason(list: ListName): string {
  return `Read the private part of your ${NAMES[list]}`;
}

/** Why the signer is asked to encrypt. */
export function sealReason(list: ListName): string {
  return `Seal the private part of your ${NAMES[list]}`;
}

/** What stands in the way of a base, as a fault. */
export function faultOf({ reason }: Unknown): ListFault {
  return reason === 'silence' ? 'network' : reason;
}

/** Why nothing is built, in words; undefined where too few answered. */
export function unknownText(name: string, why: Unknown): string | undefined {
  if (why.reason === 'silence') return undefined;
  if (why.reason === 'unreadable') {
    const holders = why.sources.map((source) => (source === CACHE ? 'the caching service' : source.replace(/^wss?:\/\//, '')));
    return `Nothing was changed in your ${name}: ${holders.join(' and ')} ${holders.length === 1 ? 'has' : 'have'} a version of it that can't be read here.`;
  }
  return `Nothing was changed in your ${name}: a version of it is dated ${exactTime(why.dated)}, ahead of this device's clock. Check the date and time of this device.`;
}

/** What a person is told of an edit that came to nothing (ACCOUNT-09). `why`: why there was no base, if there was none. */
export function faultText(list: ListName, intents: readonly ListIntent[], fault: ListFault, why: Unknown = { reason: 'silence' }): string {
  const name = NAMES[list];
  switch (fault) {
    case 'unreadable':
    case 'clock':
      return unknownText(name, why) ?? faultText(list, intents, 'network');
    case 'network':
    case 'pending':
    case 'unpublished':
      if (list === 'mediaServers') return SERVERS_FAILED;
      return `Failed to ${deedOf(list, intents)} possibly due to a network error. Please try again.`;
    case 'unsigned':
      return `Nothing was changed in your ${name}: the change was not signed.`;
    case 'sealed':
      return `The private part of your ${name} didn't open. Nothing was changed.`;
    case 'oneself':
      return "You can't unfollow yourself.";
    case 'no-entry':
      return `That can't be added to your ${name}.`;
    case 'breach':
      return `Nothing was changed in your ${name}: more would have been lost than you asked for.`;
    case 'busy':
      return `Another tab is changing your ${name}. Please try again.`;
    case 'unserial':
      return `Nothing was changed in your ${name}: this browser can't keep other open tabs from changing it at the same time.`;
    case 'contested':
      return `Another app keeps changing your ${name}. Please try again.`;
  }
}

function deedOf(list: ListName, intents: readonly ListIntent[]): string {
  if (list === 'follows') return intents.every(({ act }) => act === 'remove') ? 'complete the unfollow' : 'complete the follow';
  return `change your ${NAMES[list]}`;
}
