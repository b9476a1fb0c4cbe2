import { type ReactNode, useState } from 'react';
import { mute } from '../../../events/account/lists/list-intents.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useWhyStrings } from '../../ui/strings/why.ts';
import { useIntents, useListed } from '../../publish/outbox/use-intents.ts';
import { ReasonLine } from './ModerationReason.tsx';
import { Unfiltered } from './Unfiltered.tsx';

/**
 * The page of an event. If the reader's lists hide the event, the page gives the reason and shows
 * the event on request (ACCOUNT-21).
 */
export function HiddenPage({
  event,
  children,
}: {
  readonly event: VerifiedEvent | undefined;
  readonly children: ReactNode;
}) {
  const words = useWhyStrings();
  const hides = useHides();
  const [looks, setLooks] = useState(false);
  const reason = event && hides?.(event) ? hides.moderate(event).reasons.at(-1) : undefined;
  if (reason === undefined) return children;
  const title = reason.code === 'muted' ? words.page.muted : words.page.filtered;
  if (!looks)
    return (
      <EmptyState
        title={title}
        action={
          <>
            <Button onClick={() => setLooks(true)}>{words.anyway}</Button>
            {reason.code === 'muted' && reason.by === 'user' && <Unmute pubkey={reason.what} />}
          </>
        }
      >
        <ReasonLine reason={reason} />
      </EmptyState>
    );
  return (
    <Unfiltered>
      <Notice tone="warning">
        <ReasonLine reason={reason} />
      </Notice>
      {children}
    </Unfiltered>
  );
}

function Unmute({ pubkey }: { readonly pubkey: string }) {
  const words = useWhyStrings();
  const intents = useIntents();
  const user = { type: 'user', pubkey } as const;
  const { isBusy, secret } = useListed('mutes', mute(user).tag);
  return (
    <Button busy={isBusy} onClick={() => intents.edit('mutes', mute(user, { on: false, secret }))}>
      {words.unmute}
    </Button>
  );
}

/**
 * The page of an event that the caching service does not send. `tag`: the entry that mutes its
 * thread. A service may filter by it.
 */
export function MissingPage({
  tag,
  onLook,
  children,
}: {
  readonly tag: Tag;
  readonly onLook: () => void;
  readonly children: ReactNode;
}) {
  const words = useWhyStrings();
  const [hasLooked, setHasLooked] = useState(false);
  const { isListed } = useListed('mutes', tag);
  if (!isListed || hasLooked) return children;
  const look = () => {
    setHasLooked(true);
    onLook();
  };
  return (
    <EmptyState title={words.page.muted} action={<Button onClick={look}>{words.anyway}</Button>}>
      {words.muted.thread()}
    </EmptyState>
  );
}
