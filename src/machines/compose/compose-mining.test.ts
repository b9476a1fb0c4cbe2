import { describe, expect, test } from 'vitest';
import { composing, wish } from '../../../tests/support/publish/compose-world.ts';
import { difficultyOf, proofOfWork } from '../../events/nostr/proof-of-work.ts';
import { miner } from '../../events/publish/writing/mining.ts';
import { eventId } from '../../events/nostr/serialize.ts';
import { millis, plus, seconds } from '../../events/core/time.ts';
import { miningInput } from './compose-context.ts';
import { pressed } from '../../events/nostr/ours.ts';

type Composing = ReturnType<typeof composing>;
const NOW = seconds(1_700_000_000);

function begun(extras: { work?: number; due?: typeof NOW } = { work: 8 }): Composing {
  const one = composing();
  one.write('good morning');
  one.actor.send({ type: 'compose.set', extras, now: millis(5) });
  return one;
}

const find = (one: Composing): void => {
  const { template, bits } = miningInput(one.actor.getSnapshot().context);
  one.mining.report({
    type: 'mining.found',
    template,
    nonce: miner(template, bits)(1_000_000) ?? '',
  });
};
const templateIn = (one: Composing) => {
  const [record] = one.tab.records();
  if (!record?.template) throw new Error('nothing was drafted');
  return record.template;
};

describe('SIGN-06 a note with a proof of work', () => {
  test('the note is mined before it is signed, and has the wanted zero bits', () => {
    const one = begun();
    one.actor.send(wish);
    expect([one.actor.getSnapshot().hasTag('mining'), one.tab.records()]).toEqual([true, []]);
    find(one);
    const template = templateIn(one);
    expect(template.tags.at(-1)?.[0]).toBe('nonce');
    const work = proofOfWork({ id: eventId(template), tags: template.tags });
    expect([work?.target, (work?.difficulty ?? 0) >= 8]).toEqual([8, true]);
  });

  test('mining can be stopped, and the text stays as it was', () => {
    const one = begun();
    one.actor.send(wish);
    one.actor.send({ type: 'compose.keepWriting' });
    expect([
      one.is('editable'),
      one.actor.getSnapshot().context.writing.text,
      one.tab.records(),
    ]).toEqual([true, 'good morning', []]);
    one.actor.send(wish);
    one.mining.report({ type: 'mining.failed' });
    expect([one.is('editable'), one.actor.getSnapshot().context.failure]).toEqual([
      true,
      'publish.notMined',
    ]);
  });

  test('the note keeps its date, and so its work, if it is signed later', () => {
    const one = begun();
    one.actor.send(wish);
    find(one);
    const mined = eventId(templateIn(one));
    one.tab.refuse();
    const [record] = one.tab.records();
    one.tab.scope.send({
      type: 'outbox.retry',
      job: record?.job ?? '',
      now: plus(NOW, seconds(600)),
    });
    expect(eventId(templateIn(one))).toBe(mined);
  });

  test('the note keeps its work if relays or uploads change while it is mined', () => {
    const one = begun();
    one.actor.send({
      type: 'compose.set',
      extras: { poll: { options: ['yes', 'no'], isMultiple: false } },
      now: millis(5),
    });
    one.actor.send(wish);
    const { template, bits } = miningInput(one.actor.getSnapshot().context);
    one.actor.send({
      type: 'relayList.changed',
      relays: [{ url: pressed('wss://other.example'), read: true, write: true }],
    });
    one.actor.send({
      type: 'uploads.statusChanged',
      open: 0,
      failed: 0,
      dropped: false,
      now: millis(1_800_000_000_000),
    });
    one.mining.report({
      type: 'mining.found',
      template,
      nonce: miner(template, bits)(1_000_000) ?? '',
    });
    const said = templateIn(one);
    expect([difficultyOf(eventId(said)) >= 8, said.created_at]).toEqual([
      true,
      template.created_at,
    ]);
  });

  test('without a chosen work, or with a scheduled time, nothing is mined', () => {
    for (const extras of [{}, { work: 8, due: plus(NOW, seconds(3_600)) }]) {
      const one = begun(extras);
      one.actor.send(wish);
      expect([one.actor.getSnapshot().hasTag('mining'), one.tab.records().length]).toEqual([
        false,
        1,
      ]);
    }
  });
});
