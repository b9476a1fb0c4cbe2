import type { ReactNode } from 'react';
import { canAct } from '../../events/account/account.ts';
import { useAccount } from '../app/app-context.ts';
import { Button } from '../app/primitives/Button.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useStrings } from '../app/strings.ts';
import { useIsSessionFailed, useSignIn } from './use-session.ts';

/** In place of what belongs to an account that can act: what it would be, and the way in; while its code comes, its place. */
export function NeedsAccount({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { nav } = useStrings().app;
  const account = useAccount();
  const signIn = useSignIn();
  const isLost = useIsSessionFailed();
  if (canAct(account) && !isLost) return <Skeleton />;
  return (
    <EmptyState title={title} action={<Button onClick={signIn}>{nav.signIn}</Button>}>
      {children}
    </EmptyState>
  );
}
