import { expect, test } from 'vitest';
import { readInvoice } from '../../src/events/nostr/bolt11.ts';
import {
  callbackUrl,
  payAddressUrl,
  readCallback,
  readPayService,
  readVerified,
} from '../../src/events/money/payments/lnurl.ts';
import { isPayable } from '../../src/events/money/payments/payable-network.ts';
import {
  readReply,
  walletRequest,
  type WalletCall,
} from '../../src/events/money/wallets/nwc-call.ts';
import { readAbilities, readConnection } from '../../src/events/money/wallets/nwc.ts';
import { isReceiptOf } from '../../src/events/money/zaps/zap-request.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { openPlayBank, ORIGIN } from '../../tests/support/money/play-bank.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { parseStored } from '../store/stored-event.ts';
import { payDocument, payInvoice, payState } from './lnurl.ts';
import { START_MSATS } from './open-bank.ts';
import { answerWallet } from './wallet.ts';

test("ZAP-02 ZAP-05 BEYOND-06 our client reads the service's address, invoice, network, state and receipt", async () => {
  const play = await openPlayBank();
  const desk = { ...play, money: play.bank.money, origin: ORIGIN };
  const url = payAddressUrl('ann@127.0.0.1:4870', ORIGIN) ?? '';
  expect(url).toBe(`${ORIGIN}/.well-known/lnurlp/ann`);
  const service = readPayService(await payDocument(desk, 'ann'), url, ORIGIN);
  if ('fault' in service) throw new Error(service.fault.code);
  expect(service).toMatchObject({
    minMsats: 1_000,
    commentAllowed: 255,
    provider: play.bank.money.provider,
  });
  const tags = [
    ['p', play.ann],
    ['amount', '42000'],
    ['relays', 'ws://127.0.0.1:4870/'],
  ];
  const request = signed({ kind: KIND.ZapRequest, content: 'Onward', tags }, 3);
  const asked = new URL(
    callbackUrl(service, {
      amountMsats: 42_000,
      request: JSON.stringify(request),
      lnurl: service.lnurl,
    }),
  );
  const answer = readCallback(
    await payInvoice(desk, asked.pathname.split('/').at(-1) ?? '', asked.searchParams, 'here'),
    ORIGIN,
  );
  if ('fault' in answer) throw new Error(answer.fault.code);
  const invoice = readInvoice(answer.invoice);
  expect(invoice).toMatchObject({ network: 'regtest', amountMsats: 42_000 });
  expect(isPayable('regtest', [service.callback], ORIGIN)).toBe(true);
  const hash = answer.verify?.split('/').at(-1) ?? '';
  expect(readVerified(await payState(desk, hash))).toEqual({
    isSettled: false,
    preimage: undefined,
  });
  await play.bank.money.pay({ bolt11: answer.invoice, payer: play.ben, ref: 'zap' });
  expect(readVerified(await payState(desk, hash))).toMatchObject({
    isSettled: true,
    preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const [receipt] = (await play.store.query([{ kinds: [KIND.Zap] }], 1)).map(parseStored);
  const expected = {
    provider: service.provider ?? '',
    invoice: answer.invoice,
    request: request.id,
  };
  expect(receipt && isReceiptOf(receipt, expected)).toBe(true);
  expect(receipt && isReceiptOf(receipt, { ...expected, provider: play.ann })).toBe(false);
  play.bank.close();
  await play.store.close();
});

test("WALLET-01 our client reads a play wallet's connection, features, balance, payment and transactions", async () => {
  const play = await openPlayBank();
  const connection = readConnection(play.bank.connections(['plain'], play.ann)[0]?.uri ?? '');
  if ('fault' in connection) throw new Error(connection.fault);
  expect(connection).toMatchObject({
    relays: ['ws://127.0.0.1:4870'],
    lud16: 'ann@127.0.0.1:4870',
  });
  const info = await play.store.latest(`${KIND.WalletInfo}:${connection.wallet}:`);
  expect(info && readAbilities(parseStored(info), connection.wallet)).toMatchObject({
    scheme: 'nip44',
  });
  const desk = {
    ...play,
    account: play.ann,
    name: 'ann',
    lud16: connection.lud16 ?? '',
    money: play.bank.money,
  };
  const ask = async (call: WalletCall, ref: string) => {
    const outcome = await answerWallet(desk, JSON.parse(walletRequest(call)), ref);
    return readReply(
      JSON.stringify({ result_type: call.method, error: null, result: null, ...outcome }),
      call.method,
    );
  };
  expect(await ask({ method: 'get_balance' }, 'a')).toEqual({
    method: 'get_balance',
    balanceMsats: START_MSATS,
  });
  expect(await ask({ method: 'get_info' }, 'b')).toMatchObject({
    alias: 'Play sats of ann',
    network: 'regtest',
  });
  const owed = await play.bank.money.invoice({
    payee: play.ben,
    msats: 5_000,
    text: 'tea',
    expiry: play.store.now(),
  });
  const lookup = { method: 'lookup_invoice', hash: owed.hash } as const;
  expect(await ask(lookup, 'c')).toMatchObject({ method: 'error', code: 'NOT_FOUND' });
  expect(await ask({ method: 'pay_invoice', invoice: owed.bolt11 }, 'd')).toEqual({
    method: 'pay_invoice',
    preimage: owed.preimage,
    feesMsats: 0,
  });
  const transaction = {
    type: 'outgoing',
    state: 'settled',
    hash: owed.hash,
    preimage: owed.preimage,
    amountMsats: 5_000,
  };
  expect(await ask(lookup, 'e')).toMatchObject({ transaction });
  expect(await ask({ method: 'list_transactions', limit: 1 }, 'f')).toMatchObject({
    transactions: [transaction],
  });
  // A repeated payment under another name is never reported as definitely unpaid.
  expect(await ask({ method: 'pay_invoice', invoice: owed.bolt11 }, 'g')).toMatchObject({
    method: 'error',
    isDefinite: false,
  });
  play.bank.close();
  await play.store.close();
});
