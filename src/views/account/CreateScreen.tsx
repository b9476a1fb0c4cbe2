import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { PROFILE_FIELDS } from '../../events/account/profile-fields.ts';
import type { CreateActor } from '../../machines/account/create.machine.ts';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { useAccountActor } from '../app/app-context.ts';
import { Column } from '../app/Column.tsx';
import { useLeaveGuard } from '../app/leave-guard.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { Side } from '../app/Side.tsx';
import { useOwnAccountStrings } from '../app/strings/own-account.ts';
import { useSession } from './use-features.ts';
import { CreatedPanel } from './CreatedPanel.tsx';
import { CreateSteps } from './CreateSteps.tsx';

/** ROUTE-11: a new account at /new (ACCOUNT-07). */
export function CreateScreen() {
  const { create, made } = useOwnAccountStrings();
  const actor = useAccountActor();
  const session = useSession();
  const child = useSelector(session, (snapshot) => snapshot?.children.create);
  const isMade = useSelector(child, (snapshot) => snapshot?.hasTag('made') ?? false);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches({ session: 'failed' }));
  const prepare = () => actor.send({ type: 'account.prepare' });
  useEffect(() => actor.send({ type: 'account.prepare' }), [actor]);
  return (
    <>
      <Column title={isMade ? made.title : create.title}>
        {session ? (
          <Creation session={session} child={child} />
        ) : hasFailed ? (
          <ErrorState title={create.unavailable} onRetry={prepare}>
            {create.unavailableText}
          </ErrorState>
        ) : (
          <Skeleton />
        )}
      </Column>
      <Side />
    </>
  );
}

function Creation({ session, child }: { readonly session: SessionActor; readonly child: CreateActor | undefined }) {
  const isMade = useSelector(child, (snapshot) => snapshot?.hasTag('made') ?? false);
  const hasTyped = useSelector(child, (snapshot) => snapshot !== undefined && !snapshot.hasTag('made') && holdsSomething(snapshot.context));
  useLeaveGuard(hasTyped, 'leaveCreation', { to: session, event: { type: 'session.closeCreate' } });
  useEffect(() => {
    session.send({ type: 'session.create' });
    return () => {
      const last = session.getSnapshot().children.create?.getSnapshot();
      // what is typed is there again for who comes back
      if (last && (last.hasTag('made') || !holdsSomething(last.context))) session.send({ type: 'session.closeCreate' });
    };
  }, [session]);
  if (!child) return <Skeleton />;
  return isMade ? <CreatedPanel session={session} create={child} /> : <CreateSteps create={child} />;
}

function holdsSomething({ fields, follows }: ReturnType<CreateActor['getSnapshot']>['context']): boolean {
  return follows.size > 0 || PROFILE_FIELDS.some((name) => fields[name] !== '');
}
