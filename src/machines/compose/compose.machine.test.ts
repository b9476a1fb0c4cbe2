import { inEnglish } from '../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  composing,
  locate,
  NOTE,
  relays,
  wish,
  writing,
} from '../../../tests/support/publish/compose-world.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { ME, outboxWorld } from '../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { HOME } from '../../../tests/support/publish/upload-world.ts';
import { stateOf } from '../../events/publish/outbox/outbox.ts';
import { millis } from '../../events/core/time.ts';
import { composeMachine } from './compose.machine.ts';
import type { DraftCommand, DraftInput, DraftSignal } from './compose-protocol.ts';

/** Return the message for a text that was not published. */
function failureWords({ actor }: ReturnType<typeof composing>): string | undefined {
  const { failure } = actor.getSnapshot().context;
  return failure && inEnglish({ code: failure });
}

describe('drafts', () => {
  test('INV-NO-LOSS a text is stored within 200 ms of each change, and at once when the page may close', () => {
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

  test('nothing is stored or removed before stored drafts are loaded', () => {
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

  test('COMPOSE-12 the number of other drafts is watched, because another tab may send one', () => {
    const one = composing();
    expect(one.actor.getSnapshot().children.draftList).toBeUndefined();
    one.drafts.report({ type: 'draft.found', writing: undefined, others: 1 });
    expect(one.actor.getSnapshot().children.draftList).toBeDefined();
  });

  test('INV-NO-LOSS closing before drafts are loaded is immediate, unless text was typed', () => {
    const gone = composing({ silent: true });
    gone.actor.send({ type: 'compose.close' });
    expect([gone.actor.getSnapshot().value, gone.drafts.told()]).toEqual(['closed', []]);
    const typed = composing({ silent: true });
    typed.write('pa');
    typed.actor.send({ type: 'compose.close' });
    expect(typed.actor.getSnapshot().value).toBe('opening');
  });

  test('INV-NO-LOSS closing before the outbox state is known is immediate, and the text stays', () => {
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

  test('INV-NO-LOSS text typed before the draft is loaded is appended to it, and stored', () => {
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

  test('PUBLISH-02 text sent before drafts are loaded goes out unless there is one, which shows first', () => {
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

  test('INV-PROGRESS if drafts cannot be read, writing is possible after five seconds', () => {
    const one = composing({ silent: true });
    one.wait(4_900);
    expect(one.is('opening')).toBe(true);
    one.wait(200);
    expect(one.is('editable')).toBe(true);
  });

  test('INV-PROGRESS INV-NO-LOSS if the outbox does not answer, writing is possible after five seconds', () => {
    const tab = outboxWorld().open();
    tab.root.stop();
    const one = composing({ tab, found: writing('hello') });
    one.wait(4_900);
    expect(one.is('opening')).toBe(true);
    one.wait(200);
    expect([one.is('editable'), one.text(), one.dropped()]).toEqual([true, 'hello', false]);
  });

  test('INV-NO-LOSS if drafts cannot be stored, the user gets a notice and can write, also without emojis', () => {
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

  test('closing a text asks to keep, drop or continue; an empty one asks nothing', () => {
    const stay = composing();
    stay.write('a');
    stay.actor.send({ type: 'compose.close' });
    expect([stay.is('leaving'), stay.kept()]).toEqual([true, 'a']);
    stay.actor.send({ type: 'compose.keepWriting' });
    expect(stay.is('editable')).toBe(true);
    stay.actor.send({ type: 'compose.close' });
    stay.actor.send({ type: 'compose.save' });
    expect([stay.ended(), stay.dropped()]).toEqual([{ published: false }, false]);
    expect(stay.drafts.told().some((one) => 'isAside' in one)).toBe(false);
    const discard = composing({ found: writing('b') });
    discard.actor.send({ type: 'compose.close' });
    discard.actor.send({ type: 'compose.discard' });
    expect([discard.ended(), discard.dropped()]).toEqual([{ published: false }, true]);
    const empty = composing();
    empty.actor.send({ type: 'compose.close' });
    expect(empty.ended()).toEqual({ published: false });
  });
});

test('INV-NO-LOSS closing twice continues writing, mentions stay, and a failed store is reported', () => {
  const one = composing();
  const people = { Ann: 'a'.repeat(64) };
  one.actor.send({ type: 'compose.write', text: 'hello @Ann', people, now: millis(5) });
  one.write('hello @Ann!');
  expect(one.actor.getSnapshot().context.writing).toMatchObject({ text: 'hello @Ann!', people });
  one.actor.send({ type: 'compose.close' });
  one.actor.send({ type: 'compose.close' });
  expect([one.is('editable'), one.ended()]).toEqual([true, undefined]);
  one.drafts.report({ type: 'draft.writeFailed', reason: 'full' });
  expect(one.actor.getSnapshot().context.unkept).toBe('full');
  one.drafts.report({ type: 'draft.kept' });
  expect(one.actor.getSnapshot().context.unkept).toBeUndefined();
});

describe('publishing', () => {
  test('PUBLISH-02 INV-PROGRESS after twenty minutes without confirmation it says so, and the text is there', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.wait(20 * 60_000 + 100);
    expect([one.is('failed'), one.text(), failureWords(one)]).toEqual([
      true,
      'hello',
      'No publish confirmation',
    ]);
  });

  test('PUBLISH-02 a failure also shows if the composer is opened afterwards', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.tab.sign();
    for (const delivery of one.world.deliveries.slice())
      one.world.answer(delivery, 'rejected', 'no');
    one.tab.broadcast('none');
    const found = one.drafts.told().findLast((command) => command.type === 'draft.keep')?.writing;
    one.actor.stop();
    const again = composing({ world: one.world, tab: one.tab, found });
    expect([again.is('failed'), again.text(), failureWords(again)]).toEqual([
      true,
      'hello',
      'Failed to publish note',
    ]);
  });

  test('PUBLISH-01 INV-OUTCOME it is published after an OK, and only then is the text removed', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    expect([one.is('publishing'), one.kept(), one.dropped()]).toEqual([true, 'hello', false]);
    one.tab.sign();
    expect(one.dropped()).toBe(false);
    const [first] = one.world.deliveries;
    if (first) one.world.answer(first, 'accepted');
    expect([one.dropped(), one.ended()]).toEqual([
      true,
      { published: true, note: expect.any(String) },
    ]);
  });

  test('PUBLISH-04 repeated orders cause one job and one prompt', () => {
    const one = composing();
    one.write('hello');
    for (let nth = 0; nth < 3; nth++) one.actor.send(wish);
    expect([one.tab.records().length, one.tab.signer.requests.length]).toEqual([1, 1]);
  });

  test('COMPOSE-04 nothing is signed before the relays are known, nor if none accepts writes', () => {
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
    expect([failure(), one.tab.records()]).toEqual([
      'You need to declare at least one relay to perform this action',
      [],
    ]);
    locate(one.tab, one.actor, relays);
    one.actor.send(wish);
    expect([failure(), one.tab.records().length]).toEqual([undefined, 1]);
  });

  test('neither an empty text nor a quote without a word is published', () => {
    for (const aim of [
      NOTE,
      { type: 'quote', found: { event: trusted({}), relays: [] } },
    ] as const) {
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
    expect([one.is('editable'), one.text(), failureWords(one)]).toEqual([
      true,
      'hello',
      'Note not signed',
    ]);
    expect(one.actor.getSnapshot().context).toMatchObject({ job: undefined, record: undefined });
    expect(one.tab.records().map(stateOf)).toEqual(['discarded']);
    one.actor.send(wish);
    expect(one.tab.prompts()).toHaveLength(1);
    expect(one.tab.records().map(stateOf)).toEqual(['discarded', 'drafted']);
  });

  test('PUBLISH-02 INV-QUEUE pressing again before the log records the refusal prompts again', () => {
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

  test('PUBLISH-04 a failed event is resent as it was signed', () => {
    const one = composing();
    one.write('hello');
    one.actor.send(wish);
    one.tab.sign();
    for (const delivery of one.world.deliveries.slice())
      one.world.answer(delivery, 'rejected', 'no');
    one.tab.broadcast('none');
    expect([one.is('failed'), one.text(), failureWords(one)]).toEqual([
      true,
      'hello',
      'Failed to publish note',
    ]);
    one.actor.send({ type: 'compose.retry', now: millis(9) });
    const again = one.world.deliveries.filter(({ open }) => open);
    expect(new Set(one.world.deliveries.map(({ event }) => event.id)).size).toBe(1);
    if (again[0]) one.world.answer(again[0], 'accepted');
    expect([one.ended(), one.tab.signer.requests.length]).toEqual([
      { published: true, note: expect.any(String) },
      1,
    ]);
  });
});

test('PUBLISH-02 INV-NO-LOSS if the outbox is silent for 15 s, the user can leave and the text is kept', () => {
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

  test('PUBLISH-04 E-48 a signed text continues and cannot be written again', () => {
    const after = crashed('signed');
    expect(after.is('publishing')).toBe(true);
    after.actor.send(wish);
    expect(after.tab.signer.requests).toEqual([]);
    const open = after.world.deliveries.findLast((delivery) => delivery.open);
    if (open) after.world.answer(open, 'accepted');
    expect([
      after.ended(),
      new Set(after.world.deliveries.map(({ event }) => event.id)).size,
    ]).toEqual([{ published: true, note: expect.any(String) }, 1]);
  });

  test('PUBLISH-04 E-48 an accepted text is no draft any more', () => {
    const after = crashed('accepted');
    expect([after.is('editable'), after.text(), after.dropped()]).toEqual([true, '', true]);
  });

  test('INV-NO-LOSS an unsigned text is editable again, and published once', () => {
    const after = crashed('ordered');
    expect([after.is('editable'), after.text()]).toEqual([true, 'hello']);
    after.actor.send(wish);
    after.tab.sign();
    expect(new Set(after.world.deliveries.map(({ event }) => event.id)).size).toBe(1);
  });

  test('INV-NO-LOSS a text changed after publishing is another text', () => {
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
    expect(new Set(world.deliveries.map(({ event }) => event.content))).toEqual(
      new Set(['hello', 'hello, and more']),
    );
  });
});

test('COMPOSE-05 a picked emoji is stored, and the history is known from then on', () => {
  const one = composing();
  one.emojis.report({ type: 'emoji.history', history: ['🔥'] });
  one.actor.send({ type: 'compose.picked', sign: '🎉' });
  expect([one.emojis.told(), one.emojis.last().input]).toEqual([
    [{ type: 'emoji.used', sign: '🎉' }],
    { account: ME },
  ]);
  expect(one.actor.getSnapshot().context.emojis).toEqual(['🔥']);
});
