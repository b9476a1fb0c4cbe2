import { decrypt as decrypt04, encrypt as encrypt04 } from 'nostr-tools/nip04';
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from 'nostr-tools/nip44';
import { nip47 } from 'nostr-tools';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { expect, test, vi } from 'vitest';
import { type SignedEvent, tagValue } from '../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { readInvoice } from '../../src/events/nostr/bolt11.ts';
import { openPlayBank, type PlayBank } from '../../tests/support/money/play-bank.ts';
import { sha256Hex } from '../hash.ts';
import { parseStored } from '../store/stored-event.ts';
import type { Mood } from './wallet-connections.ts';
import { START_MSATS } from './open-bank.ts';
import { SLOW_MS } from './wallets.ts';
import { isLong } from '../../tests/support/runs.ts';

type Cipher = 'nip44_v2' | 'nip04';

/** A client of one connection, on nostr-tools. */
function clientOf({ store, bank, gate, ann }: PlayBank, mood: Mood = 'plain', account = ann) {
  const [connection] = bank.connections([mood], account);
  const { pubkey: wallet, secret } = nip47.parseConnectionString(connection?.uri ?? '');
  const key = Buffer.from(secret, 'hex');
  const own = getPublicKey(key);
  const heard: SignedEvent[] = [];
  store.onInserted(
    ({ ephemeral }) => void heard.push(...ephemeral.filter((event) => event.pubkey === wallet)),
  );
  const shared = getConversationKey(key, wallet);
  const read = (text: string, cipher: Cipher): unknown =>
    parseJson(cipher === 'nip04' ? decrypt04(key, wallet, text) : decrypt44(text, shared));
  const request = (said: unknown, cipher: Cipher | 'rot13' = 'nip44_v2', by = key) => {
    const text = JSON.stringify(said);
    const sealed =
      cipher === 'nip04'
        ? encrypt04(by, wallet, text)
        : encrypt44(text, getConversationKey(by, wallet));
    const tags = [['p', wallet], ...(cipher === 'nip04' ? [] : [['encryption', cipher]])];
    return finalizeEvent(
      { kind: KIND.WalletRequest, created_at: 1_760_000_000, tags, content: sealed },
      by,
    );
  };
  const send = async (event: object) => {
    const admitted = gate.admit(event);
    if (admitted) await store.insert([admitted]);
  };
  const answersTo = (id: string, cipher: Cipher = 'nip44_v2') =>
    heard
      .filter((event) => event.kind === KIND.WalletResponse && tagValue(event, 'e') === id)
      .map(({ content }) => read(content, cipher));
  return {
    wallet,
    heard,
    own,
    read,
    request,
    send,
    answersTo,
    async ask(method: string, params: unknown = {}, cipher: Cipher = 'nip44_v2') {
      const event = request({ method, params }, cipher);
      await send(event);
      return vi.waitFor(() => {
        const [answer] = answersTo(event.id, cipher);
        if (!isRecord(answer)) throw new Error(`no answer to ${method}`);
        return answer;
      });
    },
  };
}

const resultOf = (answer: Readonly<Record<string, unknown>>) =>
  isRecord(answer['result']) ? answer['result'] : {};

async function owed(play: PlayBank, amount: number): Promise<string> {
  const { result } = await clientOf(play, 'plain', play.ben).ask('make_invoice', {
    amount,
    description: 'a bun',
  });
  return isRecord(result) ? String(result['invoice']) : '';
}

test.each(['nip44_v2', 'nip04'] as const)(
  'WALLET-01 a wallet returns its features and balance, pays and lists, in %s',
  async (cipher) => {
    const play = await openPlayBank();
    const client = clientOf(play);
    const info = await play.store.latest(`${KIND.WalletInfo}:${client.wallet}:`);
    const said = info && parseStored(info);
    expect(said?.content).toBe(
      'pay_invoice make_invoice get_balance get_info list_transactions lookup_invoice notifications',
    );
    expect(said?.tags).toEqual([
      ['encryption', 'nip44_v2 nip04'],
      ['notifications', 'payment_received payment_sent'],
    ]);
    expect(resultOf(await client.ask('get_info', {}, cipher))).toMatchObject({
      alias: 'Play sats of ann',
      network: 'regtest',
    });
    expect(await client.ask('get_balance', {}, cipher)).toEqual({
      result_type: 'get_balance',
      error: null,
      result: { balance: START_MSATS },
    });
    const invoice = await owed(play, 21_000);
    const paid = resultOf(
      await client.ask('pay_invoice', { invoice: invoice.toUpperCase() }, cipher),
    );
    const hash = sha256Hex(Buffer.from(String(paid['preimage']), 'hex'));
    expect([readInvoice(invoice)?.paymentHash, paid['fees_paid']]).toEqual([hash, 0]);
    expect([
      await play.store.playBalance(play.ann),
      await play.store.playBalance(play.ben),
    ]).toEqual([START_MSATS - 21_000, START_MSATS + 21_000]);
    const seen = {
      type: 'outgoing',
      state: 'settled',
      amount: 21_000,
      payment_hash: hash,
      preimage: paid['preimage'],
      description: 'a bun',
    };
    expect(
      resultOf(await client.ask('lookup_invoice', { payment_hash: hash }, cipher)),
    ).toMatchObject(seen);
    expect(resultOf(await client.ask('lookup_invoice', { invoice }, cipher))).toMatchObject(seen);
    expect(
      resultOf(await client.ask('list_transactions', { type: 'outgoing' }, cipher))['transactions'],
    ).toMatchObject([seen]);
    const told = client.heard.filter(({ kind }) => kind === (cipher === 'nip04' ? 23_196 : 23_197));
    const notices = told
      .filter((event) => tagValue(event, 'p') === client.own)
      .map(({ content }) => client.read(content, cipher));
    expect(notices).toMatchObject(
      [
        { notification_type: 'payment_received', notification: { amount: START_MSATS } },
        { notification_type: 'payment_sent', notification: seen },
      ].slice(notices.length === 1 ? 1 : 0),
    );
    play.bank.close();
    await play.store.close();
  },
);

test('WALLET-01 refusals have the codes of NIP-47, and no sats move', async () => {
  const play = await openPlayBank();
  const client = clientOf(play);
  const codeOf = (answer: unknown) => {
    const error = isRecord(answer) ? answer['error'] : undefined;
    return isRecord(error) ? error['code'] : undefined;
  };
  const dear = await owed(play, START_MSATS + 1);
  const late = await owed(play, 5_000);
  const real =
    'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq';
  expect(codeOf(await client.ask('pay_invoice', { invoice: dear }))).toBe('INSUFFICIENT_BALANCE');
  expect(codeOf(await client.ask('pay_invoice', { invoice: real }))).toBe('PAYMENT_FAILED');
  expect(codeOf(await client.ask('pay_invoice', { invoice: `lnbcrt1${'q'.repeat(5_000)}` }))).toBe(
    'PAYMENT_FAILED',
  );
  expect(codeOf(await client.ask('pay_invoice', {}))).toBe('OTHER');
  expect(codeOf(await client.ask('pay_invoice', { invoice: late, amount: 1 }))).toBe('OTHER');
  expect(codeOf(await client.ask('make_invoice', { amount: 0.5 }))).toBe('OTHER');
  expect(codeOf(await client.ask('multi_pay_invoice'))).toBe('NOT_IMPLEMENTED');
  expect(codeOf(await client.ask('lookup_invoice', { payment_hash: 'f'.repeat(64) }))).toBe(
    'NOT_FOUND',
  );
  expect(codeOf(await client.ask('lookup_invoice', { invoice: late }))).toBe('NOT_FOUND');
  play.clock.now += 3_601;
  expect(codeOf(await client.ask('pay_invoice', { invoice: late }))).toBe('PAYMENT_FAILED');
  const foreign = client.request({ method: 'get_balance' }, 'rot13');
  await client.send(foreign);
  await vi.waitFor(() =>
    expect(client.answersTo(foreign.id, 'nip04').map(codeOf)).toEqual(['UNSUPPORTED_ENCRYPTION']),
  );
  const stranger = Buffer.alloc(32, 7);
  await client.send(client.request({ method: 'get_balance', params: {} }, 'nip44_v2', stranger));
  await vi.waitFor(() => {
    const answer = client.heard.find((event) => tagValue(event, 'p') === getPublicKey(stranger));
    const text = answer && decrypt44(answer.content, getConversationKey(stranger, client.wallet));
    // without the name of the method, clients report a malformed answer
    expect(parseJson(text ?? '')).toMatchObject({
      result_type: 'get_balance',
      error: { code: 'UNAUTHORIZED' },
    });
  });
  expect(await play.store.playBalance(play.ann)).toBe(START_MSATS);
  play.bank.close();
  await play.store.close();
});

test('INV-PAY E-40 a repeated request gets the same response and pays nothing, also after a restart', async () => {
  const play = await openPlayBank();
  const client = clientOf(play);
  const request = client.request({
    method: 'pay_invoice',
    params: { invoice: await owed(play, 1_000) },
  });
  const making = client.request({ method: 'make_invoice', params: { amount: 7_000 } });
  const dear = client.request({
    method: 'pay_invoice',
    params: { invoice: await owed(play, START_MSATS) },
  });
  const all = [request, making, dear];
  const sent = async (times: number) => {
    for (const event of all) await client.send(event);
    await vi.waitFor(() =>
      expect(all.map(({ id }) => client.answersTo(id).length)).toEqual([times, times, times]),
    );
  };
  await sent(1);
  await sent(2);
  play.bank.close();
  const { openBank } = await import('./open-bank.ts');
  // Ann has enough meanwhile.
  const gift = await play.bank.money.invoice({
    payee: play.ann,
    msats: 9_000,
    text: '',
    expiry: play.store.now(),
  });
  await play.bank.money.pay({ bolt11: gift.bolt11, payer: 'issuer', ref: 'gift' });
  const owners = [{ name: 'ann', displayName: 'Ann', pubkey: play.ann }];
  const again = await openBank({
    ...play,
    origin: 'http://127.0.0.1:4870',
    relay: 'ws://127.0.0.1:4870/',
    provider: undefined,
    owners,
  });
  await sent(3);
  for (const { id } of all)
    expect(new Set(client.answersTo(id).map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(client.answersTo(dear.id)).toMatchObject([
    { error: { code: 'INSUFFICIENT_BALANCE' } },
    {},
    {},
  ]);
  expect(await play.store.playBalance(play.ann)).toBe(START_MSATS + 8_000);
  again.close();
  await play.store.close();
});

test.runIf(isLong)(
  'E-39 E-40 connections of every mood pay as they report, and as the ledger shows',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const play = await openPlayBank();
    const outcome = async (mood: Mood) => {
      const client = clientOf(play, mood);
      const invoice = await owed(play, 1_000);
      const before = await play.store.playBalance(play.ann);
      const event = client.request({ method: 'pay_invoice', params: { invoice } });
      await client.send(event);
      // Later requests are answered later.
      const looked = await client.ask('lookup_invoice', { invoice });
      const at = client.answersTo(event.id).length;
      vi.advanceTimersByTime(SLOW_MS);
      await client.ask('get_balance');
      const answers = client.answersTo(event.id);
      const ids = new Set(
        client.heard.filter((each) => tagValue(each, 'e') === event.id).map(({ id }) => id),
      );
      const spent = before - (await play.store.playBalance(play.ann));
      return {
        spent,
        at,
        answers: answers.map((each) =>
          isRecord(each) && isRecord(each['result']) ? 'paid' : 'failed',
        ),
        ids: ids.size,
        state: resultOf(looked)['state'],
      };
    };
    expect(await outcome('plain')).toEqual({
      spent: 1_000,
      at: 1,
      answers: ['paid'],
      ids: 1,
      state: 'settled',
    });
    expect(await outcome('slow')).toEqual({
      spent: 1_000,
      at: 0,
      answers: ['paid'],
      ids: 1,
      state: 'settled',
    });
    expect(await outcome('silent')).toEqual({
      spent: 0,
      at: 0,
      answers: [],
      ids: 0,
      state: undefined,
    });
    expect(await outcome('lost')).toEqual({
      spent: 1_000,
      at: 0,
      answers: [],
      ids: 0,
      state: 'settled',
    });
    expect(await outcome('refuse')).toEqual({
      spent: 0,
      at: 1,
      answers: ['failed'],
      ids: 1,
      state: undefined,
    });
    expect(await outcome('twice')).toEqual({
      spent: 1_000,
      at: 2,
      answers: ['paid', 'paid'],
      ids: 2,
      state: 'settled',
    });
    play.bank.close();
    await play.store.close();
    vi.useRealTimers();
  },
);
