import { use } from 'react';
import { follow } from '../../events/account/list-intents.ts';
import { useAccount } from '../app/app-context.ts';
import { Button } from '../app/primitives/Button.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';
import { useProfileStrings } from '../app/strings/profile.ts';
import { useCitizen } from './citizen.ts';
import { now, useListed, useOrders } from '../publish/orders.ts';

/** Follows or unfollows somebody (ACCOUNT-08); it says so only when somebody holds the new list. Nothing for oneself. */
export function FollowButton({ pubkey, compact = false }: { readonly pubkey: string; readonly compact?: boolean }) {
  const { account: words } = useStrings();
  const said = useProfileStrings();
  const shell = use(ShellContext);
  const account = useAccount();
  const citizen = useCitizen();
  const orders = useOrders();
  const { isListed, isBusy } = useListed('follows', follow(pubkey).tag);
  if (account?.pubkey === pubkey) return null;
  const press = () => {
    if (citizen) orders.edit('follows', follow(pubkey, !isListed));
    else shell?.onRefused(words.signInNeeded, { type: 'citizen.edit', list: 'follows', intents: [follow(pubkey)], now: now() });
  };
  return (
    <Button tone={isListed ? 'plain' : 'primary'} compact={compact} busy={isBusy} onClick={press}>
      {isListed ? said.unfollow : said.follow}
    </Button>
  );
}
