import { inEnglish, saying } from '../../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  fakeAsker,
  type Lie,
  note,
  request,
} from '../../../../tests/support/account/fake-signer.ts';
import {
  ME,
  type SignerWorld,
  startSigner,
} from '../../../../tests/support/account/signer-world.ts';
import { LAPSED, OVERDUE } from './sign-queue.ts';
import { signerMachine, type SignerEvent } from './signer.machine.ts';
import type { SignAction } from '../../core/sign-request.ts';

const CIPHER: SignAction = { do: 'encrypt', scheme: 'nip04', peer: 'b'.repeat(64), text: 'hello' };

const firstPrompt = (world: SignerWorld) => {
  const [prompt] = world.signer.open();
  if (!prompt) throw new Error('nothing is asked');
  return prompt;
};

describe('one at a time', () => {
  test('SIGN-01 requests run in order, each shown with its reason, the next only after the one before', () => {
    const world = startSigner();
    const asker = fakeAsker();
    for (const id of ['1', '2', '3']) world.send(request(asker.ref, id, note(id), ME));
    const asked: unknown[] = [];
    while (world.signer.open().length > 0) {
      expect(world.signer.open()).toHaveLength(1);
      asked.push(firstPrompt(world).act);
      world.signer.approve(firstPrompt(world));
    }
    expect(asked).toEqual([note('1'), note('2'), note('3')]);
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
    ]);
    expect(world.actor.getSnapshot().matches({ open: 'idle' })).toBe(true);
  });

  test('BEYOND-03 nothing is sent before a request, and waiting ones can be read with their reasons', () => {
    const world = startSigner();
    elapse(world.clock, 120_000, 1_000);
    expect(world.signer.prompts).toEqual([]);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(request(asker.ref, '2', note('b'), ME));
    const { queue } = world.actor.getSnapshot().context;
    expect(queue.map(({ reason, prompt }) => [inEnglish(reason), prompt !== undefined])).toEqual([
      ['because of 1', true],
      ['because of 2', false],
    ]);
  });

  test('INV-QUEUE a refusal does not affect other requests', () => {
    const world = startSigner();
    const asker = fakeAsker();
    for (const id of ['a', 'b', 'c', 'd']) world.send(request(asker.ref, id, note(id), ME));
    world.signer.refuse(firstPrompt(world));
    while (world.signer.open().length > 0) world.signer.approve(firstPrompt(world));
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', true],
    ]);
  });

  test('BEYOND-03 INV-ONE-PROMPT equal requests share a prompt, and all requesters get its outcome', () => {
    const world = startSigner();
    const [one, two] = [fakeAsker(), fakeAsker()];
    world.send(request(one.ref, '1', note('gm'), ME));
    world.send(request(two.ref, '1', note('gm'), ME));
    world.send(request(one.ref, '2', note('gm', 8), ME));
    expect(world.actor.getSnapshot().context.queue).toHaveLength(2);
    world.signer.approve(firstPrompt(world));
    expect([one.settled.length, two.settled.length]).toEqual([1, 1]);
    expect(one.settled[0]?.outcome).toEqual(two.settled[0]?.outcome);
    expect(world.signer.prompts).toHaveLength(2);
  });
});

describe('visibility of the queue', () => {
  const isShown = (world: SignerWorld) => world.actor.getSnapshot().context.slow;

  test('BEYOND-03 a key that answers at once never shows the queue, however much it signs', () => {
    const world = startSigner();
    const asker = fakeAsker();
    for (let nth = 0; nth < 20; nth++) world.send(request(asker.ref, `${nth}`, note(`${nth}`), ME));
    const shown: boolean[] = [];
    while (world.signer.open().length > 0) {
      elapse(world.clock, 390, 10);
      shown.push(isShown(world));
      world.signer.approve(firstPrompt(world));
    }
    elapse(world.clock, 2_000, 100);
    expect([shown.length, shown.includes(true), isShown(world)]).toEqual([20, false, false]);
  });

  test('BEYOND-03 a prompt open for a moment shows the queue until nothing waits', () => {
    const world = startSigner();
    const asker = fakeAsker();
    for (const id of ['1', '2']) world.send(request(asker.ref, id, note(id), ME));
    elapse(world.clock, 390, 10);
    expect(isShown(world)).toBe(false);
    elapse(world.clock, 20, 10);
    expect(isShown(world)).toBe(true);
    world.signer.approve(firstPrompt(world));
    expect(isShown(world)).toBe(true);
    world.signer.refuse(firstPrompt(world));
    expect(isShown(world)).toBe(false);
  });

  test('BEYOND-03 cancelled, locked or broken requests hide the queue', () => {
    for (const end of ['signer.cancel', 'signer.lock', 'signer.close'] as const) {
      const world = startSigner();
      world.send(request(fakeAsker().ref, '1', note('a'), ME));
      elapse(world.clock, 500, 50);
      expect(isShown(world)).toBe(true);
      const [queued] = world.actor.getSnapshot().context.queue;
      world.send(end === 'signer.cancel' ? { type: end, queued: queued?.id ?? '' } : { type: end });
      expect(world.actor.getSnapshot().status === 'active' && isShown(world)).toBe(false);
    }
  });
});

describe('a slow signer', () => {
  test('SIGN-01 after a minute the next prompt opens beside it, and a late approval still counts', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('slow'), ME));
    world.send(request(asker.ref, '2', note('next'), ME));
    elapse(world.clock, (OVERDUE - 1) * 1_000, 1_000);
    expect(world.signer.open()).toHaveLength(1);
    elapse(world.clock, 1_000, 1_000);
    expect(world.signer.open()).toHaveLength(2);
    const [slow] = world.signer.open();
    if (slow) world.signer.approve(slow);
    expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: true } }]);
  });

  test('INV-PROGRESS after eleven minutes it has failed, and an approval after that is dropped', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('never'), ME));
    const prompt = firstPrompt(world);
    elapse(world.clock, LAPSED * 1_000, 1_000);
    expect(asker.settled).toEqual([
      {
        type: 'sign.settled',
        id: '1',
        outcome: {
          ok: false,
          failure: { code: 'event_not_signed', detail: saying('The signer did not answer') },
        },
      },
    ]);
    expect(prompt.abandoned).toBe(true);
    world.signer.approve(prompt);
    expect(asker.settled).toHaveLength(1);
  });

  test('SIGN-01 the user can cancel it: the queue goes on, and its approval is dropped', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(request(asker.ref, '2', note('b'), ME));
    const prompt = firstPrompt(world);
    world.send({
      type: 'signer.cancel',
      queued: world.actor.getSnapshot().context.queue[0]?.id ?? '',
    });
    expect(asker.settled).toMatchObject([
      { id: '1', outcome: { ok: false, failure: { detail: saying('Cancelled') } } },
    ]);
    world.signer.approve(prompt);
    expect(asker.settled).toHaveLength(1);
    expect(firstPrompt(world).act).toEqual(note('b'));
  });

  test('SIGN-01 a requester can cancel it; others that want the same still get it', () => {
    const world = startSigner();
    const [one, two] = [fakeAsker(), fakeAsker()];
    world.send(request(one.ref, '1', note('a'), ME));
    world.send(request(two.ref, '1', note('a'), ME));
    world.send({ type: 'sign.cancel', id: '1', from: one.ref });
    expect([one.settled.length, two.settled.length]).toEqual([1, 0]);
    world.signer.approve(firstPrompt(world));
    expect(two.settled).toMatchObject([{ outcome: { ok: true } }]);
    expect(one.settled).toHaveLength(1);
  });

  test('SIGN-01 INV-QUEUE a request cancelled while locked settles at once, and is not sent on unlock', () => {
    for (const by of ['who asked', 'a person'] as const) {
      const world = startSigner(signerMachine, false);
      const [one, two] = [fakeAsker(), fakeAsker()];
      world.send(request(one.ref, '1', note('a'), ME));
      world.send(request(two.ref, '2', note('b'), ME));
      const queued = world.actor.getSnapshot().context.queue[0]?.id ?? '';
      world.send(
        by === 'who asked'
          ? { type: 'sign.cancel', id: '1', from: one.ref }
          : { type: 'signer.cancel', queued },
      );
      expect(one.settled).toMatchObject([
        { id: '1', outcome: { ok: false, failure: { detail: saying('Cancelled') } } },
      ]);
      world.send({ type: 'sign.cancel', id: '2', from: two.ref });
      expect(world.actor.getSnapshot().value).toEqual({ locked: 'idle' });
      world.send({ type: 'signer.unlocked' });
      expect([world.signer.prompts, one.settled.length, two.settled.length]).toEqual([[], 1, 1]);
    }
  });

  test('INV-QUEUE a crashed signer fails only its open requests; the next one gets the rest', () => {
    const world = startSigner();
    const [one, two] = [fakeAsker(), fakeAsker()];
    world.send(request(one.ref, '1', note('a'), ME));
    world.send(request(two.ref, '2', note('b'), ME));
    world.signer.crashOnNext('broken');
    world.send({
      type: 'signer.retry',
      queued: world.actor.getSnapshot().context.queue[0]?.id ?? '',
    });
    world.signer.crashOnNext(undefined);
    expect([one.settled.map(({ outcome }) => outcome.ok), two.settled]).toEqual([[false], []]);
    elapse(world.clock, 1_100, 100);
    while (world.signer.open().length > 0) world.signer.approve(firstPrompt(world));
    expect([one.settled.length, two.settled.map(({ outcome }) => outcome.ok)]).toEqual([1, [true]]);
  });

  test('INV-ONE-PROMPT asking again abandons the first prompt', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    const first = firstPrompt(world);
    world.send({
      type: 'signer.retry',
      queued: world.actor.getSnapshot().context.queue[0]?.id ?? '',
    });
    expect(first.abandoned).toBe(true);
    expect(world.signer.open()).toHaveLength(1);
    world.signer.approve(first);
    expect(asker.settled).toEqual([]);
    world.signer.approve(firstPrompt(world));
    expect(asker.settled).toMatchObject([{ outcome: { ok: true } }]);
  });

  test('a page where the user must approve is shown with the request', () => {
    const world = startSigner();
    world.send(request(fakeAsker().ref, '1', note('a'), ME));
    world.signer.report({
      type: 'signer.challenged',
      id: firstPrompt(world).id,
      url: 'https://x.example/',
    });
    expect(world.actor.getSnapshot().context.queue[0]?.challenge).toBe('https://x.example/');
  });

  test('a request of a stopped actor is dropped', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    asker.ref.stop();
    elapse(world.clock, 1_000, 1_000);
    expect(world.actor.getSnapshot().context.queue).toEqual([]);
    expect(world.signer.prompts[0]?.abandoned).toBe(true);
  });
});

describe('answers', () => {
  test.each<Lie>(['pubkey', 'content', 'kind', 'tags', 'created_at', 'other form'])(
    'SIGN-03 INV-IDENTITY a signer that changes %s is not believed',
    (lie) => {
      const world = startSigner();
      const asker = fakeAsker();
      world.send(request(asker.ref, '1', note('a'), ME));
      world.send(request(asker.ref, '2', note('b'), ME));
      world.signer.approve(firstPrompt(world), lie);
      expect(asker.settled).toMatchObject([
        { id: '1', outcome: { ok: false, failure: { code: 'event-sig-not-verified' } } },
      ]);
      world.signer.approve(firstPrompt(world));
      expect(asker.settled).toMatchObject([{}, { id: '2', outcome: { ok: true } }]);
    },
  );

  test('SIGN-04 encrypted text must have the form of its scheme, else it is a bad cipher', () => {
    const world = startSigner();
    const asker = fakeAsker();
    for (const lie of ['content', 'other form', 'none'] as const) {
      world.send(request(asker.ref, lie, CIPHER, ME));
      world.signer.approve(firstPrompt(world), lie);
    }
    expect(asker.settled.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.failure.code))).toEqual([
      'bad-cipher',
      'bad-cipher',
      'ok',
    ]);
  });
});

describe('a locked key', () => {
  test('ACCOUNT-04 the first act asks for the key once, waits, and continues', () => {
    const world = startSigner(signerMachine, false);
    expect(world.news).toEqual([]);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(request(asker.ref, '2', note('b'), ME));
    expect(world.news).toEqual(['signer.keyNeeded']);
    expect(world.signer.lives).toEqual([]);
    world.send({ type: 'signer.unlocked' });
    expect(firstPrompt(world).act).toEqual(note('a'));
  });

  test('BEYOND-03 locking fails silent requests without a PIN prompt; equal other requests stay', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, 'on load', note('a'), ME, true));
    world.send(request(asker.ref, 'shared', note('b'), ME, true));
    world.send({ type: 'signer.lock' });
    world.send(request(asker.ref, 'late', note('c'), ME, true));
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['on load', false],
      ['shared', false],
      ['late', false],
    ]);
    expect(asker.settled[0]).toMatchObject({
      outcome: { failure: { detail: { code: 'key.locked' } } },
    });
    expect(world.news).toEqual([]);
    world.send({ type: 'signer.unlocked' });
    world.send(request(asker.ref, 'quiet', note('d'), ME, true));
    world.send(request(asker.ref, 'wanted', note('d'), ME));
    world.send({ type: 'signer.lock' });
    expect(world.news).toEqual(['signer.keyNeeded']);
    expect(asker.settled.slice(3)).toMatchObject([{ id: 'quiet', outcome: { ok: false } }]);
    world.send({ type: 'signer.unlocked' });
    world.signer.approve(firstPrompt(world));
    expect(asker.settled.slice(4)).toMatchObject([{ id: 'wanted', outcome: { ok: true } }]);
  });

  test('without the PIN all waiting requests fail, and the next act asks again', () => {
    const world = startSigner(signerMachine, false);
    const asker = fakeAsker();
    const denied: SignerEvent = {
      type: 'signer.denied',
      failure: { code: 'sign-no-nsec', detail: { code: 'pin.missing' } },
    };
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send(denied);
    expect(asker.settled).toMatchObject([
      { outcome: { ok: false, failure: { code: 'sign-no-nsec' } } },
    ]);
    world.send(request(asker.ref, '2', note('a'), ME));
    expect(world.news).toHaveLength(2);
    elapse(world.clock, 14 * 60_000, 60_000);
    expect(asker.settled).toHaveLength(1);
    elapse(world.clock, 60_000, 60_000);
    expect(asker.settled).toMatchObject([{}, { id: '2', outcome: { ok: false } }]);
  });

  test('an act interrupted by locking or a lost key is sent again after unlocking', () => {
    const world = startSigner();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), ME));
    world.send({ type: 'signer.lock' });
    expect(world.signer.lives[0]?.ended).toBe(true);
    world.send({ type: 'signer.unlocked' });
    world.signer.report({ type: 'signer.locked', id: firstPrompt(world).id });
    expect(world.news).toHaveLength(2);
    world.send({ type: 'signer.unlocked' });
    world.signer.approve(firstPrompt(world));
    expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: true } }]);
  });
});

test('a crashed port fails its open requests, and the queue continues with a new one', () => {
  const world = startSigner();
  const asker = fakeAsker();
  world.signer.crashOnNext('boom');
  world.send(request(asker.ref, '1', note('a'), ME));
  world.signer.crashOnNext(undefined);
  world.send(request(asker.ref, '2', note('b'), ME));
  elapse(world.clock, 900);
  expect(world.signer.open()).toEqual([]);
  elapse(world.clock, 100);
  world.signer.approve(firstPrompt(world));
  expect(asker.settled).toMatchObject([
    { id: '1', outcome: { ok: false } },
    { id: '2', outcome: { ok: true } },
  ]);
});

test('INV-QUEUE an idle signer that crashes is restarted, and handles later requests', () => {
  const world = startSigner();
  const asker = fakeAsker();
  world.send(request(asker.ref, '1', note('a'), ME));
  world.signer.crashOnNext('broken', 'signer.abandon');
  world.send({
    type: 'signer.cancel',
    queued: world.actor.getSnapshot().context.queue[0]?.id ?? '',
  });
  world.signer.crashOnNext(undefined);
  world.send(request(asker.ref, '2', note('b'), ME));
  elapse(world.clock, 1_100, 100);
  world.signer.approve(firstPrompt(world));
  expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
    ['1', false],
    ['2', true],
  ]);
});

test('SIGN-01 a request not yet sent to the signer is cancelled without notifying it', () => {
  const world = startSigner();
  const asker = fakeAsker();
  for (const id of ['1', '2']) world.send(request(asker.ref, id, note(id), ME));
  world.signer.crashOnNext('broken', 'signer.abandon');
  world.send({
    type: 'signer.cancel',
    queued: world.actor.getSnapshot().context.queue[1]?.id ?? '',
  });
  world.signer.approve(firstPrompt(world));
  expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
    ['2', false],
    ['1', true],
  ]);
});

test('INV-SCOPE leaving the account settles all waiting requests and ends the port', () => {
  const world = startSigner();
  const asker = fakeAsker();
  for (const id of ['1', '2']) world.send(request(asker.ref, id, note(id), ME));
  const prompt = firstPrompt(world);
  world.send({ type: 'signer.close' });
  expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
    ['1', false],
    ['2', false],
  ]);
  expect(world.signer.lives[0]?.ended).toBe(true);
  world.signer.approve(prompt);
  expect(asker.settled).toHaveLength(2);
  expect(world.actor.getSnapshot().status).toBe('done');
});
