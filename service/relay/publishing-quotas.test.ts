import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { seconds } from '../../src/events/core/time.ts';
import { filePermit } from '../../tests/support/publish/upload-permit.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { runs } from '../../tests/support/runs.ts';
import { type Service, startService } from '../start.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { readProxies } from '../http/client-address.ts';
import { openEventVerifier } from '../verify.ts';
import { openGuard } from './enforce-policy.ts';
import { othersThan } from './relay-information.ts';
import { bytesOf, POLICY, type Policy } from './policy.ts';
import { openRateLimiter } from './rate-limiter.ts';

let service: Service;
afterEach(() => service.stop());

const now = () => Math.floor(Date.now() / 1000);
const note = (content: string, key = 1, kind = 1) =>
  signed({ content, kind, created_at: now() }, key);

/** A client of a service with a policy. `publish` returns the relay's response. */
async function open(policy: Partial<Policy>) {
  service = await startService({ port: 0, policy: { ...POLICY, ...policy } });
  const client = await connectRelay(service.url);
  const publish = async (event: { id: string }) => {
    client.say(['EVENT', event]);
    return (await client.hear('OK', event.id)).slice(2);
  };
  return { client, publish };
}

const TAKEN = [true, ''];
const information = async (): Promise<unknown> =>
  (await fetch(service.url, { headers: { Accept: 'application/nostr+json' } })).json();

describe('publishing policy of the operator', () => {
  test('NIP-11 other kinds and sizes are refused with NIP-01 prefixes and announced in NIP-11', async () => {
    const short = note('x'.repeat(100));
    const { publish } = await open({
      kinds: [
        [0, 3],
        [30_000, 39_999],
      ],
      eventBytes: bytesOf(short),
    });
    expect(await publish(short)).toEqual(TAKEN);
    expect(await publish(note('x'.repeat(101)))).toEqual([
      false,
      `invalid: too large: ${bytesOf(short) + 1} bytes, at most ${bytesOf(short)} are taken`,
    ]);
    expect(await publish(note('', 1, 4))).toEqual([
      false,
      'blocked: events of kind 4 are not taken here',
    ]);
    expect(await publish(note('', 1, 20_001))).toEqual([
      false,
      'blocked: events of kind 20001 are not taken here',
    ]);
    expect(await information()).toMatchObject({
      limitation: { restricted_writes: true, max_event_bytes: bytesOf(short) },
      retention: [
        {
          kinds: [
            [0, 3],
            [30_000, 39_999],
          ],
          time: null,
        },
        {
          kinds: [
            [4, 29_999],
            [40_000, 65_535],
          ],
          time: 0,
        },
      ],
    });
  });

  test('NIP-11 an account and an address publish up to their limits; another account is unaffected', async () => {
    const { publish } = await open({
      account: { events: 3, bytes: 2_000 },
      address: { events: 7, bytes: 1e6 },
    });
    const slow = [false, 'rate-limited: more than 3 events a minute from this account'];
    const all = [];
    for (let n = 0; n < 4; n++) all.push(await publish(note(`${n}`)));
    // A minute of the clock may have ended meanwhile.
    expect([
      JSON.stringify([TAKEN, TAKEN, TAKEN, slow]),
      JSON.stringify([TAKEN, TAKEN, TAKEN, TAKEN]),
    ]).toContain(JSON.stringify(all));
    expect(await publish(note('x'.repeat(2_000), 2))).toEqual([
      false,
      'rate-limited: more than 2000 bytes a day from this account',
    ]);
    expect(await publish(note('short', 2))).toEqual(TAKEN);
    expect(await information()).toMatchObject({
      limitation: {
        events_per_minute: { account: 3, address: 7 },
        bytes_per_day: { account: 2_000, address: 1e6 },
        restricted_writes: false,
      },
    });
  });

  test('only allowed accounts publish and upload by any path; gift wraps need an authenticated sender', async () => {
    const { client, publish } = await open({ publishing: 'allowed' });
    const [ann, ben] = [note('hi'), note('hi', 2)];
    await service.store.setStanding(ann.pubkey, 'allowed', '');
    const why = 'only accounts that the operator allowed may publish here';
    expect([await publish(ann), await publish(ben)]).toEqual([
      TAKEN,
      [false, `restricted: ${why}`],
    ]);
    const wrap = signed({ kind: 1059, tags: [['p', ben.pubkey]], created_at: now() }, 9);
    expect(await publish(wrap)).toEqual([false, `auth-required: ${why}`]);
    const [, challenge] = await client.hear('AUTH');
    const proof = signed({
      kind: 22_242,
      tags: [
        ['relay', service.url.replace('http', 'ws')],
        ['challenge', String(challenge)],
      ],
      created_at: now(),
    });
    client.say(['AUTH', proof]);
    await client.hear('OK', proof.id);
    client.frames.length = 0;
    expect(await publish(wrap)).toEqual(TAKEN);
    const imported = await fetch(`${service.url}/api`, {
      method: 'POST',
      body: JSON.stringify(['import_events', { events: [note('one'), note('two', 2)] }]),
    });
    expect(JSON.stringify(await imported.json())).toContain('\\"imported\\":1,\\"errors\\":1');
    expect(await upload(2)).toEqual([403, why]);
    expect((await upload(1))[0]).toBe(400);
    expect(await information()).toMatchObject({ limitation: { restricted_writes: true } });
  });

  test('a denied account cannot upload, and gets the reason', async () => {
    await open({});
    await service.store.setStanding(note('').pubkey, 'denied', '');
    expect(await upload(1)).toEqual([403, 'this account may not upload here']);
    expect((await upload(2))[0]).toBe(400);
  });

  /** Check an upload with an invalid hash. Only allowed accounts get as far as that check. */
  async function upload(key: number): Promise<[number, string | null]> {
    const headers = {
      ...filePermit('upload', 'a'.repeat(64), key),
      'X-Content-Length': '5',
      'X-Content-Type': 'image/png',
    };
    const response = await fetch(`${service.url}/upload`, { method: 'HEAD', headers });
    return [response.status, response.headers.get('x-reason')];
  }

  test('an address is counted behind a trusted proxy, and forged headers are ignored', async () => {
    service = await startService({
      port: 0,
      isProxy: readProxies(['10.0.0.0/8']) ?? expect.unreachable(),
      policy: { ...POLICY, address: { events: 1, bytes: 1e6 } },
    });
    const ask = async (forwarded: string, key: number) => {
      const response = await fetch(`${service.url}/api`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': forwarded },
        body: JSON.stringify(['import_events', { events: [note(forwarded, key)] }]),
      });
      return JSON.stringify(await response.json()).includes('\\"imported\\":1');
    };
    const began = Math.floor(now() / 60);
    const taken = [
      await ask('203.0.113.1, 10.0.0.2', 1),
      await ask('198.51.100.7, 203.0.113.1, 10.0.0.3', 2),
      await ask('203.0.113.2', 3),
    ];
    if (Math.floor(now() / 60) === began) expect(taken).toEqual([true, false, true]);
    else expect(taken[2]).toBe(true);
  });
});

test('PROP shares: no name gets more than its share per period, and the full share is back in the next', () => {
  const takes = fc.array(
    fc.record({ name: fc.constantFrom('a', 'b', 'c'), amount: fc.nat(20), later: fc.nat(40) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(takes, fc.nat(50), (all, most) => {
      let time = 0;
      const shares = openRateLimiter(most, 60, () => time);
      const sums = new Map<string, number>();
      for (const { name, amount, later } of all) {
        time += later;
        const key = `${name} ${Math.floor(time / 60)}`;
        const sum = (sums.get(key) ?? 0) + amount;
        expect(shares.take(name, amount)).toBe(sum <= most);
        if (sum <= most) sums.set(key, sum);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('shares of invented names take bounded memory, and known names take no more', () => {
  const shares = openRateLimiter(1, 60, () => 0, 3);
  expect(['a', 'b', 'c', 'd'].map((name) => shares.take(name, 1))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['b', 'c', 'd'].map((name) => shares.take(name, 1))).toEqual([false, false, false]);
  expect(shares.take('a', 1)).toBe(true);
});

test('TRUST-09 one address may date a thousand events to one second; others and other seconds are free', async () => {
  const store = openStore(':memory:', { now: () => seconds(86_400) });
  const guard = openGuard(store, POLICY);
  const offer = (n: number, from: string, created_at = 1_000) =>
    guard.objectionTo(trusted({ content: `${n}`, created_at }), { proved: [], from }, new Map());
  for (let n = 0; n < 1_000; n++) expect(offer(n, 'here')).toBeUndefined();
  expect(offer(1_000, 'here')).toBe(
    'rate-limited: more than 1000 events of one second from your address',
  );
  expect([offer(0, 'here', 1_001), offer(0, 'there')]).toEqual([undefined, undefined]);
  await store.close();
});

test('TRUST-09 data stored without an account is limited per hour, for one address and for all', async () => {
  let time = 3_600 * 1_000;
  const store = openStore(':memory:', { now: () => seconds(time) });
  const guard = openGuard(store, { ...POLICY, publishing: 'allowed' });
  const keep = (from: string) => guard.objectionToKeeping({ from, bytes: 2 ** 20 });
  const own = 'rate-limited: more than 8388608 bytes an hour from your address without an account';
  const fill = async (from: string) => {
    let kept = 0;
    while ((await keep(from)) === undefined) kept++;
    return kept;
  };
  expect([await fill('here'), await keep('here')]).toEqual([7, own]);
  let all = 7;
  for (let n = 0; n < 100; n++) all += await fill(`address ${n}`);
  expect([all, await keep('new')]).toEqual([
    511,
    'rate-limited: too much is stored for strangers this hour',
  ]);
  time += 3_600;
  expect(await keep('here')).toBeUndefined();
  await store.close();
});

test('a clock set back or a new day restarts the count; uncounted things are never refused', async () => {
  let time = 86_400 * 20_000 - 1;
  const store = openStore(':memory:', { now: () => seconds(time) });
  const policy = { ...POLICY, account: { events: Infinity, bytes: bytesOf(note('')) * 2 } };
  const guard = openGuard(store, policy);
  const verified = (await openEventVerifier()).admit(note('')) ?? expect.unreachable();
  const offer = () => guard.objectionTo(verified, { proved: [], from: 'here' }, new Map());
  const full = `rate-limited: more than ${policy.account.bytes} bytes a day from this account`;
  expect([offer(), offer(), offer()]).toEqual([undefined, undefined, full]);
  time += 1;
  expect([offer(), offer(), offer()]).toEqual([undefined, undefined, full]);
  time -= 86_400;
  expect(offer()).toBeUndefined();
  await store.close();
});

test('PROP the complement of some kinds contains all others', () => {
  const range = fc
    .tuple(fc.nat(65_535), fc.nat(65_535))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(
      fc.array(range, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(65_535)),
      (kinds, some) => {
        const within = (ranges: readonly (readonly [number, number])[], kind: number) =>
          ranges.some(([a, b]) => kind >= a && kind <= b);
        const others = othersThan(kinds);
        for (const kind of [...some, ...kinds.flat(), 0, 65_535])
          expect(within(others, kind)).toBe(!within(kinds, kind));
      },
    ),
    { numRuns: runs(200) },
  );
});

test('proxies are addresses or networks of either family; invalid ones are reported', () => {
  const isProxy = readProxies(['10.0.0.0/8', '192.168.1.7', '2001:db8::/32']);
  expect(
    ['10.9.9.9', '192.168.1.7', '2001:db8:5::1', '127.0.0.1', '::1'].map((address) =>
      isProxy?.(address),
    ),
  ).toEqual([true, true, true, true, true]);
  expect(
    ['11.0.0.1', '192.168.1.8', '2001:db9::1', 'nonsense', ''].map((address) => isProxy?.(address)),
  ).toEqual([false, false, false, false, false]);
  for (const wrong of [
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '::/129',
    'proxy.example',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
  ])
    expect(readProxies([wrong])).toBeUndefined();
});
