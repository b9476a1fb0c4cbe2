import type { Zap } from '../../events/money/zap.ts';
import { useKnownByStrings } from '../app/strings/known-by.ts';
import text from '../app/styles/text.module.css';
import { cx } from '../app/class-names.ts';
import { useCheckedBy } from './use-held-zaps.ts';

/** Says beside a zap who checked its receipt, if this browser did not (ZAP-05). */
export function ZapCheck({ zap }: { readonly zap: Zap }) {
  const words = useKnownByStrings().zaps;
  const by = useCheckedBy(zap);
  if (by === undefined || by === 'host') return null;
  return (
    <span className={cx(text.small, text.muted)} title={words[by].hint}>
      {words[by].text}
    </span>
  );
}
