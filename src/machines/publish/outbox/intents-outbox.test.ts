import { quotedMessage as saidBy } from '../../../events/account/user-message.ts';
import { expect, test } from 'vitest';
import { NOW, RELAYS, signedNote } from '../../../../tests/support/publish/outbox-harness.ts';
import { startScope } from '../../../../tests/support/account/scope-world.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

test('BEYOND-09 an order carries its origin, its undo time and the events whose counts it changes', () => {
  const world = startScope();
  const draft = pressed({ kind: KIND.Text, content: 'hello', tags: [] });
  world.list(['r', 'wss://one.example']);
  world.store.report({ type: 'store.opened', entries: [], now: seconds(9) });
  const outbox = world.children().outbox;
  const extras = () => [...(outbox?.getSnapshot().context.extras.values() ?? [])];
  world.actor.send({
    type: 'intents.publish',
    draft,
    now: seconds(9),
    origin: 'root 1',
    hold: millis(5_000),
    about: ['f'.repeat(64)],
  });
  world.actor.send({ type: 'intents.publish', draft, now: seconds(9) });
  expect(extras()).toEqual([
    { hold: 5_000, about: ['f'.repeat(64)] },
    { hold: 0, about: [] },
  ]);
  // each order has its job by now
  const { ordered, promised } = world.intents();
  expect([ordered.size, promised.size]).toEqual([0, 2]);
  const [first, second] = world.store
    .told()
    .flatMap((command) => (command.type === 'store.append' ? command.lines : []))
    .flatMap((line) => (line.type === 'intended' ? [line.wish] : []));
  expect([first, second]).toStrictEqual([
    { type: 'event', draft, origin: 'root 1' },
    { type: 'event', draft },
  ]);
});

test.each([7_200, undefined])(
  'PUBLISH-02 a date refused by relays is reported once, with the clock offset if known (%s)',
  async (ahead) => {
    const world = startScope(ahead === undefined ? {} : { ahead });
    const said = () =>
      world.heard.filter(({ type }) => type === 'account.failed').map((news) => news['why']);
    const no = RELAYS.map(
      (relay): OutboxEntryDraft => ({
        job: 'j',
        type: 'answered',
        relay: pressed(relay),
        accepted: false,
        reason: saidBy('invalid: created_at is in the future'),
      }),
    );
    const none: OutboxEntryDraft = {
      job: 'j',
      type: 'broadcast',
      accepted: [],
      reason: { code: 'publish.unconfirmed' },
    };
    const record = foldOutbox(new Map(), [
      ...signedNote('j'),
      ...[...no, none].map((line) => ({ ...line, at: seconds(NOW) })),
    ]).get('j');
    for (let times = 0; record && times < 2; times++)
      world.children().intents?.send({ type: 'outbox.jobChanged', record });
    expect(said()).toEqual([]);
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(said()).toMatchObject([{ code: 'clock', ...(ahead === undefined ? {} : { ahead }) }]);
    expect(world.children().intents?.getSnapshot().children.clock).toBeUndefined();
  },
);
