import { startService } from '../../../service/start.ts';
import { ISSUER } from '../../../service/store/money/play-money.ts';
import { field, isRecord } from '../../../src/events/core/json.ts';

/**
 * A service of its own process that can be killed, in the directory of its first argument. Says its address once it answers; pays each invoice
 * it is sent from where all play sats come from, and says so.
 */
const [, , data = ''] = process.argv;
const service = await startService({ port: 0, data });
process.on('message', (message: unknown) => {
  const bolt11 = isRecord(message) ? field(message, 'pay') : undefined;
  if (typeof bolt11 !== 'string') return;
  void service.store
    .payPlayInvoice({ bolt11, payer: ISSUER, ref: `fund ${bolt11}` })
    .then((payment) => process.send?.({ paid: bolt11, ok: 'paid' in payment }));
});
process.send?.({ url: service.url });
// whoever started it has gone
process.on('disconnect', () => process.exit(0));
