import type { CallbackActorLogic } from 'xstate';
import { isPaymentSettled, type PaymentRecords } from '../../../events/money/payments/payment.ts';
import { foldPayments } from '../../../events/money/payments/payment-fold.ts';
import type {
  PaymentLogCommand,
  PaymentLogSignal,
} from '../../../machines/money/payments/money-protocol.ts';
import type { Scope } from '../../core/storage.ts';
import type { AccountKey } from '../../core/storage-keys.ts';
import { paymentLogName } from './money-databases.ts';
import { type LogDeps, type LogNews, openPaymentLog } from './payment-log.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface PaymentLogDeps extends LogDeps {
  /** A channel to notify the other tabs of new lines. */
  readonly channel: (name: string) => BroadcastChannel;
  readonly storage: (account: string) => Scope<AccountKey>;
}

/**
 * The `paymentLog` port of an account's money: its log on this device, one job after the other,
 * with messages to and from other tabs. An unresolved payment is also marked where it can be read
 * without this code, so that the next page resumes it.
 */
export function paymentLogPort(
  deps: PaymentLogDeps,
): CallbackActorLogic<PaymentLogCommand, { readonly account: string }> {
  return callbackAdapter<PaymentLogCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const log = openPaymentLog(account, deps);
      const { database } = paymentLogName(account);
      const channel = deps.channel(database);
      const local = deps.storage(account);
      let isOver = false;
      let records: PaymentRecords = new Map();
      const report = (signal: PaymentLogSignal): void => {
        if (!isOver) sendBack(signal);
      };
      const mark = ({ entries, isKept }: LogNews): void => {
        if (isOver) return;
        records = foldPayments(records, entries);
        const isOwed = [...records.values()].some((record) => !isPaymentSettled(record));
        if (isOwed) local.write('payments', 'owed');
        // a log that could not be read may contain an unresolved payment
        else if (isKept) local.remove('payments');
      };
      const tell = (news: LogNews): void => {
        mark(news);
        if (!news.isKept) report({ type: 'paymentLog.writeFailed' });
        if (news.entries.length > 0)
          report({ type: 'paymentLog.appended', entries: news.entries, own: news.own });
        if (news.refused.length > 0) report({ type: 'paymentLog.refused', lines: news.refused });
      };
      let tail = log.read().then((news) => {
        mark(news);
        report({ type: 'paymentLog.opened', entries: news.entries, now: deps.now() });
        if (!news.isKept) report({ type: 'paymentLog.writeFailed' });
      });
      receive((command) => {
        tail = tail.then(async () => {
          if (isOver) return;
          if (command.type === 'paymentLog.prune') return log.prune(command.intents);
          const news = await log.append(command.lines);
          tell(news);
          if (news.isKept && news.own.length > 0) channel.postMessage('appended');
        });
      });
      channel.addEventListener('message', () => {
        tail = tail.then(async () => (isOver ? undefined : tell(await log.read())));
      });
      return () => {
        isOver = true;
        channel.close();
        void tail.finally(log.close);
      };
    },
  );
}
