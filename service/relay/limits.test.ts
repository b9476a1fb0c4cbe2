import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds, type Seconds } from '../../src/events/core/time.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { EVENT_LIMITS } from '../../src/events/nostr/event-shape.ts';
import { eventId } from '../../src/events/nostr/serialize.ts';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesOf, hexOf } from '../../src/events/core/hex.ts';
import { secretKey } from '../../tests/support/events/signed.ts';
import { type Service, startService } from '../start.ts';
import { openInFlight } from '../http/in-flight.ts';
import { LIMITS } from './limits.ts';
import { sizeFault } from './size-limits.ts';

type Client = Awaited<ReturnType<typeof connectRelay>>;
type Limitation = Readonly<Record<string, number>>;

let service: Service;
let client: Client;
let limitation: Limitation;

beforeEach(async () => {
  service = await startService({ port: 0 });
  client = await connectRelay(service.url);
  const answer = await fetch(service.url, { headers: { Accept: 'application/nostr+json' } });
  ({ limitation } = (await answer.json()) as { limitation: Limitation });
});

afterEach(async () => {
  client.socket.terminate();
  await service.stop();
});

const now = () => Math.floor(Date.now() / 1000);
const most = (name: string) => limitation[name] ?? Number.NaN;

/** A correctly signed event of any size. */
function large(fields: {
  content?: string;
  tags?: readonly (readonly string[])[];
  created_at?: Seconds;
}) {
  const whole = {
    kind: 1,
    pubkey: hexOf(schnorr.getPublicKey(secretKey(1))),
    created_at: seconds(now()),
    tags: [],
    content: '',
    sig: '',
    ...fields,
  };
  const id = eventId(whole);
  return { ...whole, id, sig: hexOf(schnorr.sign(bytesOf(id), secretKey(1))) };
}

async function publish(event: { id: string }): Promise<unknown[]> {
  client.say(['EVENT', event]);
  return (await client.hear('OK', event.id)).slice(2);
}

const content = (length: number) => large({ content: 'x'.repeat(length) });
const tags = (count: number) => large({ tags: Array.from({ length: count }, () => ['t', 'x']) });

test('E-28 NIP-11 a valid event above the limit is refused with its size, one at the limit passes', async () => {
  expect(await publish(content(most('max_content_length')))).toEqual([true, '']);
  expect(await publish(content(most('max_content_length') + 1))).toEqual([
    false,
    `invalid: too large: ${EVENT_LIMITS.content + 1} characters of content, at most ${EVENT_LIMITS.content} are taken`,
  ]);
  expect(await publish(tags(most('max_event_tags')))).toEqual([true, '']);
  expect(await publish(tags(most('max_event_tags') + 1))).toEqual([
    false,
    `invalid: too large: ${EVENT_LIMITS.tags + 1} tags, at most ${EVENT_LIMITS.tags} are taken`,
  ]);
});

test('E-28 the size error names oversized tags; a value that is no event gets no size error', () => {
  expect(
    sizeFault(trusted({ tags: [Array.from({ length: EVENT_LIMITS.tagValues + 1 }, () => '')] })),
  ).toMatch(/^invalid: too large: \d+ values in tags/);
  expect(sizeFault(trusted({ tags: [['x'.repeat(EVENT_LIMITS.tagCharacters + 1)]] }))).toMatch(
    /^invalid: too large: \d+ characters in tags/,
  );
  for (const value of [
    null,
    7,
    [],
    {},
    { content: 'short', tags: {} },
    { tags: [[null, 3]] },
    trusted({}),
  ])
    expect(sizeFault(value)).toBeUndefined();
});

test('NIP-11 the published limits for times, subscriptions, filters, ids and pages are enforced', async () => {
  await service.store.insert(
    Array.from({ length: most('max_limit') + 5 }, (_, n) =>
      trusted({ kind: 7, content: `${n}`, created_at: n + 1 }),
    ),
  );
  expect(
    await publish(large({ created_at: seconds(now() + most('created_at_upper_limit') - 5) })),
  ).toEqual([true, '']);
  expect(
    (await publish(large({ created_at: seconds(now() + most('created_at_upper_limit') + 60) })))[0],
  ).toBe(false);
  const id = 'i'.repeat(most('max_subid_length'));
  client.say(['REQ', id, { limit: 0 }], ['REQ', `${id}i`, { limit: 0 }]);
  await client.hear('EOSE', id);
  expect(await client.hear('NOTICE')).toEqual(['NOTICE', 'invalid: subscription id']);
  client.say(['CLOSE', id]);
  const filters = (count: number) => Array.from({ length: count }, () => ({ limit: 0 }));
  client.say(
    ['REQ', 'f', ...filters(most('max_filters'))],
    ['REQ', 'g', ...filters(most('max_filters') + 1)],
  );
  await client.hear('EOSE', 'f');
  await client.hear('CLOSED', 'g');
  client.say(['CLOSE', 'f']);
  for (let n = 0; n <= most('max_subscriptions'); n++) client.say(['REQ', `s${n}`, { limit: 0 }]);
  await client.hear('CLOSED', `s${most('max_subscriptions')}`);
  expect(
    client.frames.filter(([type, sub]) => type === 'EOSE' && String(sub).startsWith('s')),
  ).toHaveLength(most('max_subscriptions'));
  client.say(['CLOSE', 's0'], ['REQ', 'page', { kinds: [7], limit: 5_000 }]);
  await client.hear('EOSE', 'page');
  expect([client.eventsOf('page').length, most('default_limit')]).toEqual([
    most('max_limit'),
    most('max_limit'),
  ]);
});

test('NIP-11 a message at the limit is read; one above it gets an error', async () => {
  const frame = (bytes: number) => `["REQ","m",{"limit":0,"x":"${'x'.repeat(bytes - 30)}"}]`;
  expect(Buffer.byteLength(frame(100))).toBe(100);
  client.say(frame(most('max_message_length')));
  await client.hear('EOSE', 'm');
  client.say(frame(most('max_message_length') + 1));
  expect((await client.hear('NOTICE'))[1]).toBe(
    `invalid: a message of ${most('max_message_length') + 1} bytes; at most ${most('max_message_length')} are read`,
  );
});

test('TRUST-09 one address holds 240,000 values, and all together two million', () => {
  const held = openInFlight(LIMITS.heldValues);
  const add = (from: string, count: number) => held.begin(from).add(count);
  expect([add('0', 240_000), add('0', 1)]).toEqual([true, false]);
  for (let n = 1; n < 8; n++) expect(add(`${n}`, 240_000)).toBe(true);
  expect([add('8', 80_001), add('8', 80_000), add('9', 1)]).toEqual([false, true, false]);
});
