import type { ReactNode } from 'react';
import { canAct } from '../../events/account/account.ts';
import { useAccount } from '../ui/hooks/app-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { LinkButton } from '../ui/controls/LinkButton.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { Skeleton } from '../ui/display/Skeleton.tsx';
import { useStrings } from '../ui/strings.ts';
import { useIsSessionFailed, useSignIn } from './session/use-session.ts';

/**
 * Shown instead of content that needs a signer: its purpose and the two ways to an account, or a
 * placeholder while the code loads.
 */
export function NeedsAccount({
  title,
  rows = 3,
  children,
}: {
  readonly title: string;
  /** Rows of the placeholder, if more than a few are needed to keep the height. */
  readonly rows?: number;
  readonly children: ReactNode;
}) {
  const { nav } = useStrings().app;
  const account = useAccount();
  const signIn = useSignIn();
  const isLost = useIsSessionFailed();
  if (canAct(account) && !isLost) return <Skeleton rows={rows} />;
  return (
    <EmptyState
      title={title}
      action={
        <>
          <LinkButton to="/new" tone="primary">
            {nav.createAccount}
          </LinkButton>
          <Button onClick={signIn}>{nav.signIn}</Button>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
