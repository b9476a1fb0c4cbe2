import { canAct } from '../../events/account/account.ts';
import type { Intent } from '../../machines/app/features.ts';
import { earlyIntent, openRepostMenu } from '../reading/note/early-acts.ts';
import type { EarlyAct, EarlyClick, EarlyTarget, Refusal } from '../ui/hooks/shell-context.ts';
import type { useCurrentUserIntents } from './use-current-user.ts';

type Actors = ReturnType<typeof useCurrentUserIntents>['actors'];

/** A visitor gets the sign-in dialog, and a read-only account the reason. */
export function refuse({ app, account }: Actors, reason: Refusal, intent?: Intent): void {
  const { account: current } = account.getSnapshot().context;
  if (!current) account.send({ type: 'account.requestSession', reason, intent });
  else if (canAct(current))
    app.send({ type: 'toast.show', kind: 'unavailable', message: { code: 'act.later' } });
  else
    app.send({
      type: 'toast.show',
      kind: 'info',
      message: { code: 'act.readonly' },
      why: { code: 'readonly' },
    });
}

/**
 * Run an action that was pressed before this code was loaded. `isActing`: the account could act
 * when it was pressed. `press`: on its button in a row.
 */
export function actEarly(
  actors: Actors,
  isActing: boolean,
  act: EarlyAct,
  target: EarlyTarget,
  press?: EarlyClick,
): void {
  const intent = earlyIntent(act, target, isActing);
  if (isActing && act === 'repost') openRepostMenu(press?.target);
  else if (isActing && intent) actors.account.send({ type: 'account.intent', intent });
  else refuse(actors, { code: act === 'zap' ? 'act.signInToZap' : 'act.signIn' }, intent);
}

/** The question's code is loaded with the views of the account, not by `useAsk`. */
export function askSignOut({ app }: Actors): void {
  app.send({ type: 'dialog.ask', question: { code: 'signOut' }, yes: [] });
}
