import { nip44, nip47, nip57 } from 'nostr-tools';
import { finalizeEvent, getPublicKey, verifyEvent } from 'nostr-tools/pure';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../src/events/core/json.ts';
import { decode, secretKeyOf } from '../../src/events/nostr/nip19.ts';
import { type Service, startService } from '../start.ts';
import type { DemoAccount } from '../demo-town.ts';
import type { PlayConnection } from './wallet-connections.ts';

let service: Service;
let demo: readonly DemoAccount[] = [];
let connections: readonly PlayConnection[] = [];

beforeAll(async () => {
  service = await startService({
    port: 0,
    town: 0.02,
    onDemo: (accounts) => void (demo = accounts),
    onWallets: (wallets) => void (connections = wallets),
  });
}, 120_000);

afterAll(() => service.stop());

type Json = Readonly<Record<string, unknown>>;

async function json(url: string): Promise<Json> {
  const response = await fetch(url, { headers: { Origin: 'https://elsewhere.example' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const value: unknown = await response.json();
  return isRecord(value) ? value : {};
}

/** Return a wallet's response to a request, over the relay that its connection names. */
async function askWallet(
  uri: string,
  request: (wallet: string, key: Uint8Array) => Promise<object> | object,
): Promise<Json> {
  const { pubkey, relay, secret } = nip47.parseConnectionString(uri);
  const key = Buffer.from(secret, 'hex');
  const client = await connectRelay(relay);
  const event = await request(pubkey, key);
  const id = String(Reflect.get(event, 'id'));
  client.say(['REQ', 'answers', { kinds: [23_195], authors: [pubkey], '#e': [id] }]);
  await client.hear('EOSE', 'answers');
  client.say(['EVENT', event]);
  const [, , answer] = await client.hear('EVENT', 'answers');
  client.socket.close();
  const { content } = answer as SignedEvent;
  const text = content.includes('?iv=')
    ? (await import('nostr-tools/nip04')).decrypt(key, pubkey, content)
    : nip44.decrypt(content, nip44.getConversationKey(key, pubkey));
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

function request44(method: string, params: object) {
  return (wallet: string, key: Uint8Array) => {
    const content = nip44.encrypt(
      JSON.stringify({ method, params }),
      nip44.getConversationKey(key, wallet),
    );
    const tags = [
      ['p', wallet],
      ['encryption', 'nip44_v2'],
    ];
    return finalizeEvent(
      { kind: 23_194, created_at: Math.floor(Date.now() / 1_000), tags, content },
      key,
    );
  };
}

async function balanceOf(uri: string): Promise<unknown> {
  const { result } = await askWallet(uri, request44('get_balance', {}));
  return isRecord(result) ? result['balance'] : undefined;
}

test('ZAP-05 E-41 nostr-tools zaps a note, pays by a wallet, and finds receipt, sats and provider', async () => {
  const [iris, jun] = ['iris', 'jun'].map((name) => demo.find((account) => account.name === name));
  const [payer, payee] = [iris, jun].map(
    (account) => connections.find(({ owner }) => owner.pubkey === account?.pubkey)?.uri ?? '',
  );
  if (!iris || !jun || payer === undefined || payee === undefined)
    throw new Error('the town has no demo accounts');
  const before = [await balanceOf(payer), await balanceOf(payee)];
  expect(before).toEqual([100_000_000, 100_000_000]);
  const relay = await connectRelay(service.url);
  relay.say(
    ['REQ', 'jun', { kinds: [0], authors: [jun.pubkey] }],
    ['REQ', 'note', { kinds: [1], authors: [jun.pubkey], limit: 1 }],
  );
  const [profile] = [await relay.hear('EVENT', 'jun'), await relay.hear('EVENT', 'note')].map(
    ([, , event]) => event as SignedEvent,
  );
  const [note] = relay.eventsOf('note');
  if (!profile || !note) throw new Error('Jun says nothing');
  // nostr-tools would use https.
  nip57.useFetchImplementation((url: string) => fetch(url.replace('https:', 'http:')));
  const callback = await nip57.getZapEndpoint(JSON.parse(JSON.stringify(profile)));
  expect(callback).toBe(`${service.url}/lnurl/pay/jun`);
  const key = secretKeyOf(iris.nsec);
  if (!key || decode(iris.nsec)?.type !== 'nsec') throw new Error('no key of Iris');
  const event = JSON.parse(JSON.stringify(note));
  const draft = nip57.makeZapRequest({
    event,
    amount: 42_000,
    comment: 'Onward',
    relays: [`${service.url.replace('http', 'ws')}/`],
  });
  const zapRequest = JSON.stringify(finalizeEvent(draft, key));
  expect(nip57.validateZapRequest(zapRequest)).toBeNull();
  const { pr } = await json(`${callback}?amount=42000&nostr=${encodeURIComponent(zapRequest)}`);
  expect(nip57.getSatoshisAmountFromBolt11(String(pr).replace('lnbcrt', 'lnbc'))).toBe(42);
  relay.say([
    'REQ',
    'receipts',
    { kinds: [9735], '#e': [note.id], since: Math.floor(Date.now() / 1_000) - 60 },
  ]);
  await relay.hear('EOSE', 'receipts');
  const known = relay.eventsOf('receipts').length;
  const paid = await askWallet(payer, (wallet, secret) =>
    nip47.makeNwcRequestEvent(wallet, secret, String(pr)),
  );
  const receipt =
    relay.eventsOf('receipts').slice(known)[0] ??
    ((await relay.hear('EVENT', 'receipts'))[2] as SignedEvent);
  relay.socket.close();
  expect(verifyEvent(JSON.parse(JSON.stringify(receipt)))).toBe(true);
  const document = await json(`${service.url}/.well-known/lnurlp/jun`);
  expect(receipt.pubkey).toBe(document['nostrPubkey']);
  const preimage = isRecord(paid['result']) ? String(paid['result']['preimage']) : '';
  const expected = nip57.makeZapReceipt({
    zapRequest,
    preimage,
    bolt11: String(pr),
    paidAt: new Date(Number(receipt.created_at) * 1_000),
  });
  expect(receipt).toMatchObject({
    kind: expected.kind,
    created_at: expected.created_at,
    content: expected.content,
  });
  expect(receipt.tags.filter(([name]) => name !== 'k')).toHaveLength(expected.tags.length);
  for (const tag of expected.tags) expect(receipt.tags).toContainEqual(tag);
  expect(expected.tags).toContainEqual(['P', getPublicKey(key)]);
  expect([await balanceOf(payer), await balanceOf(payee)]).toEqual([
    100_000_000 - 42_000,
    100_000_000 + 42_000,
  ]);
});

test("ZAP-05 E-41 older receipts have the same key that the town's lightning addresses name", async () => {
  const document = await json(`${service.url}/.well-known/lnurlp/ada`);
  const relay = await connectRelay(service.url);
  relay.say(['REQ', 'all', { kinds: [9735], limit: 500 }]);
  await relay.hear('EOSE', 'all');
  const receipts = relay.eventsOf('all');
  relay.socket.close();
  expect(receipts.length).toBeGreaterThan(3);
  expect(new Set(receipts.map(({ pubkey }) => pubkey))).toEqual(new Set([document['nostrPubkey']]));
});

test('ZAP-02 payment errors are in LNURL format, for pages of all origins', async () => {
  expect(await json(`${service.url}/.well-known/lnurlp/nobody`)).toEqual({
    status: 'ERROR',
    reason: 'Nobody here has that name.',
  });
  expect(await json(`${service.url}/lnurl/pay/jun?amount=1`)).toMatchObject({ status: 'ERROR' });
  expect(await json(`${service.url}/lnurl/pay/%E0?amount=1000`)).toMatchObject({ status: 'ERROR' });
  expect(await json(`${service.url}/lnurl/verify/x`)).toMatchObject({ status: 'ERROR' });
});
