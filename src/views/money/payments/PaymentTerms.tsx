import type { ReactNode } from 'react';
import { mostMeltFees } from '../../../events/money/ecash/melt-fee.ts';
import type { Payer } from '../../../events/money/payments/payment.ts';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import styles from './PaymentTerms.module.css';
import { usePayerName } from './use-payers.ts';

interface PaymentTermsProps {
  /** Recipient, in words. `undefined` if the invoice names none. */
  readonly to: string | undefined;
  /** `undefined` while the user chooses it in the same dialog. */
  readonly payer?: Payer | undefined;
  /** Sats of each payment. */
  readonly parts: readonly number[];
  readonly isPlay: boolean;
}

/** To whom a payment goes, from where, and its highest fee. The amount stands below. */
export function PaymentTerms({ to, payer, parts, isPlay }: PaymentTermsProps) {
  const words = useZapStrings();
  const payerName = usePayerName();
  return (
    <dl className={styles.terms}>
      <Row name={words.terms.to}>
        {to === undefined ? words.terms.unnamed : <IsolatedText>{to}</IsolatedText>}
      </Row>
      {payer && (
        <>
          <Row name={words.paidBy.label}>
            <IsolatedText>{payerName(payer)}</IsolatedText>
          </Row>
          <Row name={words.terms.fee}>
            {payer.by === 'ecash' ? words.sats(mostMeltFees(parts), isPlay) : words.terms.byWallet}
          </Row>
        </>
      )}
    </dl>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
