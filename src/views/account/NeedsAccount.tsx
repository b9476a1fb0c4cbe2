import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useAccount, useAccountActor } from '../app/app-context.ts';
import { Button } from '../app/primitives/Button.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useStrings } from '../app/strings.ts';

/** In place of what belongs to an account that can act: what it would be, and the way in; while its code comes, its place. */
export function NeedsAccount({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { nav } = useStrings().app;
  const account = useAccount();
  const actor = useAccountActor();
  const isLost = useSelector(actor, (snapshot) => snapshot.matches({ session: 'failed' }));
  if (account && account.method !== 'readonly' && !isLost) return <Skeleton />;
  return (
    <EmptyState title={title} action={<Button onClick={() => actor.send({ type: 'account.signIn' })}>{nav.signIn}</Button>}>
      {children}
    </EmptyState>
  );
}
