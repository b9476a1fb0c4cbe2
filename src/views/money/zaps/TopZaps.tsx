import { useDeferredValue } from 'react';
import { zapsOf } from '../../../events/facts/selectors.ts';
import { isZapListed } from '../../../events/money/zaps/listed-zap.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import styles from './TopZaps.module.css';

const Room = () => <div className={styles.zaps} aria-hidden />;
// Loads their code only after the first note is painted.
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const ZapChips = lazyPart(
  () =>
    painted()
      .then(() => import('./ZapChips.tsx'))
      .then((code) => code.ZapChips),
  { Place: Room },
);

/**
 * The largest zaps of a note, four at most, the first with its message (NOTE-15). Their space is
 * reserved before they are loaded.
 */
export function TopZaps({ target, most = 4 }: { readonly target: string; readonly most?: number }) {
  const hides = useHides();
  const hasZaps = useFacts((facts) =>
    zapsOf(facts, target).some((zap) => isZapListed(facts, zap) && !hides?.(zap.receipt)),
  );
  return hasZaps ? <Later target={target} most={most} /> : null;
}

/** A note does not wait for the code of its zaps. */
function Later(props: { readonly target: string; readonly most: number }) {
  return useDeferredValue(true, false) ? <ZapChips {...props} /> : <Room />;
}
