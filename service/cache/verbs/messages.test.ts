import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { challengeIn } from '../../../src/events/account/signing/signed-query.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { type CacheClient, listenCache } from '../../../tests/support/connection/cache-client.ts';
import {
  CHALLENGE,
  contents,
  elements,
  idsOf,
  key,
  NOW,
  openVillage,
  proofOf,
  ranges,
  requestFor,
  type Village,
} from '../../../tests/support/service/village.ts';
import { answer, answerStream } from '../answer-verb.ts';

const [ANN, BEN, CAT, DAN] = [1, 2, 3, 4];
const authWith = (challenge: string) =>
  `auth-required: what is private is only shown to those whom it concerns; challenge=${challenge}`;
const AUTH = authWith(CHALLENGE);
let village: Village;

const write = (from: number, to: number, ago: number): VerifiedEvent =>
  village.post(
    from,
    { kind: KIND.EncryptedDirectMessage, content: `${ago}?iv=x`, tags: [['p', key(to)]] },
    ago,
  );
const contacts = (n: number, more: Record<string, unknown> = {}) =>
  village.ask('get_directmsg_contacts', {
    user_pubkey: key(n),
    event_from_user: proofOf(n),
    ...more,
  });
const between = (n: number, other: number, more: Record<string, unknown> = {}) =>
  village.ask('get_directmsgs', {
    receiver: key(n),
    sender: key(other),
    event_from_user: proofOf(n),
    ...more,
  });
const settled = () => vi.advanceTimersByTimeAsync(500);

function listen(verb: string, n: number) {
  const heard: unknown[] = [];
  const { open } = answerStream(village.context, verb, { pubkey: key(n) });
  const stop = open?.((result) => {
    const value = parseJson(result);
    if (isRecord(value)) heard.push(value['cnt'] ?? value['content']);
  });
  return { heard, stop: () => stop?.() };
}

beforeEach(() => {
  vi.useFakeTimers();
  village = openVillage({ origin: 'https://town.example' });
  for (const [n, name] of [
    [ANN, 'ann'],
    [BEN, 'ben'],
    [CAT, 'cat'],
    [DAN, 'dan'],
  ] as const)
    village.profile(n, name);
});
afterEach(() => {
  vi.useRealTimers();
  expect(village.logged).toEqual([]);
});

test('DM-01 get_directmsg_contacts: all peers, last message first, with unread counts, by relation', async () => {
  village.follow(ANN, BEN);
  write(BEN, ANN, 900);
  const ben = write(BEN, ANN, 800);
  const cat = write(ANN, CAT, 700);
  const said = await contacts(ANN);
  expect(contents(said, RESULT.MessageStatsPerSender)).toEqual([
    {
      [key(CAT)]: { cnt: 0, latest_at: NOW - 700, latest_event_id: cat.id },
      [key(BEN)]: { cnt: 2, latest_at: NOW - 800, latest_event_id: ben.id },
    },
  ]);
  expect(idsOf(said, KIND.EncryptedDirectMessage)).toEqual([cat.id, ben.id]);
  expect(idsOf(said, KIND.Metadata)).toHaveLength(2);
  expect(ranges(said)).toEqual([
    { since: NOW - 800, until: NOW - 700, order_by: 'latest_at', elements: [key(CAT), key(BEN)] },
  ]);
  expect(elements(await contacts(ANN, { relation: 'follows' }))).toEqual([key(BEN)]);
  expect(elements(await contacts(ANN, { relation: 'other' }))).toEqual([key(CAT)]);
  expect(elements(await contacts(ANN, { limit: 1 }))).toEqual([key(CAT)]);
  expect(elements(await contacts(ANN, { until: NOW - 700, offset: 1 }))).toEqual([key(BEN)]);
  const none = await contacts(DAN);
  expect([contents(none, RESULT.MessageStatsPerSender), elements(none)]).toEqual([[{}], []]);
  expect(
    await village.notice('get_directmsg_contacts', { user_pubkey: key(ANN), relation: 'friends' }),
  ).toBe('invalid relation');
});

test('DM-02 get_directmsgs: both directions, newest first, pages of 20, for either order of the accounts', async () => {
  const letters = Array.from({ length: 45 }, (_, n) =>
    n % 2 === 0 ? write(ANN, BEN, 900 - n) : write(BEN, ANN, 900 - n),
  ).toReversed();
  const twins = [write(ANN, BEN, 950), write(BEN, ANN, 950)];
  write(CAT, ANN, 10);
  const found: unknown[] = [];
  for (let page = await between(ANN, BEN, { since: 0 }); elements(page).length > 0; ) {
    found.push(...elements(page));
    expect(elements(page).length).toBeLessThanOrEqual(20);
    const since = Number(ranges(page)[0]?.['since']);
    const held = [...letters, ...twins].filter(
      ({ id, created_at }) => found.includes(id) && Number(created_at) === since,
    ).length;
    page = await between(BEN, ANN, { until: since, offset: held });
  }
  expect(found.slice(0, 45)).toEqual(letters.map(({ id }) => id));
  expect(new Set(found)).toEqual(new Set([...letters, ...twins].map(({ id }) => id)));
  expect(found).toHaveLength(47);
  // a larger page than there is one is not refused
  expect(elements(await between(ANN, BEN, { since: 0, limit: 5_000 }))).toHaveLength(47);
  expect(await contacts(ANN, { limit: 5_000 })).not.toEqual([]);
  const [newest] = letters;
  expect(elements(await between(ANN, BEN, { since: NOW - 857 }))).toEqual([
    newest?.id,
    letters[1]?.id,
  ]);
  expect(await village.ask('get_directmsgs', { receiver: key(ANN), sender: null })).toEqual([]);
});

test('DM-02 DM-03 directmsg_count, directmsg_count_2 and both resets work over several sockets', async () => {
  const [one, other, second] = [
    listen('directmsg_count', ANN),
    listen('directmsg_count', ANN),
    listen('directmsg_count_2', ANN),
  ];
  await settled();
  expect([one.heard, second.heard]).toEqual([[0], ['0']]);
  for (const [n, ago] of [
    [BEN, 30],
    [BEN, 20],
    [CAT, 10],
  ] as const)
    await village.store.insert([write(n, ANN, ago)]);
  await settled();
  expect([one.heard.at(-1), other.heard.at(-1), second.heard.at(-1)]).toEqual([3, 3, '3']);
  expect(
    await village.ask('reset_directmsg_count', {
      event_from_user: requestFor('reset_directmsg_count', ANN),
      sender: key(BEN),
    }),
  ).toEqual([]);
  await settled();
  expect([one.heard.at(-1), other.heard.at(-1), second.heard.at(-1)]).toEqual([1, 1, '1']);
  expect(contents(await contacts(ANN), RESULT.MessageStatsPerSender)[0]).toMatchObject({
    [key(BEN)]: { cnt: 0 },
    [key(CAT)]: { cnt: 1 },
  });
  expect(
    await village.ask('reset_directmsg_counts', {
      event_from_user: requestFor('reset_directmsg_counts', BEN),
    }),
  ).toEqual([]);
  await settled();
  expect(one.heard.at(-1)).toBe(1);
  await village.ask('reset_directmsg_counts', {
    event_from_user: requestFor('reset_directmsg_counts', ANN),
  });
  await settled();
  expect([one.heard.at(-1), second.heard.at(-1)]).toEqual([0, '0']);
  for (const { stop } of [one, other, second]) stop();
  write(DAN, ANN, 5);
  await settled();
  expect(one.heard.at(-1)).toBe(0);
  expect(
    await village.notice('reset_directmsg_counts', {
      event_from_user: { ...requestFor('reset_directmsg_counts', ANN), pubkey: key(BEN) },
    }),
  ).toBe('verification failed');
});

test('DM-01 messages deleted by their author or from muted accounts are neither listed nor counted', async () => {
  const letter = write(BEN, ANN, 30);
  write(CAT, ANN, 20);
  const { heard, stop } = listen('directmsg_count', ANN);
  village.post(BEN, { kind: KIND.EventDeletion, tags: [['e', letter.id]] });
  await settled();
  expect(heard.at(-1)).toBe(1);
  expect(elements(await between(ANN, BEN))).toEqual([]);
  village.post(ANN, { kind: KIND.MuteList, tags: [['p', key(CAT)]] });
  await settled();
  expect(heard.at(-1)).toBe(0);
  expect(elements(await contacts(ANN))).toEqual([]);
  stop();
});

test('NIP-04 messages go only to sender and recipient, who sign for this service and purpose', async () => {
  write(BEN, ANN, 30);
  const asked = { receiver: key(ANN), sender: key(BEN) };
  expect(await village.notice('get_directmsgs', asked)).toBe(AUTH);
  expect(await village.notice('get_directmsg_contacts', { user_pubkey: key(ANN) })).toBe(AUTH);
  const by = (event_from_user: unknown) =>
    village.notice('get_directmsgs', { ...asked, event_from_user });
  expect(await by(proofOf(CAT))).toBe(AUTH);
  expect(await by(requestFor('get_directmsgs', ANN))).toBe('not signed for this request');
  expect(await by(proofOf(ANN, 'wss://elsewhere.example'))).toBe(
    `auth-required: not signed for this service; challenge=${CHALLENGE}`,
  );
  expect(await by(proofOf(ANN, 'wss://town.example', NOW - 400))).toBe('event too old');
  expect(await by({ ...proofOf(CAT), pubkey: key(ANN) })).toBe('verification failed');
  for (const n of [ANN, BEN]) expect(await by(proofOf(n, 'wss://town.example/v1'))).toBeUndefined();
  expect(
    await village.notice('get_directmsg_contacts', {
      user_pubkey: key(ANN),
      event_from_user: proofOf(BEN),
    }),
  ).toBe(AUTH);
});

test('NIP-04 NIP-42 a proof is valid only for the connection of its challenge, and never by HTTP', async () => {
  vi.useRealTimers();
  const letter = write(BEN, ANN, 30);
  const server = await listenCache(village.context);
  const [own, other] = [await server.connect(), await server.connect()];
  const asked = { receiver: key(ANN), sender: key(BEN) };
  const isGiven = (frames: readonly { readonly frame: readonly unknown[] }[]) =>
    JSON.stringify(frames).includes(letter.sig);
  const refusal = async (client: CacheClient, payload: object = asked) =>
    String((await client.request('x', 'get_directmsgs', payload))[0]?.frame[2]);
  const challenge = challengeIn(await refusal(own)) ?? '';
  const theirs = challengeIn(await refusal(other)) ?? '';
  expect(challenge).toMatch(/^[\da-f]{32}$/);
  expect(theirs).not.toBe(challenge);
  const proof = proofOf(ANN, 'wss://town.example', NOW, challenge);
  const proven = { ...asked, event_from_user: proof };
  expect(isGiven(await own.request('a', 'get_directmsgs', proven))).toBe(true);
  expect(isGiven(await own.request('b', 'get_directmsgs', asked))).toBe(true);
  expect(isGiven(await own.request('c', 'get_directmsg_contacts', { user_pubkey: key(ANN) }))).toBe(
    true,
  );
  expect(isGiven(await own.request('d', 'get_directmsg_contacts', { user_pubkey: key(BEN) }))).toBe(
    false,
  );
  expect(await refusal(other)).toBe(authWith(theirs));
  expect(await refusal(other, proven)).toBe(
    `auth-required: not signed for this connection; challenge=${theirs}`,
  );
  expect(isGiven(await other.request('e', 'get_directmsgs', asked))).toBe(false);
  expect(await answer(village.context, 'get_directmsgs', proven)).toEqual({
    notice: 'auth-required: what is private is only shown to those whom it concerns',
  });
  await server.stop();
});
