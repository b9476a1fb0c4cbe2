import { use } from 'react';
import { KIND } from '../../events/kinds.ts';
import { buildReaction } from '../../events/publish/acts.ts';
import type { Offer } from '../../events/reading/offers.ts';
import { getRow } from '../../events/table.ts';
import { useCanActNow } from '../account/use-features.ts';
import { useFacts } from '../app/app-context.ts';
import { ShellContext } from '../app/shell-context.ts';
import { useExploreStrings } from '../app/strings/explore.ts';
import { useToast } from '../app/use-toasts.ts';
import { useFound, useIntents } from '../publish/use-intents.ts';
import { useSent } from '../publish/use-sent.ts';
import { Act } from './ActionBar.tsx';
import styles from './FeedMarket.module.css';

/** Likes and sats of a feed of the market, and giving one (EXPLORE-03). */
export function OfferActs({ offer: { event, pubkey } }: { readonly offer: Offer }) {
  const words = useExploreStrings();
  const shell = use(ShellContext);
  const toast = useToast();
  const canAct = useCanActNow();
  const orders = useIntents();
  const find = useFound();
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const own = useFacts((facts) => getRow(facts.actions, event.id));
  const author = useFacts((facts) => getRow(facts.profiles, pubkey));
  const like = useSent(event, KIND.Reaction);
  const isCounted = canAct && own?.liked === true;
  const isLiked = like.isSent || (isCounted && !like.isRetracted);
  const pressLike = () => {
    if (!canAct) return shell?.onRefused({ code: 'act.signIn' });
    if (like.job !== undefined) return orders.undo(like.job);
    if (isLiked) return orders.retract(event, KIND.Reaction, { failed: { code: 'unlike.failed' }, missing: { code: 'unlike.missing' } });
    return orders.publishSoon(buildReaction(find(event)), { failed: { code: 'like.failed' }, doing: { code: 'like.doing' } });
  };
  const pressZap = () => {
    const isPayable = author !== undefined && (author.lud16 !== '' || author.lud06 !== '');
    if (isPayable) return shell?.onRefused({ code: 'act.signInToZap' });
    return toast({ kind: 'warning', message: { code: 'feed.notZappable' } });
  };
  return (
    <span className={styles.acts}>
      <Act
        icon="like"
        label={words.likes}
        count={Math.max(0, (stats?.likes ?? 0) + Number(isLiked) - Number(isCounted))}
        done={isLiked}
        busy={like.isRetracting}
        tone="liked"
        onPress={like.isRetracting ? undefined : pressLike}
      />
      <Act icon="zap" label={words.zap} count={stats?.satszapped} done={canAct && own?.zapped} tone="zapped" onPress={pressZap} />
    </span>
  );
}
