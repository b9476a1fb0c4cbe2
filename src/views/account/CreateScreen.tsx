import { Column } from '../app/Column.tsx';
import { useLeaveGuard } from '../app/leave-guard.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { Side } from '../app/Side.tsx';
import { useOwnAccountStrings } from '../app/strings/own-account.ts';
import { CreatedPanel } from './CreatedPanel.tsx';
import { CreateSteps } from './CreateSteps.tsx';
import { closingCreate, type CreateHandle, useCreate, useCreateState, useCreating, usePreparedSession } from './use-create.ts';
import { type SessionHandle, useIsSessionFailed } from './use-session.ts';

/** ROUTE-11: a new account at /new (ACCOUNT-07). */
export function CreateScreen() {
  const { create: words, made } = useOwnAccountStrings();
  const { session, prepare } = usePreparedSession();
  const create = useCreate(session);
  const { isMade } = useCreateState(create);
  const hasFailed = useIsSessionFailed();
  return (
    <>
      <Column title={isMade ? made.title : words.title}>
        {session ? (
          <Creation session={session} create={create} />
        ) : hasFailed ? (
          <ErrorState title={words.unavailable} onRetry={prepare}>
            {words.unavailableText}
          </ErrorState>
        ) : (
          <Skeleton />
        )}
      </Column>
      <Side />
    </>
  );
}

function Creation({ session, create }: { readonly session: SessionHandle; readonly create: CreateHandle | undefined }) {
  const { isMade, hasTyped } = useCreateState(create);
  useLeaveGuard(hasTyped, 'leaveCreation', closingCreate(session));
  useCreating(session);
  if (!create) return <Skeleton />;
  return isMade ? <CreatedPanel session={session} create={create} /> : <CreateSteps create={create} />;
}
