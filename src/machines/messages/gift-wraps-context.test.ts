import { generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { readingOf } from './gift-wraps-context.ts';
import {
  ann,
  ANN,
  BEN,
  HOME,
  ONE,
  TWO,
  wrapFrom,
  start,
} from '../../../tests/support/messages/wraps-world.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { isLong } from '../../../tests/support/runs.ts';

test('DM-10 the start of a conversation is known once all relays were read to their oldest message', async () => {
  const it = start();
  const reading = (peer?: string) => readingOf(it.context(), it.is('sealed'), peer);
  expect(reading()).toEqual({ code: 'reading', missing: 1 });
  it.place(ONE);
  expect(reading()).toEqual({ code: 'reading', missing: 3 });
  it.bring(HOME);
  it.bring(TWO);
  it.send({
    type: 'relay.ended',
    url: pressed(ONE),
    complete: false,
    reason: { code: 'relay.timedOut' },
  });
  expect(reading()).toEqual({ code: 'short', missing: 1 });
  // a second request asks only this relay
  it.send({ type: 'giftWraps.loadMore' });
  expect([reading().code, it.asks().at(-1)]).toMatchObject([
    'reading',
    { urls: [ONE], ask: { live: true } },
  ]);
  expect(it.told.filter(({ type }) => type === 'relays.forget')).toMatchObject([{ urls: [ONE] }]);
  it.bring(ONE, wrapFrom(ann, 'first', 100));
  expect(reading(ANN)).toEqual({ code: 'reading', missing: 0 });
  await it.openAll();
  expect([reading(), reading(ANN)]).toEqual([
    { code: 'whole', missing: 0 },
    { code: 'whole', missing: 0 },
  ]);
  // messages that arrive now are not earlier messages
  it.bring(ONE, wrapFrom(ann, 'second', 101));
  expect([reading().code, reading(ANN).code]).toEqual(['reading', 'whole']);
  await it.openAll();
  expect(reading().code).toBe('whole');
});

test.runIf(isLong)('DM-10 a relay whose pages stop early is read further on request', () => {
  const it = start();
  it.place(ONE);
  it.bring(HOME);
  it.bring(TWO);
  const stranger = generateSecretKey();
  const [{ content }, pubkey] = [wrapFrom(ann, 'x'), getPublicKey(stranger)];
  const others = (from: number) =>
    Array.from({ length: 100 }, (_, at) =>
      trusted({ kind: 1_059, pubkey, created_at: 90_000 - from - at, tags: [['p', BEN]], content }),
    );
  const places = () => it.asks().flatMap(({ ask }) => ask.filters[0].until ?? []);
  for (let page = 0; page < 180; page++) it.bring(ONE, ...others(page * 100));
  expect([readingOf(it.context(), false), places().length]).toEqual([
    { code: 'short', missing: 1 },
    179,
  ]);
  const last = places().at(-1);
  it.send({ type: 'giftWraps.loadMore' });
  expect([readingOf(it.context(), false).code, places().length, places().at(-1) < last]).toEqual([
    'reading',
    180,
    true,
  ]);
  it.bring(ONE);
  expect(readingOf(it.context(), false)).toEqual({ code: 'whole', missing: 0 });
});

test('DM-10 while messages are sealed, no conversation claims to be complete', () => {
  const it = start(false);
  it.place(ONE);
  for (const url of [HOME, TWO]) it.bring(url);
  it.bring(ONE, wrapFrom(ann, 'one', 100));
  it.refuse();
  expect(readingOf(it.context(), it.is('sealed'), ANN)).toEqual({ code: 'short', missing: 0 });
});
