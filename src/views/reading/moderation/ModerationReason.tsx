import type { Reason } from '../../../events/reading/moderation/moderation.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useWhyStrings } from '../../ui/strings/why.ts';

/** One reason in words (BEYOND-08). */
export function ReasonLine({ reason }: { readonly reason: Reason }) {
  const words = useWhyStrings();
  const pubkey = accountIn(reason);
  const name = useFacts((facts) =>
    pubkey === undefined ? '' : displayNameOf(getRow(facts.profiles, pubkey), pubkey),
  );
  switch (reason.code) {
    case 'own':
    case 'allowed':
      return words[reason.code];
    case 'muted':
      return words.muted[reason.by](reason.by === 'user' ? name : reason.what);
    case 'listed':
      return words.listed(name);
    case 'grouped':
      return words.grouped[reason.group];
    case 'warned':
      return words.warned(reason.warning);
  }
}

/** Return the account that a reason names. */
function accountIn(reason: Reason): string | undefined {
  if (reason.code === 'listed') return reason.owner;
  return reason.code === 'muted' && reason.by === 'user' ? reason.what : undefined;
}
