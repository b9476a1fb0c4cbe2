import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import type { EcashJob } from '../../../events/money/ecash/ecash-log.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import { useFundingPayer } from '../payments/use-payers.ts';
import { Invoice } from './EcashResult.tsx';
import { isPlay } from './ecash-input.ts';

/**
 * Opens the unpaid invoice of an order again: to pay it by the wallet, or to scan it. The dialog
 * stays when the invoice is paid, and says so.
 */
export function OpenInvoice({
  job,
  isUnpaid,
}: {
  readonly job: EcashJob;
  readonly isUnpaid: boolean;
}) {
  const { adding } = useEcashStrings();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      {isUnpaid && <Open job={job} onOpen={() => setIsOpen(true)} />}
      {isOpen && (
        <Dialog title={adding.title} onClose={close}>
          <Invoice job={job.job} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function Open({ job: { want }, onOpen }: { readonly job: EcashJob; readonly onOpen: () => void }) {
  const words = useEcashStrings();
  const locale = useLocale();
  const by = useFundingPayer();
  const sats = want.type === 'mint' ? want.amount : 0;
  return (
    <Button compact tone={by ? 'primary' : undefined} aria-haspopup="dialog" onClick={onOpen}>
      {by ? words.adding.payIt(words.unit(fullNumber(sats, locale), isPlay(want.mint))) : words.qr}
    </Button>
  );
}
