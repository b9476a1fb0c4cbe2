import { quotedMessage } from '../../account/user-message.ts';
import { expect, test } from 'vitest';
import type { Claim } from '../../connection/claims.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { readBroadcast } from './broadcast.ts';

const [ID, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];
const says = (accepted: boolean, reason = '', id = ID) =>
  JSON.stringify(['OK', id, accepted, reason]);
const claim = (content: unknown): Claim => ({
  claim: 'other',
  kind: RESULT.BroadcastResponses,
  content,
});
const row = (responses: unknown, id = ID) => [{ event_id: id, responses }];
const read = (...rows: unknown[]) => readBroadcast(rows.map(claim), ID);

test('INV-OUTCOME only relays that said OK count as accepted, each once; a mere answer is no success', () => {
  const responses = [
    ['wss://one.example', says(true)],
    ['wss://two.example', says(false, 'blocked: no')],
    ['wss://one.example', says(true)],
    ['wss://three.example', says(true, '', OTHER)],
    ['wss://four.example', JSON.stringify(['NOTICE', 'hello'])],
  ];
  expect(read(row(responses))).toEqual({ accepted: ['wss://one.example'] });
  expect(
    read(row(responses.slice(2, 3)), row([['wss://five.example', says(true)]])).accepted,
  ).toEqual(['wss://one.example', 'wss://five.example']);
  expect(read(row(responses, OTHER))).toEqual({
    accepted: [],
    reason: { code: 'publish.unconfirmed' },
  });
});

test('PUBLISH-02 if no relay accepted it, the first reason is reported, or that none confirmed it', () => {
  const refused = ['', 'blocked: no', 'rate-limited: slow down'].map((reason, nth) => [
    `wss://${nth}.example`,
    says(false, reason),
  ]);
  expect(read(row(refused))).toEqual({ accepted: [], reason: quotedMessage('blocked: no') });
  expect(read(row(refused.slice(0, 1)))).toEqual({
    accepted: [],
    reason: { code: 'publish.unconfirmed' },
  });
  expect(read()).toEqual({ accepted: [], reason: { code: 'publish.unconfirmed' } });
});

test('E-47 any other answer of a service is ignored', () => {
  const nothing = { accepted: [], reason: { code: 'publish.unconfirmed' } };
  const good = ['wss://one.example', says(true)];
  for (const content of [
    undefined,
    'x',
    {},
    [5],
    row('x'),
    row([5]),
    row([['wss://one.example']]),
    row([[5, says(true)]]),
    row([['wss://one.example', 5]]),
  ])
    expect(read(content), JSON.stringify(content)).toEqual(nothing);
  expect(
    readBroadcast([{ claim: 'other', kind: RESULT.MediaInfo, content: row([good]) }], ID),
  ).toEqual(nothing);
  expect(readBroadcast([{ claim: 'flag', flag: 'isFollowing', value: true }], ID)).toEqual(nothing);
  const many = Array.from({ length: 201 }, (_, nth) => [`wss://${nth}.example`, says(true)]);
  expect(read(row(many)).accepted).toHaveLength(200);
});
