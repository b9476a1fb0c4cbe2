import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import {
  callbackUrl,
  payAddressUrl,
  type PayService,
  readCallback,
  readPayService,
  readVerified,
} from './lnurl.ts';

const HOME = 'http://127.0.0.1:8080';
const KEY = 'a'.repeat(64);
const URL_OF = 'https://pay.example/.well-known/lnurlp/ann';
const DOCUMENT = {
  tag: 'payRequest',
  callback: 'https://pay.example/cb?id=7',
  minSendable: 1_000,
  maxSendable: 100_000_000,
  allowsNostr: true,
  nostrPubkey: KEY,
  commentAllowed: 5,
};
const service = (more: object = {}): PayService => {
  const read = readPayService({ ...DOCUMENT, ...more }, URL_OF, HOME);
  if ('fault' in read) throw new Error(read.fault.code);
  return read;
};

test('vectors: ZAP-02 lnurls of the standard and of real profiles lead to their addresses', () => {
  const { cases } = vectors<{ cases: ReadonlyArray<{ lnurl: string; url: string }> }>('lnurl.json');
  expect(cases.length).toBeGreaterThan(10);
  for (const { lnurl, url } of cases) {
    if (!url.startsWith('https:')) continue;
    for (const text of [lnurl, lnurl.toLowerCase(), `lightning:${lnurl}`])
      expect(payAddressUrl(text, HOME)).toBe(new URL(url).href);
  }
});

test('ZAP-02 E-43 lightning addresses and lnurls pass the url policy: https, public, or our own service', () => {
  const table: ReadonlyArray<readonly [string, string | undefined]> = [
    ['ann@pay.example', URL_OF],
    ['ANN@Pay.Example', URL_OF],
    ['ann+tag@pay.example', 'https://pay.example/.well-known/lnurlp/ann+tag'],
    ['lnurlp://pay.example/x?y=1', 'https://pay.example/x?y=1'],
    ['ann@127.0.0.1:8080', `${HOME}/.well-known/lnurlp/ann`],
    ['lnurlp://127.0.0.1:8080/p', `${HOME}/p`],
    ['ann@localhost:8080', 'http://localhost:8080/.well-known/lnurlp/ann'],
    ['lnurlp://[::1]:8080/p', 'http://[::1]:8080/p'],
    ['ann@127.0.0.1:9', undefined],
    ['ann@localhost:9', undefined],
    ['ann@10.0.0.1', undefined],
    ['ann@host', undefined],
    ['a/b@pay.example', undefined],
    ['ann@pay.example/x', undefined],
    ['ann@x@pay.example', undefined],
    ['@pay.example', undefined],
    ['lnurlp://user:pw@pay.example/', undefined],
    ['lnurlp://192.168.0.1/', undefined],
    ['lnurl1qqqq', undefined],
    ['https://pay.example', undefined],
    ['', undefined],
  ];
  expect(table.map(([text]) => payAddressUrl(text, HOME))).toEqual(table.map(([, url]) => url));
  for (const address of ['ann@127.0.0.1:8080', 'ann@localhost', 'lnurlp://localhost/p'])
    expect(payAddressUrl(address, 'https://elsewhere.example')).toBeUndefined();
});

test('INV-ISOLATE any text leads to an allowed address or to none', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.emailAddress(),
        fc.webUrl().map((url) => `lnurlp://${url.slice(8)}`),
      ),
      (text) => {
        const url = payAddressUrl(text, 'https://home.example');
        if (url !== undefined) expect(new URL(url).protocol).toBe('https:');
      },
    ),
  );
});

test('ZAP-02 a pay document is read with its limits; it accepts zaps only with a key and a flag', () => {
  expect(service()).toMatchObject({
    minMsats: 1_000,
    maxMsats: 100_000_000,
    provider: KEY,
    commentAllowed: 5,
  });
  expect(service({ allowsNostr: false }).provider).toBeUndefined();
  expect(service({ nostrPubkey: 'npub' }).provider).toBeUndefined();
  const fault = (document: unknown) => {
    const read = readPayService(document, URL_OF, HOME);
    return 'fault' in read ? read.fault : undefined;
  };
  expect(fault({ status: 'ERROR', reason: 'No such user' })).toEqual({
    code: 'said',
    params: { text: 'No such user' },
  });
  expect(fault(undefined)).toEqual({ code: 'pay.unreachable' });
  for (const more of [
    { callback: 'http://pay.example/cb' },
    { callback: 'https://10.0.0.1/cb' },
    { callback: 'javascript:alert(1)' },
    { tag: 'withdrawRequest' },
    { minSendable: '1' },
    { maxSendable: 1.5 },
  ])
    expect(fault({ ...DOCUMENT, ...more })).toEqual({ code: 'pay.badAddress' });
});

test('E-43 the request is appended to the query of a callback and replaces nothing in it', () => {
  const url = new URL(
    callbackUrl(service(), {
      amountMsats: 42_000,
      comment: 'Onward and up',
      request: '{"a":"&b=1"}',
      lnurl: 'lnurl1x',
    }),
  );
  expect([url.origin, url.pathname]).toEqual(['https://pay.example', '/cb']);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    id: '7',
    amount: '42000',
    comment: 'Onwar',
    nostr: '{"a":"&b=1"}',
    lnurl: 'lnurl1x',
  });
  expect(
    callbackUrl(service({ callback: 'https://pay.example/cb?amount=1#x', commentAllowed: 0 }), {
      amountMsats: 5,
      comment: 'x',
    }),
  ).toBe('https://pay.example/cb?amount=5');
});

test('ZAP-02 a callback returns a readable invoice, or the service’s own error text', () => {
  const invoice = invoiceOf(secretPair(1).hash, { amountMsats: 42_000 });
  expect(
    readCallback({ pr: invoice.toUpperCase(), verify: 'https://pay.example/v/1' }, HOME),
  ).toEqual({
    invoice,
    verify: 'https://pay.example/v/1',
  });
  expect(readCallback({ pr: invoice, verify: 'http://10.0.0.1/' }, HOME)).toEqual({
    invoice,
    verify: undefined,
  });
  expect(readCallback({ pr: 'lnbc1' }, HOME)).toEqual({ fault: { code: 'pay.badInvoice' } });
  expect(readCallback({ status: 'ERROR', reason: 'Too small' }, HOME)).toEqual({
    fault: { code: 'said', params: { text: 'Too small' } },
  });
  expect(readVerified({ status: 'OK', settled: true, preimage: 'b'.repeat(64) })).toEqual({
    isSettled: true,
    preimage: 'b'.repeat(64),
  });
  expect([
    readVerified({ settled: 'yes' }),
    readVerified({ status: 'ERROR', settled: true }),
    readVerified(1),
  ]).toEqual([undefined, undefined, undefined]);
});

test('E-43 the name of a lightning address has at most 64 characters, each allowed in an address', () => {
  const url = (name: string) => payAddressUrl(`${name}@pay.example`, HOME);
  const long = 'n'.repeat(64);
  for (const name of ['a', 'z', '0', '9', '-_.+', long])
    expect(url(name)).toBe(`https://pay.example/.well-known/lnurlp/${name}`);
  for (const name of ['', '/', ':', '`', '{', 'ä', 'a b', `${long}n`])
    expect(url(name)).toBeUndefined();
  for (const text of ['ann', 'pay.example', 'ann@pay@example', '@pay.example', 'ann@', ''])
    expect(payAddressUrl(text, HOME)).toBeUndefined();
  const host = (count: number) => `${'h'.repeat(60)}.`.repeat(4).slice(0, count);
  expect(payAddressUrl(`ann@${host(250 - 8)}.example`, HOME)).toBeDefined();
  expect(payAddressUrl(`ann@${host(251 - 8)}.example`, HOME)).toBeUndefined();
});

test('E-43 a service beside a public page is only its own origin, not another port', () => {
  const home = 'http://127.0.0.1:8080';
  expect(payAddressUrl('lnurlp://127.0.0.1:8080/p#x', home)).toBe(`${home}/p`);
  const callback = (text: string, at: string) => {
    const read = readPayService({ ...DOCUMENT, callback: text }, URL_OF, at);
    return 'fault' in read ? undefined : read.callback;
  };
  const page = 'http://starling.example';
  expect(callback(`${page}/cb`, page)).toBe(`${page}/cb`);
  expect(callback('http://starling.example:81/cb', page)).toBeUndefined();
  expect(callback('http://pay.example/cb', page)).toBeUndefined();
  expect(callback('https://pay.example/cb#x', page)).toBe('https://pay.example/cb');
});

test('ZAP-02 a pay document names its address, metadata, and smallest amount of one msat', () => {
  const metadata = '[["text/plain","Ann"]]';
  const read = service({ minSendable: 0, metadata });
  expect([read.url, read.minMsats, read.metadata]).toEqual([URL_OF, 1, metadata]);
  expect(payAddressUrl(read.lnurl, HOME)).toBe(URL_OF);
  expect(service({ metadata: 1 }).metadata).toBe('');
  expect(
    [-1, 1.5, '5', undefined].map((commentAllowed) => service({ commentAllowed }).commentAllowed),
  ).toEqual([0, 0, 0, 0]);
  expect(service({ nostrPubkey: 1 }).provider).toBeUndefined();
  expect(service({ allowsNostr: 'yes' }).provider).toBeUndefined();
});

test('INV-OUTCOME a refusal without words, or an unreadable answer, is an unreachable service', () => {
  const unreachable = { fault: { code: 'pay.unreachable' } };
  for (const document of [{ status: 'ERROR' }, { status: 'ERROR', reason: '' }, 1, null]) {
    expect(readPayService(document, URL_OF, HOME)).toEqual(unreachable);
    expect(readCallback(document, HOME)).toEqual(unreachable);
  }
  expect(readCallback({ pr: 1 }, HOME)).toEqual({ fault: { code: 'pay.badInvoice' } });
  const invoice = invoiceOf(secretPair(1).hash, { amountMsats: 42_000 });
  expect(readCallback({ pr: invoice, verify: 1 }, HOME)).toEqual({ invoice, verify: undefined });
  expect([
    readVerified({ settled: false, preimage: 'b' }),
    readVerified({ settled: false, preimage: 1 }),
  ]).toEqual([
    { isSettled: false, preimage: undefined },
    { isSettled: false, preimage: undefined },
  ]);
});

test('ZAP-02 a comment is left out if it is empty or the payee accepts none', () => {
  const url = (commentAllowed: number, comment?: string) =>
    callbackUrl(service({ commentAllowed }), { amountMsats: 5, comment });
  const bare = 'https://pay.example/cb?id=7&amount=5';
  expect([url(5), url(5, ''), url(0, 'x')]).toEqual([bare, bare, bare]);
  expect(url(1, 'x')).toBe(`${bare}&comment=x`);
});

test('E-43 a text of more than 2,048 characters is no address', () => {
  const long = (length: number) => 'lnurlp://pay.example/'.padEnd(length, 'p');
  expect(payAddressUrl(long(2_048), HOME)).toBeDefined();
  expect(payAddressUrl(' ann@pay.example\n', HOME)).toBe(URL_OF);
  expect(payAddressUrl(long(2_049), HOME)).toBeUndefined();
});

test('E-60 the words of a service have at most 300 characters', () => {
  const read = readCallback({ status: 'ERROR', reason: 'w'.repeat(400) }, HOME);
  expect('fault' in read && read.fault).toEqual({
    code: 'said',
    params: { text: 'w'.repeat(300) },
  });
});
