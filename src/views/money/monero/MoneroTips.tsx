import { useState } from 'react';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { type MoneroTip, sumTips, writeXmr } from '../../../events/money/monero/monero.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useMoneroStrings } from '../../ui/strings/monero.ts';
import rows from '../../ui/styles/person-row.module.css';
import text from '../../ui/styles/text.module.css';
import styles from './MoneroTips.module.css';
import { type Tips, useAccountTips, useEventTips } from './use-monero-tips.ts';
import { useLocale } from '../../ui/strings.ts';

/**
 * The number of Monero tips that an account sent or received, which opens their list. Renders
 * nothing if there are none (XMR-01).
 */
export function AccountTips({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const words = useMoneroStrings().tips;
  const [isOpen, setIsOpen] = useState(false);
  const found = useAccountTips(pubkey);
  const { tips } = found;
  if (tips.length === 0) return null;
  return (
    <div>
      <dt>{words.short}</dt>
      <dd>
        <button
          type="button"
          className={styles.count}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <span aria-hidden>{fullNumber(tips.length, locale)}</span>
          <span className={text.hidden}>{words.show(tips.length)}</span>
        </button>
        {isOpen && (
          <Dialog title={words.title} onClose={() => setIsOpen(false)}>
            <TipList found={found} />
          </Dialog>
        )}
      </dd>
    </div>
  );
}

/**
 * The Monero tips for a note or an article, apart from its zaps. Renders nothing if there are none
 * (XMR-01).
 */
export function EventTips({ event }: { readonly event: SignedEvent }) {
  const words = useMoneroStrings().tips;
  const found = useEventTips(event);
  if (found.tips.length === 0 && !found.isFailed) return null;
  return (
    <section aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      <TipList found={found} />
    </section>
  );
}

/** The claims about each tip by author, with separate sums of confirmed and unconfirmed tips. */
function TipList({ found: { tips, isCut, isFailed, retry } }: { readonly found: Tips }) {
  const words = useMoneroStrings().tips;
  const { received, sent } = sumTips(tips);
  return (
    <div className={styles.list}>
      <div className={cx(text.small, text.muted)}>
        {received.count > 0 && <p>{words.received(received.count, writeXmr(received.amount))}</p>}
        {sent.count > 0 && <p>{words.sent(sent.count, writeXmr(sent.amount))}</p>}
        <p>{words.truth}</p>
      </div>
      {isFailed && (
        <p>
          {words.failed}{' '}
          <Button compact tone="quiet" onClick={retry}>
            {words.retry}
          </Button>
        </p>
      )}
      <ul aria-label={words.title}>
        {tips.map((tip) => (
          <TipRow key={tip.id} tip={tip} />
        ))}
      </ul>
      {isCut && <p className={cx(text.small, text.muted)}>{words.more}</p>}
    </div>
  );
}

function TipRow({
  tip: { sender, receiver, amount, message, createdAt, stage },
}: {
  readonly tip: MoneroTip;
}) {
  const words = useMoneroStrings().tips;
  return (
    <li className={rows.row}>
      <AccountLink pubkey={sender ?? receiver} picture="s" />
      <div className={rows.words}>
        <p className={rows.line}>
          {sender === undefined ? (
            <span className={text.strong}>{words.somebody}</span>
          ) : (
            <AccountLink pubkey={sender} className={cx(text.strong, text.cut)} />
          )}
          <span className={styles.when}>
            <Time at={createdAt} />
          </span>
        </p>
        <p className={cx(rows.line, text.small, text.muted)}>
          <span className={styles.to}>{words.to}</span>
          <AccountLink pubkey={receiver} className={text.cut} />
        </p>
        {message !== '' && (
          <p className={rows.message} dir="auto">
            {message}
          </p>
        )}
        <p className={cx(text.small, text.muted)}>{words.stages[stage]}</p>
      </div>
      <span className={rows.amount}>
        {amount === undefined ? words.unsaid : words.amount(writeXmr(amount))}
      </span>
    </li>
  );
}
