import type { PromiseActorLogic } from 'xstate';
import { type FinishedText, isFinished } from '../../events/compose/stored-draft.ts';
import { promiseAdapter } from '../../machines/core/ports.ts';
import { tabNames } from '../core/tab-names.ts';
import { draftLock } from './draft-choice.ts';
import { type DraftDeps, keptDrafts, replaceDraft, tellTabs } from './draft-store.ts';

/**
 * The outbox's `forgetText` port: removes the stored text of a discarded or sent job in every
 * place. A text that was changed since, or that a tab has open, stays (INV-NO-LOSS).
 */
export function forgetFinished(
  deps: Pick<DraftDeps, 'factory' | 'storage' | 'channel' | 'locks' | 'parts'>,
): PromiseActorLogic<void, FinishedText> {
  const { factory, storage, locks, parts } = deps;
  const claims = tabNames(locks);
  return promiseAdapter<void, FinishedText>(async ({ input }) => {
    const { account } = input;
    const local = storage(account);
    const [drafts, held] = await Promise.all([
      keptDrafts(factory, account, local, parts(account)),
      claims.held(),
    ]);
    const gone = drafts.filter(
      (draft) => isFinished(draft, input) && !held.has(draftLock(account, draft.target)),
    );
    // oxlint-disable-next-line no-await-in-loop -- earlier names first, or a crash restores one
    for (const { target, at, earlier = [] } of gone)
      for (const name of [...earlier, { target, at }])
        await replaceDraft(factory, account, local, { ...name, writing: undefined });
    if (gone.length > 0) tellTabs(deps, account);
  });
}
