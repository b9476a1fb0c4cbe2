import { displayNameOf } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { useFactsShallow, usePictures } from '../app/app-context.ts';
import type { Face } from '../app/primitives/AvatarStack.tsx';

/** Of a face in a stack. CSS pixels. */
const WIDTH = 32;

/** Names and pictures of some accounts, for a stack of avatars. */
export function useFacesOf(pubkeys: readonly string[]): readonly Face[] {
  const profiles = useFactsShallow((facts) => pubkeys.map((pubkey) => getRow(facts.profiles, pubkey)));
  const pictures = usePictures();
  return pubkeys.map((pubkey, at) => ({
    pubkey,
    name: displayNameOf(profiles[at], pubkey),
    src: pictures(profiles[at]?.picture ?? '', WIDTH),
  }));
}
