import { use } from 'react';
import type { Offer } from '../../events/reading/offers.ts';
import { getRow } from '../../events/table.ts';
import { useCanActNow } from '../account/use-features.ts';
import { useFacts } from '../app/app-context.ts';
import { ShellContext } from '../app/shell-context.ts';
import { useExploreStrings } from '../app/strings/explore.ts';
import { useLike } from '../publish/use-like.ts';
import { Act } from './ActionBar.tsx';
import styles from './FeedMarket.module.css';

/** Likes and sats of a feed of the market, and giving one (EXPLORE-03, ZAP-03). */
export function OfferActs({ offer: { event, pubkey, name } }: { readonly offer: Offer }) {
  const words = useExploreStrings();
  const shell = use(ShellContext);
  const canAct = useCanActNow();
  const sats = useFacts((facts) => getRow(facts.stats, event.id)?.satszapped);
  const like = useLike(event, { canAct });
  return (
    <span className={styles.acts}>
      <Act icon="like" label={words.likes} tone="liked" {...like} onPress={canAct ? like.onPress : () => shell?.onEarly('like', event)} />
      {canAct && shell?.own ? (
        <shell.own.OwnZapAct zapped={{ pubkey, event }} name={name} />
      ) : (
        <Act icon="zap" label={words.zap} count={sats} onPress={() => shell?.onEarly('zap', event)} />
      )}
    </span>
  );
}
