import { type SyntheticEvent, use } from 'react';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { useActingSoon } from '../../account/use-features.ts';
import styles from './FollowButton.module.css';
import { useStableLabel } from '../../ui/hooks/use-stable-label.ts';
import { now } from '../../ui/hooks/now.ts';
import { useListed, useIntents } from '../outbox/use-intents.ts';

/**
 * Follows or unfollows a person (ACCOUNT-08). It shows the wanted state as busy until a relay has
 * accepted the new list. While the follow state is unknown, the button is empty, at its final size.
 * The label does not change under the pointer (STATE-03). Renders nothing for the user's own
 * profile.
 */
export function FollowButton({
  pubkey,
  compact = false,
}: {
  readonly pubkey: string;
  readonly compact?: boolean;
}) {
  const said = useProfileStrings();
  const shell = use(ShellContext);
  const account = useAccount();
  const canAct = useActingSoon();
  const intents = useIntents();
  const { isListed, isKnown, isBusy } = useListed('follows', follow(pubkey).tag);
  const { shown: isFollowed, meantBy, attention } = useStableLabel(isListed, isBusy);
  if (account?.pubkey === pubkey) return null;
  const press = (event: SyntheticEvent) => {
    if (canAct) intents.edit('follows', follow(pubkey, !meantBy(event)));
    else
      shell?.onRefused(
        { code: 'act.signIn' },
        { type: 'lists.edit', list: 'follows', intents: [follow(pubkey)], now: now() },
      );
  };
  return (
    <Button
      {...attention}
      tone={toneOf(isKnown && isFollowed, compact || !isKnown)}
      compact={compact}
      busy={isBusy}
      aria-label={isKnown ? undefined : said.followUnknown}
      onClick={press}
    >
      <span className={styles.words}>
        <span aria-hidden={isFollowed || undefined}>{said.follow}</span>
        <span aria-hidden={!isFollowed || undefined}>{said.unfollow}</span>
      </span>
    </Button>
  );
}

/** A list has many of these buttons, and a view has one primary button. */
function toneOf(isFollowed: boolean, isQuiet: boolean): 'plain' | 'primary' | 'quiet' {
  if (isQuiet) return isFollowed ? 'quiet' : 'plain';
  return isFollowed ? 'plain' : 'primary';
}
