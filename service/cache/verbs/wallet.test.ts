import { finalizeEvent } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { openPlayBank } from '../../../tests/support/money/play-bank.ts';
import { secretKey, signed } from '../../../tests/support/events/signed.ts';
import {
  CHALLENGE,
  contents,
  key,
  NOW,
  openVillage,
} from '../../../tests/support/service/village.ts';
import { ISSUER } from '../../store/money/play-money.ts';
import { START_MSATS } from '../../money/open-bank.ts';

/** A village whose first two people have play wallets. */
async function playVillage() {
  const play = await openPlayBank(NOW);
  const village = openVillage({
    bank: play.bank,
    store: play.store,
    origin: 'http://127.0.0.1:4870',
  });
  return { ...play, village };
}

const operation = (
  n: number,
  kind: number,
  content: unknown,
  created_at = NOW,
  tags: string[][] = [],
) => ({
  operation_event: finalizeEvent(
    { kind, created_at, tags, content: JSON.stringify(content) },
    secretKey(n),
  ),
});

test('WALLET-02 wallet: exchange_rate by a signed operation (10000300) gives the play rate, marked as such', async () => {
  const { village } = await playVillage();
  const rate = { kind: RESULT.ExchangeRate, content: { rate: '100000', play: true } };
  expect(
    await village.ask(
      'wallet',
      operation(3, RESULT.WalletOperation, ['exchange_rate', { target_currency: 'USD' }]),
    ),
  ).toMatchObject([rate]);
  expect(await village.ask('membership_exchange_rate', { target_currency: 'usd' })).toMatchObject([
    rate,
  ]);
  expect(await village.ask('membership_exchange_rate', { target_currency: 'XXX' })).toEqual([]);
  const old = operation(3, RESULT.WalletOperation, ['exchange_rate', {}], NOW - 3_600);
  expect(await village.notice('wallet', old)).toBe('event too old');
  expect(
    await openVillage().ask('wallet', operation(3, RESULT.WalletOperation, ['exchange_rate', {}])),
  ).toEqual([]);
});

test('WALLET-01 wallet: an account with a wallet gets a result, and alone a connection to it', async () => {
  const { village, bank } = await playVillage();
  const isUser = (pubkey: string) =>
    village.ask('wallet', operation(3, RESULT.WalletNwcActive, ['is_user', { pubkey }]));
  expect(await isUser(key(1))).toMatchObject([
    { kind: RESULT.WalletIsUser, result: { content: '2' } },
  ]);
  expect([await isUser(key(3)), await isUser('nobody')]).toEqual([[], []]);
  const bound = [
    ['relay', 'ws://127.0.0.1:4870'],
    ['challenge', CHALLENGE],
  ];
  const connect = operation(
    1,
    RESULT.WalletNwcConnection,
    ['nwc_connect', { appname: 'Starling' }],
    NOW,
    bound,
  );
  expect(await village.ask('wallet', connect)).toMatchObject([
    {
      kind: RESULT.WalletConnectionCreated,
      content: { uri: bank.connections(['plain'], key(1))[0]?.uri },
    },
  ]);
  expect(
    await village.notice(
      'wallet',
      operation(3, RESULT.WalletNwcConnection, ['nwc_connect', {}], NOW, bound),
    ),
  ).toBe('there is no wallet here');
});

test('INV-PAY wallet: withdraw pays an invoice of play sats once per signed request, and refuses all else', async () => {
  const { village, bank, store, ann, ben } = await playVillage();
  const invoice = async (msats: number) =>
    bank.money.invoice({ payee: ben, msats, text: 'tea', expiry: store.now() });
  const [cheap, dear] = [await invoice(5_000), await invoice(START_MSATS)];
  const withdraw = (bolt11: string, n = 1) =>
    operation(n, RESULT.WalletOperation, ['withdraw', { subwallet: 1, lnInvoice: bolt11 }]);
  const once = withdraw(cheap.bolt11);
  expect([await village.ask('wallet', once), await village.ask('wallet', once)]).toEqual([[], []]);
  expect([await store.playBalance(ann), await store.playBalance(ben)]).toEqual([
    START_MSATS - 5_000,
    START_MSATS + 5_000,
  ]);
  expect(await village.notice('wallet', withdraw(dear.bolt11))).toBe('not paid: short');
  expect(await village.notice('wallet', withdraw('lnbc1'))).toBe('not paid: unknown');
  expect(await village.notice('wallet', withdraw(dear.bolt11, 3))).toBe('there is no wallet here');
});

test('ZAP-05 invoices_to_zap_receipts: the receipt of each invoice that paid for a zap', async () => {
  const { village, bank, store, ann } = await playVillage();
  const request = JSON.stringify(
    signed(
      {
        kind: KIND.ZapRequest,
        created_at: NOW,
        tags: [
          ['p', ann],
          ['amount', '3000'],
          ['relays', 'wss://x.example'],
        ],
      },
      3,
    ),
  );
  const terms = { msats: 3_000, text: '', request, expiry: store.now() };
  const [paid, open] = [
    await bank.money.invoice({ payee: ann, ...terms }),
    await bank.money.invoice({ payee: ann, ...terms }),
  ];
  await bank.money.pay({ bolt11: paid.bolt11, payer: ISSUER, ref: 'zap' });
  const ask = (invoices: unknown) => village.ask('invoices_to_zap_receipts', { invoices });
  const [found] = contents(await ask([paid.bolt11, open.bolt11, 7]), RESULT.InvoicesToZapReceipts);
  expect(Object.keys(found ?? {})).toEqual([paid.bolt11]);
  expect(found?.[paid.bolt11]).toMatchObject({ kind: KIND.Zap, pubkey: bank.money.provider });
  expect(contents(await ask([]), RESULT.InvoicesToZapReceipts)).toEqual([{}]);
  expect(await village.notice('invoices_to_zap_receipts', { invoices: 'all' })).toBe('error');
  expect(
    await village.notice('invoices_to_zap_receipts', {
      invoices: Array.from({ length: 1_001 }, () => 'x'),
    }),
  ).toBe('limit too big');
});
