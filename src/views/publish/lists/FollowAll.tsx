import { use, useMemo, useState } from 'react';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { useIntents, useUnlisted } from '../outbox/use-intents.ts';
import { useActingSoon } from '../../account/use-features.ts';

const NOBODY: readonly string[] = [];

/** The people of a press, and whether the edit was started. */
interface Order {
  readonly people: readonly string[];
  readonly isBegun: boolean;
}

/**
 * Follows all people of a list who are not followed yet, at once (PROFILE-07). Renders nothing if
 * there are none.
 */
export function FollowAll({ pubkeys }: { readonly pubkeys: readonly string[] }) {
  const me = useAccount()?.pubkey;
  // An action of one account must not be undone by another.
  return <All key={me} pubkeys={pubkeys} me={me} />;
}

/** One list edit, confirmed like any other. Undo removes exactly the people that it added. */
function All({
  pubkeys,
  me,
}: {
  readonly pubkeys: readonly string[];
  readonly me: string | undefined;
}) {
  const said = useProfileStrings();
  const shell = use(ShellContext);
  const canAct = useActingSoon();
  const intents = useIntents();
  const tags = useMemo(
    () => pubkeys.flatMap((pubkey) => (pubkey === me ? [] : [follow(pubkey).tag])),
    [pubkeys, me],
  );
  const { missing, isKnown, isBusy, wasListed } = useUnlisted('follows', tags);
  const [order, setOrder] = useState<Order>();
  const [added, setAdded] = useState(NOBODY);
  const wanted = new Set(missing.map(([, pubkey = '']) => pubkey));
  if (order && !order.isBegun && isBusy) setOrder({ ...order, isBegun: true });
  if (order?.isBegun && !isBusy) {
    // Another app may already have followed some of them, unknown to this page. Undo keeps those.
    setAdded(
      order.people.filter((pubkey) => !wanted.has(pubkey) && !wasListed(follow(pubkey).tag)),
    );
    setOrder(undefined);
  }
  if (canAct && !isKnown) return null;
  if (added.length > 0 && !added.some((pubkey) => wanted.has(pubkey)))
    return (
      <Button
        compact
        tone="quiet"
        busy={isBusy}
        onClick={() => intents.edit('follows', ...added.map((pubkey) => follow(pubkey, false)))}
      >
        {said.unfollowAll(added.length)}
      </Button>
    );
  if (tags.length < 2 || (wanted.size === 0 && !order)) return null;
  const press = () => {
    const people = [...wanted];
    const follows = people.map((pubkey) => follow(pubkey));
    setOrder({ people, isBegun: false });
    if (canAct) intents.edit('follows', ...follows);
    else
      shell?.onRefused(
        { code: 'act.signIn' },
        { type: 'lists.edit', list: 'follows', intents: follows, now: now() },
      );
  };
  return (
    <Button compact busy={isBusy} onClick={press}>
      {said.followAll(wanted.size > 0 ? wanted.size : (order?.people.length ?? 0))}
    </Button>
  );
}
