import type { Zap } from '../../../events/facts/zap.ts';
import { useVerificationStrings } from '../../ui/strings/verification.ts';
import text from '../../ui/styles/text.module.css';
import { cx } from '../../ui/hooks/class-names.ts';
import { useCheckedBy } from './use-verified-zaps.ts';

/** Names the source that checked a zap's receipt, if this browser did not (ZAP-05). */
export function ZapCheck({ zap }: { readonly zap: Zap }) {
  const words = useVerificationStrings().zaps;
  const by = useCheckedBy(zap);
  if (by === undefined || by === 'host') return null;
  return (
    <span className={cx(text.small, text.muted)} title={words[by].hint}>
      {words[by].text}
    </span>
  );
}
