import type { FeatureActors } from '../../../machines/app/features.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { forgetTyped, isField, keepTyped } from '../../ui/hooks/typed-ahead.ts';
import { useAwaitedRow } from './use-awaited-row.ts';

/**
 * Return functions that keep the text typed while the composer is opening (INV-NO-LOSS), or while
 * its note is awaited.
 */
export function useTypedAhead(lastRow: () => HTMLElement | undefined) {
  const account = useAccountActor();
  const features = (): Partial<FeatureActors> =>
    account.getSnapshot().context.scope?.getSnapshot().children ?? {};
  /** The code of the composer or of the account is loading, or the view is. */
  const isOpening = (): boolean => {
    const { context } = account.getSnapshot();
    const scope = context.scope?.getSnapshot().context;
    const waiting = account.getSnapshot().matches({ session: 'failed' }) ? [] : context.waiting;
    const last = [...waiting.map(({ intent }) => intent), ...(scope?.waiting ?? [])].findLast(
      ({ type }) => type === 'compose.open' || type === 'compose.close',
    );
    if (last) return last.type === 'compose.open';
    return (
      scope?.fetching.has('compose') === true ||
      (features().compose !== undefined && document.querySelector('dialog[open]') === null)
    );
  };
  /** The stored draft is being checked, and the field has the focus but is read-only. */
  const isChecking = (target: EventTarget | null): boolean =>
    target instanceof HTMLTextAreaElement &&
    target.readOnly &&
    target.closest('dialog') !== null &&
    features().compose?.getSnapshot().hasTag('opening') === true;
  /** Forget the text of a composer that did not open. */
  const forgetOld = (): void => {
    if (!isOpening() && !row.isTyping()) forgetTyped();
  };
  const row = useAwaitedRow(lastRow, () => {
    if (!isOpening()) forgetTyped();
  });
  const cancel = (): void => {
    forgetTyped();
    if (row.isTyping()) return row.stop();
    account.send({ type: 'account.intent', intent: { type: 'compose.close' } });
  };
  return {
    isOpening,
    cancel,
    /** Keep the key, or cancel the opening. Returns false if the key is none for the composer. */
    press: (event: KeyboardEvent): boolean => {
      const { target, key } = event;
      if (isChecking(target)) return key !== 'Escape' && keepTyped(event);
      if (isField(target) || !(row.isTyping() || isOpening())) return false;
      if (key !== 'Escape') return keepTyped(event);
      cancel();
      return true;
    },
    forgetOld,
    /** The composer is opening, or its note is awaited. */
    isAwaited: () => row.isTyping() || isOpening(),
    row,
  };
}
