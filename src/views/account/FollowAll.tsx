import { use, useMemo, useState } from 'react';
import { follow } from '../../events/account/list-intents.ts';
import { useAccount } from '../app/app-context.ts';
import { now } from '../app/now.ts';
import { Button } from '../app/primitives/Button.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useProfileStrings } from '../app/strings/profile.ts';
import { useIntents, useUnlisted } from '../publish/use-intents.ts';
import { useActingSoon } from './use-features.ts';

const NOBODY: readonly string[] = [];

/**
 * Follows all of a list at once, those whom one does not follow yet (PROFILE-07): one version of the own list, made and asked about like each.
 * Undo takes out whom it has put in, and nobody else. Nothing where there is nobody to follow.
 */
export function FollowAll({ pubkeys }: { readonly pubkeys: readonly string[] }) {
  const said = useProfileStrings();
  const shell = use(ShellContext);
  const me = useAccount()?.pubkey;
  const canAct = useActingSoon();
  const orders = useIntents();
  const tags = useMemo(() => pubkeys.flatMap((pubkey) => (pubkey === me ? [] : [follow(pubkey).tag])), [pubkeys, me]);
  const { missing, isKnown, isBusy, wasListed } = useUnlisted('follows', tags);
  const [asked, setAsked] = useState(NOBODY);
  const [added, setAdded] = useState(NOBODY);
  const wanted = new Set(missing.map(([, pubkey = '']) => pubkey));
  const isDone = asked.length > 0 && !isBusy && !asked.some((pubkey) => wanted.has(pubkey));
  if (isDone) {
    // another app may have followed some of them before, unknown to this page: these stay
    setAdded(asked.filter((pubkey) => !wasListed(follow(pubkey).tag)));
    setAsked(NOBODY);
  }
  if (canAct && !isKnown) return null;
  if (added.length > 0 && !added.some((pubkey) => wanted.has(pubkey)))
    return (
      <Button compact tone="quiet" busy={isBusy} onClick={() => orders.edit('follows', ...added.map((pubkey) => follow(pubkey, false)))}>
        {said.unfollowAll(added.length)}
      </Button>
    );
  if (tags.length < 2 || (missing.length === 0 && asked.length === 0)) return null;
  const press = () => {
    const intents = [...wanted].map((pubkey) => follow(pubkey));
    setAsked([...wanted]);
    if (canAct) orders.edit('follows', ...intents);
    else shell?.onRefused({ code: 'act.signIn' }, { type: 'lists.edit', list: 'follows', intents, now: now() });
  };
  return (
    <Button compact busy={isBusy} onClick={press}>
      {said.followAll(asked.length > 0 && isBusy ? asked.length : missing.length)}
    </Button>
  );
}
