import { displayNameOf } from '../../../events/facts/profile.ts';
import {
  filterReasonIn,
  filterReasonQuery,
} from '../../../events/account/profile/filter-reason.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

/**
 * The list of `viewer` that contains an account, in words (SEARCH-05). Renders `children` if no
 * list contains it, or until that is known.
 */
export function FilterReasonLine({
  pubkey,
  viewer,
  children,
}: {
  readonly pubkey: string;
  readonly viewer: string;
  readonly children: React.ReactNode;
}) {
  const { reasons } = useSearchStrings();
  const { answer } = useLookup(`filtered ${pubkey}`, (eyes) => filterReasonQuery(pubkey, eyes));
  const reason = filterReasonIn(answer?.claims ?? [], viewer);
  const owner = reason?.by === 'list' ? reason.owner : '';
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, owner), owner));
  if (!reason) return children;
  if (reason.by === 'list') return reasons.list(name);
  return reason.by === 'allowlist' ? reasons.allowed : reasons[reason.by];
}
