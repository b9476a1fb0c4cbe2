import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFactsShallow, usePictures } from '../../ui/hooks/app-context.ts';
import type { Face } from '../../ui/display/AvatarStack.tsx';

/** Width of an avatar in a stack, in CSS pixels. */
const WIDTH = 32;

/** Return names and pictures of some accounts, for a stack of avatars. */
export function useFacesOf(pubkeys: readonly string[]): readonly Face[] {
  const profiles = useFactsShallow((facts) =>
    pubkeys.map((pubkey) => getRow(facts.profiles, pubkey)),
  );
  const pictures = usePictures();
  return pubkeys.map((pubkey, at) => ({
    pubkey,
    name: displayNameOf(profiles[at], pubkey),
    src: pictures(profiles[at]?.picture ?? '', WIDTH),
  }));
}
