import { displayNameOf } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { useFactsShallow } from '../app/app-context.ts';
import type { Face } from '../app/primitives/AvatarStack.tsx';
import { pictureOf } from './picture.ts';

/** Names and pictures of some accounts, for a stack of avatars. */
export function useFacesOf(pubkeys: readonly string[]): readonly Face[] {
  const profiles = useFactsShallow((facts) => pubkeys.map((pubkey) => getRow(facts.profiles, pubkey)));
  return pubkeys.map((pubkey, at) => ({ pubkey, name: displayNameOf(profiles[at], pubkey), src: pictureOf(profiles[at]) }));
}
