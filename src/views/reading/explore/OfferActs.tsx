import { use } from 'react';
import type { MarketFeed } from '../../../events/reading/explore/feed-market.ts';
import { getRow } from '../../../events/core/table.ts';
import { useCanActNow } from '../../account/use-features.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import { useLike } from '../../publish/outbox/use-like.ts';
import { ActionButton } from '../../ui/controls/ActionButton.tsx';
import styles from './FeedMarket.module.css';

/** Likes and sats of a market feed, and buttons to add to both (EXPLORE-03, ZAP-03). */
export function OfferActs({ offer: { event, pubkey, name } }: { readonly offer: MarketFeed }) {
  const words = useExploreStrings();
  const shell = use(ShellContext);
  const canAct = useCanActNow();
  const sats = useFacts((facts) => getRow(facts.stats, event.id)?.satszapped);
  const like = useLike(event, { canAct });
  return (
    <span className={styles.acts}>
      <ActionButton
        icon="like"
        label={words.likes}
        tone="liked"
        {...like}
        onPress={canAct ? like.onPress : () => shell?.onEarly('like', event)}
      />
      {canAct && shell?.own ? (
        <shell.own.OwnZapAct zapped={{ pubkey, event }} name={name} />
      ) : (
        <ActionButton
          icon="zap"
          label={words.zap}
          count={sats}
          onPress={() => shell?.onEarly('zap', event)}
        />
      )}
    </span>
  );
}
