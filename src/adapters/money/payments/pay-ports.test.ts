import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { lnurlPorts } from './lnurl-http.ts';
import { hasWebln, weblnPort } from '../wallets/webln.ts';

const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A payee's service on this machine, at the page's own origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  stops.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

async function ask(logic: AnyActorLogic, input: unknown): Promise<unknown> {
  return toPromise(createActor(logic, { input }).start());
}

test("ZAP-02 E-43 a payee's service gets no cookies, referrer or redirect; oversized responses fail", async () => {
  const { hash } = secretPair(1);
  const asked: Array<{
    url: string | undefined;
    cookie: string | undefined;
    referer: string | undefined;
  }> = [];
  const home = await serve((request, response) => {
    asked.push({
      url: request.url,
      cookie: request.headers.cookie,
      referer: request.headers.referer,
    });
    const path = request.url ?? '';
    if (path.includes('/moved'))
      return response.writeHead(302, { location: '/.well-known/lnurlp/ann' }).end();
    if (path.includes('/large'))
      return response.end(JSON.stringify({ tag: 'payRequest', pad: 'x'.repeat(300_000) }));
    if (path.includes('/cb'))
      return response.end(
        JSON.stringify({ pr: invoiceOf(hash, { amountMsats: 1_000 }), verify: `${home}/v` }),
      );
    if (path.includes('/v'))
      return response.end(
        JSON.stringify({ status: 'OK', settled: true, preimage: secretPair(1).preimage }),
      );
    return response.end(
      JSON.stringify({
        tag: 'payRequest',
        callback: `${home}/cb`,
        minSendable: 1,
        maxSendable: 9_000,
      }),
    );
  });
  const { service, invoice, verify } = lnurlPorts({ fetch, home });
  const { host } = new URL(home);
  expect(await ask(service, { address: `ann@${host}` })).toMatchObject({
    callback: `${home}/cb`,
    maxMsats: 9_000,
  });
  expect(await ask(service, { address: `moved@${host}` })).toEqual({
    fault: { code: 'pay.unreachable' },
  });
  expect(await ask(service, { address: `large@${host}` })).toEqual({
    fault: { code: 'pay.unreachable' },
  });
  expect(await ask(service, { address: 'ann@10.0.0.1' })).toEqual({
    fault: { code: 'pay.badAddress' },
  });
  expect(await ask(invoice, { url: `${home}/cb?amount=1000` })).toMatchObject({
    verify: `${home}/v`,
  });
  expect(await ask(verify, { url: `${home}/v` })).toEqual({
    isSettled: true,
    preimage: secretPair(1).preimage,
  });
  expect(asked.map(({ cookie, referer }) => [cookie, referer]).flat()).toEqual(
    asked.flatMap(() => [undefined, undefined]),
  );
  expect(asked.filter(({ url }) => url?.includes('moved'))).toHaveLength(1);
});

test('ZAP-02 INV-OUTCOME offline the device is the reason, and not the service of the payee', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const [isOffline, code] of [
    [true, 'pay.offline'],
    [false, 'pay.unreachable'],
  ] as const) {
    const web = { fetch: failing, home: 'https://here.example' };
    const { service, invoice } = lnurlPorts(web, () => isOffline);
    const fault = { fault: { code } };
    expect(await ask(service, { address: 'ann@pay.example' })).toEqual(fault);
    expect(await ask(invoice, { url: 'https://pay.example/cb' })).toEqual(fault);
  }
});

test('ZAP-02 SIGN-02 WebLN returns the preimage if it paid, its words if the user refused; else unknown', async () => {
  const pay = (sendPayment: unknown, enable: unknown = vi.fn()) =>
    ask(weblnPort({ webln: { enable, sendPayment } }), { invoice: 'lnbc1' });
  const paid = vi.fn(async () => ({ preimage: 'AB' }));
  expect(await pay(paid)).toEqual({ preimage: 'ab' });
  expect(paid).toHaveBeenCalledWith('lnbc1');
  const throws = (text: string) => () => Promise.reject(new Error(text));
  expect(await pay(throws('User rejected'))).toEqual({
    refused: { code: 'said', params: { text: 'User rejected' } },
  });
  expect(await pay(throws('timeout'))).toBeUndefined();
  expect(await pay(throws('Prompt was closed'))).toBeUndefined();
  expect(await pay(async () => 7)).toBeUndefined();
  expect(await pay(paid, throws('Not allowed'))).toEqual({
    refused: { code: 'said', params: { text: 'Not allowed' } },
  });
  expect(await ask(weblnPort({ webln: undefined }), { invoice: 'lnbc1' })).toEqual({
    refused: { code: 'no_webln_extension' },
  });
  expect([
    hasWebln({ webln: {} }),
    hasWebln({ webln: { sendPayment: paid } }),
    hasWebln({ webln: null }),
  ]).toEqual([false, true, false]);
});
