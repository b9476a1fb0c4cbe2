import { startService } from '../../../service/start.ts';
import { ISSUER } from '../../../service/store/money/play-money.ts';
import { field, isRecord } from '../../../src/events/core/json.ts';

/**
 * A service in its own process that can be killed, in the directory of its first argument. It
 * prints its address once it answers. It pays each invoice sent to it from the play money issuer
 * and reports that.
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
// the parent process has ended
process.on('disconnect', () => process.exit(0));
