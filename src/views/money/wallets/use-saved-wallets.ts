import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SavedWallet } from '../../../events/money/wallets/saved-wallets.ts';
import { useFeature } from '../../account/use-features.ts';

const NONE: readonly SavedWallet[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Return the wallet connections that other programs store in the account. They are requested while
 * this is mounted (SETTINGS-01).
 */
export function useSavedWallets() {
  const actor = useSelector(useFeature('money'), (snapshot) => snapshot?.children.savedWallets);
  const state = useSelector(
    actor,
    (snapshot) => ({
      wallets: snapshot?.context.wallets ?? NONE,
      wanted: snapshot?.context.wanted?.id,
      taken: snapshot?.context.taken ?? NOBODY,
      unreadable: snapshot?.context.unreadable ?? NOBODY,
      isClosed: snapshot?.hasTag('closed') ?? false,
      isBusy: snapshot?.hasTag('busy') ?? false,
    }),
    shallowEqual,
  );
  useEffect(() => actor?.send({ type: 'saved.load' }), [actor]);
  return {
    ...state,
    fetch: () => actor?.send({ type: 'saved.fetch' }),
    connect: (id: string) => actor?.send({ type: 'saved.connect', id }),
  };
}
