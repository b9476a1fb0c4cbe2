import { Column } from '../../ui/layout/Column.tsx';
import { useLeaveGuard } from '../../ui/navigation/leave-guard.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { CreatedPanel } from './CreatedPanel.tsx';
import { CreateSteps } from './CreateSteps.tsx';
import {
  closingCreate,
  type CreateHandle,
  useCreate,
  useCreateState,
  useCreating,
  usePreparedSession,
} from './use-create.ts';
import { type SessionHandle, useIsSessionFailed } from '../../account/session/use-session.ts';

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

function Creation({
  session,
  create,
}: {
  readonly session: SessionHandle;
  readonly create: CreateHandle | undefined;
}) {
  const { isMade, hasTyped } = useCreateState(create);
  useLeaveGuard(hasTyped, 'leaveCreation', closingCreate(session));
  useCreating(session);
  if (!create) return <Skeleton />;
  return isMade ? (
    <CreatedPanel session={session} create={create} />
  ) : (
    <CreateSteps create={create} />
  );
}
