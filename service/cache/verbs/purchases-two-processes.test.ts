import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FreshDatabase,
  freshDatabase,
  noPostgres,
} from '../../../tests/support/store/postgres.ts';
import { signed } from '../../../tests/support/events/signed.ts';
import { type Bank, openBank } from '../../money/open-bank.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import type { Store } from '../../store/store.ts';
import { openEventVerifier } from '../../verify.ts';
import { type CacheContext, openCache } from '../cache-context.ts';
import { answerStream } from '../answer-verb.ts';

const gate = await openEventVerifier();
const ANN = signed({}, 1).pubkey;

describe.skipIf(noPostgres)(
  `two services on one PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    let database: FreshDatabase;
    const opened: { readonly store: Store; readonly bank: Bank; readonly context: CacheContext }[] =
      [];
    beforeAll(async () => {
      database = await freshDatabase();
      for (let n = 0; n < 2; n++) {
        const store = await openPostgresStore(database.url, { verify: gate.verify });
        const owners = [{ name: 'ann', displayName: 'Ann', pubkey: ANN }];
        const bank = await openBank({
          store,
          gate,
          origin: 'http://127.0.0.1:4870',
          relay: 'ws://127.0.0.1:4870/',
          provider: undefined,
          owners,
        });
        opened.push({ store, bank, context: openCache(store, { verify: gate.verify, bank }) });
      }
    });
    afterAll(async () => {
      for (const { store, bank } of opened) {
        bank.close();
        await store.close();
      }
      await database.drop();
    });

    test('MEMBER-02 a client that waits at one process is notified of a payment at the other', async () => {
      const [one, other] = opened;
      if (!one || !other) throw new Error('no services');
      const offer = await other.bank.shop.quote({
        buyer: ANN,
        receiver: ANN,
        name: 'ann',
        product: '1-month-premium',
        usd: undefined,
      });
      if (!offer) throw new Error('nothing is sold');
      const heard = Promise.withResolvers<unknown>();
      const stream = answerStream(other.context, 'membership_purchase_monitor', {
        membership_quote_id: offer.quote.quote,
      });
      const stop = stream.open?.((result) => heard.resolve(JSON.parse(JSON.parse(result).content)));
      expect(await stream.answer()).toMatchObject({ results: [expect.stringContaining('null')] });
      await one.bank.money.pay({ bolt11: offer.bolt11, payer: ANN, ref: 'pay' });
      expect(await heard.promise).toEqual({ completed_at: expect.any(Number) });
      stop?.();
    });
  },
);
