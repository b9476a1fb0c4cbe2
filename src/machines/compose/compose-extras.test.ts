import { describe, expect, test } from 'vitest';
import { composing, NOTE, wish, writing } from '../../../tests/support/publish/compose-world.ts';
import { outboxWorld } from '../../../tests/support/publish/outbox-world.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { stateOf } from '../../events/publish/outbox/outbox.ts';
import { inMillis, millis, seconds, toSeconds } from '../../events/core/time.ts';

const NOW = toSeconds(wish.now);
const LATER = seconds(1_700_003_600);
const url = 'https://media.example/a.png';
const attach = {
  type: 'compose.attach',
  url,
  tag: ['imeta', `url ${url}`, 'm image/png'],
  now: millis(6),
} as const;
const draftIn = ({ tab }: ReturnType<typeof composing>) => {
  const { wish: wanted } = tab.records().at(-1) ?? {};
  return wanted?.type === 'event' ? wanted : undefined;
};
const set = (one: ReturnType<typeof composing>, extras: object) =>
  one.actor.send({ type: 'compose.set', extras, now: millis(7) });

describe('descriptions', () => {
  test('BEYOND-15 NIP-92 the user is asked once about a picture without a description', () => {
    const one = composing();
    one.actor.send(attach);
    one.actor.send(wish);
    one.actor.send(wish);
    expect([one.actor.getSnapshot().hasTag('describing'), one.tab.records()]).toEqual([true, []]);
    one.actor.send({ type: 'compose.keepWriting' });
    expect(one.is('editable')).toBe(true);
    one.actor.send({ type: 'compose.describe', url, alt: 'A boat' });
    one.actor.send(wish);
    expect(draftIn(one)?.draft.tags).toEqual([
      ['imeta', `url ${url}`, 'm image/png', 'alt A boat'],
    ]);
  });

  test('BEYOND-15 the user is asked on Publish, also while the picture waits for the network', () => {
    const one = composing();
    one.write('look');
    const stand = (open: number) =>
      one.actor.send({
        type: 'uploads.statusChanged',
        open,
        failed: 0,
        dropped: false,
        ...(open > 0 ? { pictures: open } : {}),
        now: millis(8),
      });
    stand(1);
    one.actor.send(wish);
    expect(one.actor.getSnapshot().value).toBe('describing');
    one.actor.send({ type: 'compose.publishUndescribed' });
    expect(one.actor.getSnapshot().value).toBe('awaiting');
    one.actor.send(attach);
    stand(0);
    // no second question once it is there
    expect([one.actor.getSnapshot().hasTag('describing'), one.tab.records().length]).toEqual([
      false,
      1,
    ]);
  });

  test('BEYOND-15 the user is asked once at most, and never about a described picture or a video', () => {
    const bare = composing();
    bare.actor.send(attach);
    bare.actor.send(wish);
    bare.actor.send({ type: 'compose.keepWriting' });
    bare.actor.send(wish);
    expect(bare.tab.records()).toHaveLength(1);
    const anyway = composing();
    anyway.actor.send(attach);
    anyway.actor.send(wish);
    anyway.actor.send({ type: 'compose.publishUndescribed' });
    expect([anyway.is('publishing'), anyway.tab.records().length]).toEqual([true, 1]);
    for (const tag of [
      ['imeta', `url ${url}`, 'm image/png', 'alt A boat'],
      ['imeta', `url ${url}`, 'm video/mp4'],
    ]) {
      const one = composing();
      one.actor.send({ ...attach, tag });
      one.actor.send(wish);
      expect(one.is('publishing')).toBe(true);
    }
  });
});

test('NIP-36 NIP-88 a warning and a poll are published and stored with the text', () => {
  const one = composing();
  one.write('Tea or coffee?');
  set(one, { warning: ' hot ' });
  set(one, { poll: { options: ['Tea', ' ', 'Coffee'], isMultiple: false, endsAt: LATER } });
  one.wait(200);
  expect(one.drafts.told().at(-1)).toMatchObject({
    writing: { warning: ' hot ', poll: { options: ['Tea', ' ', 'Coffee'] } },
  });
  one.actor.send(wish);
  expect(draftIn(one)?.draft).toEqual({
    kind: 1068,
    content: 'Tea or coffee?',
    tags: [
      ['content-warning', 'hot'],
      ['option', '0', 'Tea'],
      ['option', '1', 'Coffee'],
      ['relay', 'wss://one.example'],
      ['relay', 'wss://two.example'],
      ['polltype', 'singlechoice'],
      ['endsAt', '1700003600'],
    ],
  });
});

test('NIP-88 an invalid poll is not published and says why; without it, the note is', () => {
  const one = composing();
  one.write('Tea or coffee?');
  for (const [poll, failure] of [
    [{ options: ['Tea', ''], isMultiple: false }, 'publish.pollShort'],
    [{ options: ['Tea', 'Tea '], isMultiple: false }, 'publish.pollSame'],
    [{ options: ['Tea', 'Coffee'], isMultiple: false, endsAt: NOW }, 'publish.pollOver'],
  ] as const) {
    set(one, { poll });
    one.actor.send(wish);
    expect([
      one.is('editable'),
      one.actor.getSnapshot().context.failure,
      one.tab.records(),
    ]).toEqual([true, failure, []]);
  }
  set(one, { poll: undefined });
  one.actor.send(wish);
  expect([draftIn(one)?.draft.kind, one.actor.getSnapshot().context.failure]).toEqual([
    1,
    undefined,
  ]);
});

test('INV-NO-LOSS closing with a poll or a warning but no text asks the user', () => {
  for (const extras of [{ warning: 'x' }, { poll: { options: ['', 'Tea'], isMultiple: false } }]) {
    const one = composing();
    set(one, extras);
    one.actor.send({ type: 'compose.close' });
    expect(one.is('leaving')).toBe(true);
  }
});

test('INV-NO-LOSS a stored poll without a question survives typing before it is loaded', () => {
  const one = composing({ silent: true });
  one.write('Tea or coffee?', 9);
  const poll = { options: ['Tea', 'Coffee'], isMultiple: false };
  one.drafts.report({ type: 'draft.found', writing: { ...writing(''), poll } });
  one.tab.store.notify();
  const { writing: now } = one.actor.getSnapshot().context;
  expect([now.text, now.poll, one.kept()]).toEqual(['Tea or coffee?', poll, 'Tea or coffee?']);
});

test('NIP-30 a picked custom emoji is declared while it is in the text', () => {
  const one = composing();
  one.write('Good :cat: :dog:');
  for (const shortcode of ['cat', 'bird'])
    one.actor.send({
      type: 'compose.declare',
      shortcode,
      url: `https://media.example/${shortcode}.png`,
    });
  one.actor.send(wish);
  expect(draftIn(one)?.draft.tags).toEqual([['emoji', 'cat', 'https://media.example/cat.png']]);
});

describe('schedule', () => {
  test('a scheduled note waits unsigned in the log with its text, and the composer ends', () => {
    const one = composing();
    one.write('good morning');
    set(one, { due: LATER });
    one.actor.send(wish);
    const [record] = one.tab.records();
    expect([record && stateOf(record), record?.template, one.dropped(), one.tab.prompts()]).toEqual(
      ['scheduled', undefined, true, []],
    );
    expect(draftIn(one)).toMatchObject({
      due: LATER,
      origin: 'root 5',
      writing: { text: 'good morning', due: LATER },
    });
    expect(one.actor.getSnapshot().value).toBe('scheduled');
    expect(one.tab.told).toContainEqual({
      type: 'account.done',
      message: { code: 'note.scheduled', params: { at: 1_700_003_600 } },
    });
  });

  test('a past time is refused with a reason, and the text stays', () => {
    const one = composing();
    one.write('good morning');
    set(one, { due: seconds(1_600_000_000) });
    one.actor.send(wish);
    expect([
      one.is('editable'),
      one.actor.getSnapshot().context.failure,
      one.tab.records(),
    ]).toEqual([true, 'publish.tooSoon', []]);
  });

  test('INV-NO-LOSS a cancelled scheduled note is scheduled again as it was; an unknown one is not', () => {
    const one = composing();
    const { tab } = one;
    one.write('good morning');
    set(one, { due: LATER });
    one.actor.send(wish);
    const job = tab.records()[0]?.job ?? '';
    const kept = () => tab.records().filter((record) => stateOf(record) === 'scheduled');
    tab.scope.send({ type: 'outbox.discard', job });
    expect(kept()).toEqual([]);
    for (const known of [job, 'unknown']) tab.scope.send({ type: 'outbox.reschedule', job: known });
    expect(kept().map(({ wish: again }) => again)).toMatchObject([
      { type: 'event', due: LATER, writing: { text: 'good morning' } },
    ]);
  });

  describe('a scheduled note that is opened to edit it', () => {
    const editing = () => {
      const one = composing();
      one.write('good morning');
      set(one, { due: LATER });
      one.actor.send(wish);
      const [plan] = one.tab.records();
      const job = plan?.job ?? '';
      one.tab.scope.send({ type: 'outbox.discard', job });
      const { world, tab } = one;
      const found = { ...writing('good morning'), due: LATER, origin: 'root 5' };
      const again = composing({ world, tab, aim: { ...NOTE, place: 'p', plan: job }, found });
      const kept = () =>
        tab
          .records()
          .filter((record) => stateOf(record) === 'scheduled')
          .map(({ wish: wanted }) => wanted.type === 'event' && [wanted.due, wanted.writing?.text]);
      return { ...again, kept };
    };

    test('INV-NO-LOSS left unchanged, it stays scheduled without a question or a draft', () => {
      const { actor, kept, dropped, text } = editing();
      expect([kept(), text()]).toEqual([[], 'good morning']);
      actor.send({ type: 'compose.close' });
      expect([kept(), dropped(), actor.getSnapshot().value]).toEqual([
        [[LATER, 'good morning']],
        true,
        'scheduled',
      ]);
    });

    test('INV-NO-LOSS after a change the user is asked; discarding the change keeps the schedule', () => {
      const { actor, kept, dropped, is, write } = editing();
      write('good evening', 9);
      actor.send({ type: 'compose.close' });
      expect([is('leaving'), kept()]).toEqual([true, []]);
      actor.send({ type: 'compose.discard' });
      expect([kept(), dropped()]).toEqual([[[LATER, 'good morning']], true]);
    });

    describe('while the log still has it', () => {
      const unchanged = () => {
        const one = composing();
        one.write('good morning');
        set(one, { due: LATER });
        one.actor.send(wish);
        const job = one.tab.records()[0]?.job ?? '';
        const { world, tab } = one;
        const found = { ...writing('good morning'), due: LATER, origin: 'root 5' };
        const again = composing({ world, tab, aim: { ...NOTE, place: 'p', plan: job }, found });
        const states = () => tab.records().map((record) => stateOf(record));
        /** The schedule sends it at its time. */
        const send = () =>
          tab.scope.send({
            type: 'outbox.publish',
            order: {
              draft: pressed({ kind: 1, content: 'good morning', tags: [] }),
              relays: [pressed('wss://one.example')],
              now: LATER,
              origin: 'root 5',
            },
          });
        return { ...again, tab, states, send };
      };

      test('INV-NO-LOSS it stays scheduled until the first change, so a closed page loses nothing', () => {
        const { actor, is, states, write } = unchanged();
        expect([is('editable'), states()]).toEqual([true, ['scheduled']]);
        write('', 9);
        expect(states()).toEqual(['scheduled']);
        write('good evening', 10);
        expect(states()).toEqual(['discarded']);
        actor.send({ type: 'compose.close' });
        expect(is('leaving')).toBe(true);
      });

      test('INV-NO-LOSS closed unchanged, it stays scheduled and no draft is left', () => {
        const { actor, dropped, states } = unchanged();
        actor.send({ type: 'compose.close' });
        expect([actor.getSnapshot().value, dropped(), states()]).toEqual([
          'closed',
          true,
          ['scheduled'],
        ]);
      });

      test('PUBLISH-04 published unchanged it is one note, which stays scheduled', () => {
        const { actor, states } = unchanged();
        actor.send(wish);
        expect([actor.getSnapshot().value, states()]).toEqual([
          'scheduled',
          ['discarded', 'scheduled'],
        ]);
      });

      test('PUBLISH-04 if its time comes meanwhile, it is sent once and the composer follows it', () => {
        const { actor, states, send, tab } = unchanged();
        send();
        expect([actor.getSnapshot().value, states()]).toEqual([
          'pending',
          ['discarded', 'drafted'],
        ]);
        tab.refuse();
        // the text is back, and can be published or scheduled again
        expect([actor.getSnapshot().hasTag('editable'), states()]).toEqual([
          true,
          ['discarded', 'discarded'],
        ]);
      });

      test('INV-NO-LOSS deleted in another tab, its text stays in the composer', () => {
        const { actor, tab, text } = unchanged();
        tab.scope.send({ type: 'outbox.discard', job: tab.records()[0]?.job ?? '' });
        expect([actor.getSnapshot().hasTag('editable'), text()]).toEqual([true, 'good morning']);
      });
    });

    describe('while it waits for the key since its time came', () => {
      const locked = () => {
        const one = composing();
        one.write('good morning');
        set(one, { due: LATER });
        one.actor.send(wish);
        const { world, tab } = one;
        tab.scope.send({
          type: 'outbox.publish',
          order: {
            draft: pressed({ kind: 1, content: 'good morning', tags: [] }),
            relays: [pressed('wss://one.example')],
            now: LATER,
            origin: 'root 5',
          },
        });
        const job = tab.records().find((record) => stateOf(record) === 'drafted')?.job ?? '';
        tab.scope.send({ type: 'outbox.refused', job, reason: { code: 'pin.missing' } });
        const found = { ...writing('good morning'), due: LATER, origin: 'root 5' };
        const again = composing({ world, tab, aim: { ...NOTE, place: 'p', plan: job }, found });
        const states = () => tab.records().map((record) => stateOf(record));
        return { ...again, states };
      };

      test('INV-NO-LOSS it is kept until the first change, and closed unchanged it waits on', () => {
        const { actor, is, states, text, dropped } = locked();
        expect([is('editable'), text(), states()]).toEqual([
          true,
          'good morning',
          ['discarded', 'unsigned'],
        ]);
        actor.send({ type: 'compose.close' });
        expect([actor.getSnapshot().value, dropped(), states()]).toEqual([
          'closed',
          true,
          ['discarded', 'unsigned'],
        ]);
      });

      test('INV-NO-LOSS a change takes it back; discarding the change schedules it as it was', () => {
        const { actor, is, states, write, dropped } = locked();
        write('good evening', 9);
        expect(states()).toEqual(['discarded', 'discarded']);
        actor.send({ type: 'compose.close' });
        expect(is('leaving')).toBe(true);
        actor.send({ type: 'compose.discard' });
        expect([states().filter((state) => state === 'scheduled').length, dropped()]).toEqual([
          1,
          true,
        ]);
      });
    });

    test('INV-NO-LOSS an emptied one is not deleted without a question', () => {
      const { actor, is, write } = editing();
      write('', 9);
      actor.send({ type: 'compose.close' });
      expect(is('leaving')).toBe(true);
    });

    test('INV-NO-LOSS if the log has lost it, the user is asked', () => {
      const found = { ...writing('good morning'), due: LATER };
      const one = composing({ aim: { ...NOTE, place: 'p', plan: 'lost' }, found });
      one.actor.send({ type: 'compose.close' });
      expect(one.is('leaving')).toBe(true);
    });
  });

  test('INV-NO-LOSS PUBLISH-04 a crash between storing the plan and removing the draft results in one note', () => {
    const world = outboxWorld({ eager: true });
    const one = composing({ world });
    one.write('good morning');
    set(one, { due: LATER });
    one.actor.send(wish);
    const text = { ...writing('good morning'), due: LATER };
    const again = composing({ world, tab: one.tab, found: text });
    expect([again.text(), again.dropped(), again.tab.records().length]).toEqual(['', true, 1]);
    // an identical text with another origin in the log is a different text
    const other = composing({
      world,
      tab: one.tab,
      aim: { ...NOTE, place: 'x' },
      found: { ...text, origin: 'another 1' },
    });
    expect(other.text()).toBe('good morning');
  });

  test('PUBLISH-04 a plan whose text was changed elsewhere is another note', () => {
    const world = outboxWorld({ eager: true });
    const one = composing({ world });
    one.write('good morning');
    set(one, { due: LATER });
    one.actor.send(wish);
    const edited = { ...writing('good evening'), due: seconds(1_700_007_200), origin: 'root 5' };
    const again = composing({
      world,
      tab: one.tab,
      aim: { ...NOTE, place: 'edit' },
      found: { ...edited, begun: millis(5) },
    });
    expect([again.text(), inMillis(again.actor.getSnapshot().context.writing.begun)]).toEqual([
      'good evening',
      6,
    ]);
  });
});
