import { fileSize } from '../../../events/media/file-size.ts';
import { type UploadFailure, uploadLimit } from '../../../events/media/upload.ts';
import { useLocale } from '../../ui/strings.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

/** MEDIA-01: return why a file was not uploaded, in the server's words if it gave any. */
export function useUploadFault(): (failure: UploadFailure, tier: MembershipTier) => string {
  const { files: words } = useComposeStrings();
  const locale = useLocale();
  const say = useSay();
  return ({ fault, reason }, tier) => {
    if (reason) return fault === 'refused' ? words.says(say(reason)) : say(reason);
    return fault === 'size'
      ? words.faults.size(fileSize(uploadLimit(tier), locale))
      : words.faults[fault];
  };
}
