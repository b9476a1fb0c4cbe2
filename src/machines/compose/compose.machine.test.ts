import { inEnglish } from '../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { composing, locate, NOTE, relays, wish, writing } from '../../../tests/support/publish/compose-world.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { ME, outboxWorld } from '../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { HOME } from '../../../tests/support/publish/upload-world.ts';
import { stateOf } from '../../events/publish/outbox/outbox.ts';
import { millis } from '../../events/core/time.ts';
import { composeMachine } from './compose.machine.ts';
import type { DraftCommand, DraftInput, DraftSignal } from './compose-protocol.ts';

/** What is said of a text that was not published. */
function failureWords({ actor }: ReturnType<typeof composing>): string | undefined {
  const { failure } = actor.getSnapshot().context;
  return failure && inEnglish({ code: failure });
}

describe('drafts', () => {
  test('INV-NO-LOSS what is written is kept at most 200 ms later, however fast one writes, and at once when the page may go', () => {
    const one = composing();
    for (const text of ['a', 'ab', 'abc']) {
      one.write(text);
      one.wait(80);
    }
    expect(one.kept()).toBe('abc');
    one.wait(1_000);
    one.write('abc!');
    one.wait(199);
    expect(one.kept()).toBe('abc');
    one.wait(1);
    expect(one.kept()).toBe('abc!');
    one.write('abcd');
    one.drafts.report({ type: 'draft.flush' });
    expect(one.kept()).toBe('abcd');
  });

  test('nothing is kept or dropped before it is known what is there', () => {
    const world = outboxWorld({ eager: true });
    const drafts = fakePort<DraftCommand, DraftInput, DraftSignal>();
    const { scope, bus, signer } = world.open();
    const actor = createActor(composeMachine.provide({ actors: { drafts: drafts.logic } }), {
      input: { account: ME, aim: NOTE, scope, bus: bus.bus, signer: signer.ref, home: HOME },
    }).start();
    drafts.report({ type: 'draft.flush' });
    expect(drafts.told()).toEqual([]);
    drafts.report({ type: 'draft.found', writing: writing('from before') });
    expect(actor.getSnapshot().context.writing.text).toBe('from before');
    expect(actor.getSnapshot().hasTag('editable')).toBe(true);
    actor.stop();
  });

  test('INV-NO-LOSS whoever closes it before it is known what is there is gone at once, and all stays as it is; what was typed already keeps it open', () => {
    const gone = composing({ silent: true });
    gone.actor.send({ type: 'compose.close' });
    expect([gone.actor.getSnapshot().value, gone.drafts.told()]).toEqual(['closed', []]);
    const typed = composing({ silent: true });
    typed.write('pa');
    typed.actor.send({ type: 'compose.close' });
    expect(typed.actor.getSnapshot().value).toBe('opening');
  });

  test('INV-NO-LOSS whoever closes it while the outbox has not said what became of a kept text is gone at once, and the text stays', () => {
    const drafts = fakePort<DraftCommand, DraftInput, DraftSignal>();
    const { bus, signer } = outboxWorld({ eager: true }).open();
    const scope = createActor(fromCallback(() => undefined)).start();
    const actor = createActor(composeMachine.provide({ actors: { drafts: drafts.logic } }), {
      input: { account: ME, aim: NOTE, scope, bus: bus.bus, signer: signer.ref, home: HOME },
    }).start();
    drafts.report({ type: 'draft.found', writing: writing('from before') });
    expect(actor.getSnapshot().value).toBe('checking');
    actor.send({ type: 'compose.close' });
    expect([actor.getSnapshot().value, drafts.told()]).toEqual(['closed', []]);
  });

  test('INV-NO-LOSS what is typed before it is known what was kept stands behind that, or alone, and is kept itself', () => {
    for (const [found, text] of [
      [undefined, 'pa'],
      [writing('from before'), 'from before\npa'],
    ] as const) {
      const one = composing({ silent: true });
      one.write('p');
      one.write('pa');
      expect([one.is('opening'), one.kept()]).toEqual([true, undefined]);
      one.drafts.report({ type: 'draft.found', writing: found });
      one.wait(200);
      expect([one.is('editable'), one.text(), one.kept()]).toEqual([true, text, text]);
      one.write(`${text}tience`);
      one.wait(200);
      expect(one.kept()).toBe(`${text}tience`);
    }
    const late = composing({ silent: true });
    late.write('pa');
    late.wait(5_200);
    expect([late.is('editable'), late.text(), late.kept()]).toEqual([true, 'pa', 'pa']);
  });

  test('PUBLISH-02 what is sent before it is known what was kept goes where nothing was; what was kept is shown first', () => {
    for (const [found, sent] of [
      [undefined, true],
      [writing('from before'), false],
    ] as const) {
      const one = composing({ silent: true });
      one.write('hello');
      one.actor.send(wish);
      expect(one.is('publishing')).toBe(false);
      one.drafts.report({ type: 'draft.found', writing: found });
      expect([one.is('publishing'), one.is('editable')]).toEqual([sent, !sent]);
    }
  });

  test('INV-PROGRESS where drafts cannot be read one can write after five seconds', () => {
    const one = composing({ silent: true });
    one.wait(4_900);
    expect(one.is('opening')).toBe(true);
    one.wait(200);
    expect(one.is('editable')).toBe(true);
  });

  test('INV-PROGRESS INV-NO-LOSS where the outbox does not say what came of a text, it can be written on after five seconds', () => {
    const tab = outboxWorld().open();
    tab.root.stop();
    const one = composing({ tab, found: writing('hello') });
    one.wait(4_900);
    expect(one.is('opening')).toBe(true);
    one.wait(200);
    expect([one.is('editable'), one.text(), one.dropped()]).toEqual([true, 'hello', false]);
  });

  test('INV-NO-LOSS where drafts cannot be kept that is said, and one can write; without emojis, too', () => {
    const one = composing({ broken: 'drafts' });
    expect(one.actor.getSnapshot().context.unkept).toBe('blocked');
    one.wait(5_100);
    one.write('hello');
    expect([one.is('editable'), one.text()]).toEqual([true, 'hello']);
    const plain = composing({ broken: 'emojis' });
    plain.write('hello');
    plain.actor.send(wish);
    expect([plain.is('publishing'), plain.actor.getSnapshot().context.emojis]).toEqual([true, []]);
  });

  test('closing asks what to do with a text: keep it, drop it, or go on; an empty one asks nothing', () => {
    const stay = composing();
    stay.write('a');
    stay.actor.send({ type: 'compose.close' });
    expect([stay.is('leaving'), stay.kept()]).toEqual([true, 'a']);
    stay.actor.send({ type: 'compose.stay' });
    expect(stay.is('editable')).toBe(true);
    stay.actor.send({ type: 'compose.close' });
    stay.actor.send({ type: 'compose.save' });
    expect([stay.ended(), stay.dropped()]).toEqual([{ published: false }, false]);
    const discard = composing({ found: writing('b') });
    discard.actor.send({ type: 'compose.close' });
    discard.actor.send({ type: 'compose.discard' });
    expect([discard.ended(), discard.dropped()]).toEqual([{ published: false }, true]);
    const empty = composing();
    empty.actor.send({ type: 'compose.close' });
    expect(empty.ended()).toEqual({ published: false });
  });
});

test('INV-NO-LOSS closing twice goes on writing, whoever is named in the text stays, and a device that keeps nothing is said so', () => {
  const one = composing();
  const people = { Ann: 'a'.repeat(64) };
  one.actor.send({ type: 'compose.write', text: 'hello @Ann', people, now: millis(5) });
  one.write('hello @Ann!');
  expect(one.actor.getSnapshot().context.writing).toMatchObject({ text: 'hello @Ann!', people });
  one.actor.send({ type: 'compose.close' });
  one.actor.send({ type: 'compose.close' });
  expect([one.is('editable'), one.ended()]).toEqual([true, undefined]);
  one.drafts.report({ type: 'draft.unkept', reason: 'full' });
  expect(one.actor.getSnapshot().context.unkept).toBe('full');
  one.drafts.report({ type: 'draft.kept' });
  expect(one.actor.getSnapshot().context.unkept).toBeUndefined();
});

describe('publishing', () => {
  test('PUBLISH-02 INV-PROGRESS after twenty minutes without a word it is said that nobody confirmed it, and the text is there', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.wait(20 * 60_000 + 100);
    expect([one.is('failed'), one.text(), failureWords(one)]).toEqual([true, 'hello', 'No publish confirmation']);
  });

  test('PUBLISH-02 what failed is said, too, where the composer is opened afterwards', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.tab.sign();
    for (const delivery of one.world.deliveries.slice()) one.world.answer(delivery, 'rejected', 'no');
    one.tab.broadcast('none');
    const found = one.drafts.told().findLast((command) => command.type === 'draft.keep')?.writing;
    one.actor.stop();
    const again = composing({ world: one.world, tab: one.tab, found });
    expect([again.is('failed'), again.text(), failureWords(again)]).toEqual([true, 'hello', 'Failed to publish note']);
  });

  test('PUBLISH-01 INV-OUTCOME it is published when somebody said OK, and only then is the text dropped', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    expect([one.is('publishing'), one.kept(), one.dropped()]).toEqual([true, 'hello', false]);
    one.tab.sign();
    expect(one.dropped()).toBe(false);
    const [first] = one.world.deliveries;
    if (first) one.world.answer(first, 'accepted');
    expect([one.dropped(), one.ended()]).toEqual([true, { published: true, note: expect.any(String) }]);
  });

  test('PUBLISH-04 whatever asks twice is heard once: one job, one prompt', () => {
    const one = composing();
    one.write('hello');
    for (let nth = 0; nth < 3; nth++) one.actor.send(wish);
    expect([one.tab.records().length, one.tab.signer.requests.length]).toEqual([1, 1]);
  });

  test('COMPOSE-04 nothing is signed before it is known where to send it, and where no relay takes what the account writes', () => {
    const one = composing({ located: [] });
    one.write('hello');
    one.actor.send(wish);
    const failure = () => failureWords(one);
    expect([failure(), one.is('editable'), one.tab.records()]).toEqual([
      'We are trying to connect to your relays. Please try again in a few moments.',
      true,
      [],
    ]);
    locate(
      one.tab,
      one.actor,
      relays.map((relay) => ({ ...relay, write: false })),
    );
    one.actor.send(wish);
    expect([failure(), one.tab.records()]).toEqual(['You need to declare at least one relay to perform this action', []]);
    locate(one.tab, one.actor, relays);
    one.actor.send(wish);
    expect([failure(), one.tab.records().length]).toEqual([undefined, 1]);
  });

  test('an empty text is not published, nor a quote without a word', () => {
    for (const aim of [NOTE, { type: 'quote', found: { event: trusted({}), relays: [] } }] as const) {
      const one = composing({ aim });
      one.write(' \n');
      one.actor.send(wish);
      expect([one.is('editable'), one.tab.records().length]).toEqual([true, 0]);
    }
  });

  test("PUBLISH-02 after a refused signature the text is there, says 'Note not signed', and can be published", () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.tab.refuse();
    expect([one.is('editable'), one.text(), failureWords(one)]).toEqual([true, 'hello', 'Note not signed']);
    expect(one.actor.getSnapshot().context).toMatchObject({ job: undefined, record: undefined });
    expect(one.tab.records().map(stateOf)).toEqual(['discarded']);
    one.actor.send(wish);
    expect(one.tab.prompts()).toHaveLength(1);
    expect(one.tab.records().map(stateOf)).toEqual(['discarded', 'drafted']);
  });

  test('PUBLISH-02 INV-QUEUE whoever presses again before the log has heard of the refusal is asked again, and nothing calls that back', () => {
    const one = composing({ world: outboxWorld() });
    one.world.settle();
    one.write('hello');
    one.actor.send(wish);
    one.world.settle();
    one.tab.refuse();
    one.tab.store.commit();
    one.actor.send(wish);
    one.world.settle();
    expect([one.is('publishing'), one.tab.prompts().length]).toEqual([true, 1]);
    expect(one.tab.records().map(stateOf)).toEqual(['discarded', 'drafted']);
  });

  test('PUBLISH-04 what failed is sent again as it was signed', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.tab.sign();
    for (const delivery of one.world.deliveries.slice()) one.world.answer(delivery, 'rejected', 'no');
    one.tab.broadcast('none');
    expect([one.is('failed'), one.text(), failureWords(one)]).toEqual([true, 'hello', 'Failed to publish note']);
    one.actor.send({ type: 'compose.retry', now: millis(9) });
    const again = one.world.deliveries.filter(({ open }) => open);
    expect(new Set(one.world.deliveries.map(({ event }) => event.id)).size).toBe(1);
    if (again[0]) one.world.answer(again[0], 'accepted');
    expect([one.ended(), one.tab.signer.requests.length]).toEqual([{ published: true, note: expect.any(String) }, 1]);
  });
});

test('PUBLISH-02 INV-NO-LOSS an outbox that does not say that it has begun is waited for 15 seconds; then one can leave, and the text is kept', () => {
  const tab = outboxWorld().open();
  tab.root.stop();
  const one = composing({ tab });
  one.write('hello');
  one.actor.send(wish);
  one.wait(14_900);
  one.actor.send({ type: 'compose.close' });
  expect([one.is('publishing'), one.ended()]).toEqual([true, undefined]);
  one.wait(200);
  expect(one.is('publishing')).toBe(true);
  one.actor.send({ type: 'compose.close' });
  expect([one.ended(), one.kept(), one.dropped()]).toEqual([{ published: false }, 'hello', false]);
});

describe('after a crash', () => {
  const crashed = (until: 'ordered' | 'signed' | 'accepted') => {
    const world = outboxWorld({ eager: true });
    const before = composing({ world });
    before.write('hello');
    before.actor.send(wish);
    if (until !== 'ordered') before.tab.sign();
    const [first] = world.deliveries;
    if (until === 'accepted' && first) world.answer(first, 'accepted');
    const kept = before.drafts.told().findLast((command) => command.type === 'draft.keep')?.writing;
    before.actor.stop();
    world.crash(before.tab);
    return composing({ world, found: kept });
  };

  test('PUBLISH-04 E-48 what is signed is gone on with, and cannot be written a second time', () => {
    const after = crashed('signed');
    expect(after.is('publishing')).toBe(true);
    after.actor.send(wish);
    expect(after.tab.signer.requests).toEqual([]);
    const open = after.world.deliveries.findLast((delivery) => delivery.open);
    if (open) after.world.answer(open, 'accepted');
    expect([after.ended(), new Set(after.world.deliveries.map(({ event }) => event.id)).size]).toEqual([
      { published: true, note: expect.any(String) },
      1,
    ]);
  });

  test('PUBLISH-04 E-48 what was accepted is no draft any more', () => {
    const after = crashed('accepted');
    expect([after.is('editable'), after.text(), after.dropped()]).toEqual([true, '', true]);
  });

  test('INV-NO-LOSS what was not signed is a text again, and published once', () => {
    const after = crashed('ordered');
    expect([after.is('editable'), after.text()]).toEqual([true, 'hello']);
    after.actor.send(wish);
    after.tab.sign();
    expect(new Set(after.world.deliveries.map(({ event }) => event.id)).size).toBe(1);
  });

  test('INV-NO-LOSS what was written on after it was published is another text', () => {
    const world = outboxWorld({ eager: true });
    const first = composing({ world });
    first.write('hello');
    first.actor.send(wish);
    first.tab.sign();
    const [delivery] = world.deliveries;
    if (delivery) world.answer(delivery, 'accepted');
    const second = composing({ world, tab: first.tab, found: writing('hello, and more') });
    expect([second.text(), second.dropped()]).toEqual(['hello, and more', false]);
    second.actor.send(wish);
    second.tab.sign();
    expect(new Set(world.deliveries.map(({ event }) => event.content))).toEqual(new Set(['hello', 'hello, and more']));
  });
});

test('COMPOSE-05 an emoji that is picked is told to its keeper, whose history is known from then on', () => {
  const one = composing();
  one.emojis.report({ type: 'emoji.history', history: ['🔥'] });
  one.actor.send({ type: 'compose.picked', sign: '🎉' });
  expect([one.emojis.told(), one.emojis.last().input]).toEqual([[{ type: 'emoji.used', sign: '🎉' }], { account: ME }]);
  expect(one.actor.getSnapshot().context.emojis).toEqual(['🔥']);
});
