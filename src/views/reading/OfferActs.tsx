import { use } from 'react';
import type { Offer } from '../../events/reading/offers.ts';
import { getRow } from '../../events/table.ts';
import { useCanActNow } from '../account/use-features.ts';
import { useFacts } from '../app/app-context.ts';
import { ShellContext } from '../app/shell-context.ts';
import { useExploreStrings } from '../app/strings/explore.ts';
import { useToast } from '../app/use-toasts.ts';
import { useLike } from '../publish/use-like.ts';
import { Act } from './ActionBar.tsx';
import styles from './FeedMarket.module.css';

/** Likes and sats of a feed of the market, and giving one (EXPLORE-03). */
export function OfferActs({ offer: { event, pubkey } }: { readonly offer: Offer }) {
  const words = useExploreStrings();
  const shell = use(ShellContext);
  const toast = useToast();
  const canAct = useCanActNow();
  const sats = useFacts((facts) => getRow(facts.stats, event.id)?.satszapped);
  const isZapped = useFacts((facts) => getRow(facts.actions, event.id)?.zapped);
  const author = useFacts((facts) => getRow(facts.profiles, pubkey));
  const like = useLike(event, { canAct });
  const refuse = () => shell?.onRefused({ code: 'act.signIn' });
  const pressZap = () => {
    const isPayable = author !== undefined && (author.lud16 !== '' || author.lud06 !== '');
    if (isPayable) return shell?.onRefused({ code: 'act.signInToZap' });
    return toast({ kind: 'warning', message: { code: 'feed.notZappable' } });
  };
  return (
    <span className={styles.acts}>
      <Act icon="like" label={words.likes} tone="liked" {...like} onPress={canAct ? like.onPress : refuse} />
      <Act icon="zap" label={words.zap} count={sats} done={canAct && isZapped} tone="zapped" onPress={pressZap} />
    </span>
  );
}
