import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { brokenRequest } from '../../../tests/support/connection/broken-request.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { authenticatedRequestMachine } from '../account/signing/authenticated-request.machine.ts';
import { draftsMachine } from './foreign-drafts.machine.ts';
import { pressed } from '../../events/nostr/ours.ts';

const [ME, OTHER] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const URL = pressed('wss://own.example');
const SERVICE = 'wss://here.example/v1';

const draft = (
  d: string,
  at: number,
  { k = '30023', content = `A${'b'.repeat(131)}`, pubkey = ME } = {},
) =>
  trusted({
    kind: KIND.Draft,
    pubkey,
    content,
    created_at: at,
    tags: [
      ['d', d],
      ['k', k],
    ],
  });
const plain = trusted({
  kind: KIND.LongFormDraft,
  pubkey: ME,
  content: 'in the clear',
  created_at: 3,
  tags: [['d', 'old']],
});

function start(machine = draftsMachine, isLocal = false) {
  const signer = fakeSession();
  const { bus, ...asked } = fakeBus();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { drafts: machine },
  }).createMachine({
    invoke: {
      id: 'drafts',
      src: 'drafts',
      input: ({ self }) => ({
        account: ME,
        isLocal,
        bus: self as never,
        scope: self as never,
        signer: signer.ref,
      }),
    },
    on: {
      'cache.*': { actions: ({ event }) => bus.send(event as never) },
      '*': { actions: ({ event }) => told.push(event) },
    },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['drafts'] as ActorRefFrom<typeof draftsMachine>;
  const context = () => actor.getSnapshot().context;
  const locate = () =>
    actor.send({ type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] });
  return {
    ...asked,
    requests: signer.requests,
    sign: signer.sign,
    refuseSigning: signer.refuse,
    told,
    context,
    locate,
    show: () => actor.send({ type: 'drafts.show', service: SERVICE }),
    more: () => actor.send({ type: 'drafts.loadMore' }),
    read: (...ids: string[]) => actor.send({ type: 'drafts.read', ids }),
    receive: (...events: ReturnType<typeof draft>[]) =>
      actor.send({ type: 'relay.events', url: URL, events }),
    end: (complete = true) => actor.send({ type: 'relay.ended', url: URL, complete }),
    ids: () => context().drafts.map(({ id }) => id),
    state: () => actor.getSnapshot().value,
    wait: (ms: number) => elapse(clock, ms, 100),
  };
}

test('PROFILE-02 COMPOSE-08 nothing loads before it is viewed; then articles by 20, notes and plain drafts', () => {
  const it = start();
  it.locate();
  expect([it.open(), it.told, it.requests]).toEqual([[], [], []]);
  it.show();
  expect(it.open().map(({ query }) => query)).toEqual([
    { verb: 'drafts', payload: { pubkey: ME, kind: KIND.LongForm, limit: 20, offset: 0 } },
  ]);
  expect(it.told).toMatchObject([
    {
      type: 'relays.ask',
      urls: [URL],
      ask: { filters: [{ kinds: [KIND.LongFormDraft], authors: [ME], limit: 100 }] },
    },
  ]);
  const full = Array.from({ length: 20 }, (_, at) => draft(`article ${at}`, 40 - at));
  const ids = full.map(({ id }) => id);
  it.answer({ events: full, claims: [range(ids, { since: 21, until: 40 })] });
  expect([it.state(), it.ids()]).toEqual(['ready', ids]);
  it.more();
  expect(it.open()[0]?.query.payload).toEqual({
    pubkey: ME,
    kind: KIND.LongForm,
    limit: 20,
    until: 21,
    offset: 1,
  });
  it.receive(plain, draft('someone', 8, { pubkey: OTHER }));
  it.end();
  // a page that is not full is the last one, so notes are requested at once
  const last = draft('last', 10);
  it.answer({ events: [last], claims: [range([last.id], { since: 10, until: 10 })] });
  expect(it.open()[0]?.query.payload).toEqual({
    pubkey: ME,
    kind: KIND.Text,
    limit: 20,
    offset: 0,
  });
  const note = draft('note', 20, { k: '1' });
  // a service that names no range may send short pages
  it.answer({ events: [note] });
  expect(it.open()[0]?.query.payload).toEqual({
    pubkey: ME,
    kind: KIND.Text,
    limit: 20,
    until: 20,
    offset: 1,
  });
  it.answer({ rejected: 2 });
  expect([it.state(), it.ids(), it.context().rejected]).toEqual([
    'ended',
    [...ids, last.id, plain.id, note.id],
    2,
  ]);
  expect(it.requests).toEqual([]);
});

test('PROFILE-02 empty pages are skipped, no drafts is reported, and relays are asked once known', () => {
  const it = start();
  it.show();
  expect(it.told).toEqual([{ type: 'relayList.find' }]);
  it.answer({ events: [draft('gone', 9, { content: '' })] });
  expect([it.state(), it.open()[0]?.query.payload?.['until']]).toEqual(['loading', 9]);
  it.answer({});
  expect(it.open()[0]?.query.payload?.['kind']).toBe(KIND.Text);
  it.answer({});
  expect(it.state()).toBe('listening');
  it.locate();
  it.locate();
  expect(it.told.slice(1)).toMatchObject([{ type: 'relays.ask', urls: [URL] }]);
  it.end();
  expect(it.state()).toBe('ended');
});

test('PROFILE-02 PROFILE-04 INV-PROGRESS the end is known once own relays finish, or after 10 s', () => {
  for (const end of ['end', 'fail', 'wait', 'unlocated'] as const) {
    const it = start();
    if (end !== 'unlocated') it.locate();
    it.show();
    it.answer({});
    it.answer({});
    expect(it.state(), end).toBe('listening');
    if (end === 'end' || end === 'fail') it.end(end === 'end');
    else {
      it.wait(9_900);
      expect(it.state(), end).toBe('listening');
      it.wait(100);
    }
    expect(it.state(), end).toBe('ended');
    // a late event still counts
    it.receive(plain);
    expect(it.ids(), end).toEqual([plain.id]);
  }
});

test('PROFILE-02 INV-TAGGED the end of an earlier request to a relay does not end the current one', () => {
  const it = start();
  it.locate();
  it.show();
  it.show();
  it.answer({});
  it.answer({});
  it.end();
  expect(it.state()).toBe('listening');
  it.end();
  expect(it.state()).toBe('ended');
});

test('BEYOND-03 INV-OPAQUE viewed drafts are decrypted once; failures show, refusals can be retried', () => {
  const it = start();
  it.show();
  const [one, two, three] = [
    draft('one', 9),
    draft('two', 7),
    draft('three', 6, { content: 'no cipher' }),
  ];
  it.answer({ events: [one, two, three] });
  it.read(one.id, one.id, two.id, three.id, 'nobody');
  it.read(one.id);
  expect(it.requests).toMatchObject(
    [one, two].map(({ id, content }) => ({
      id,
      pubkey: ME,
      reason: { code: 'sign.readDraft' },
      act: { do: 'decrypt', scheme: 'nip44', peer: ME, text: content },
    })),
  );
  expect(it.requests.some(({ quiet }) => quiet)).toBe(false);
  it.sign(JSON.stringify({ content: 'read', tags: [['title', 'T']] }));
  it.refuseSigning();
  expect([[...it.context().texts], [...it.context().opening]]).toEqual([
    [[one.id, { title: 'T', text: 'read' }]],
    [],
  ]);
  it.read(one.id, two.id);
  expect(it.requests).toHaveLength(3);
  it.refuseSigning(undefined, signingFailure('bad-cipher'));
  expect(it.context().texts.get(two.id)).toBeUndefined();
  it.read(two.id);
  expect([it.requests.length, it.context().texts.has(two.id)]).toEqual([3, true]);
});

test('BEYOND-03 COMPOSE-08 viewing never prompts; if a proof is needed, each press prompts once', () => {
  const it = start();
  it.locate();
  it.show();
  it.refuse('drafts', 'auth-required: a challenge');
  expect(it.requests.map(({ quiet, act }) => [quiet, act.do])).toEqual([[true, 'sign']]);
  it.refuseSigning();
  expect([it.state(), it.open()]).toEqual(['closed', []]);
  // nothing retries by itself, and unencrypted drafts are shown all the same
  it.wait(60_000);
  it.receive(plain);
  expect([it.state(), it.requests.length, it.ids()]).toEqual(['closed', 1, [plain.id]]);
  it.more();
  it.refuse('drafts', 'auth-required: a challenge');
  expect(it.requests.map(({ quiet }) => quiet)).toEqual([true, false]);
  it.refuseSigning();
  expect(it.state()).toBe('closed');
  // another look is as silent as before
  it.show();
  it.refuse('drafts', 'auth-required: a challenge');
  expect(it.requests.map(({ quiet }) => quiet)).toEqual([true, false, true]);
  it.sign(trusted({ pubkey: ME, kind: 27_235, content: '', tags: [], created_at: 1 }));
  const one = draft('one', 9);
  it.answer({ events: [one] });
  expect(it.ids()).toEqual([one.id]);
});

test('ACCOUNT-15 BEYOND-03 a key of this device decrypts drafts quietly, each once, also of later pages', () => {
  const it = start(draftsMachine, true);
  it.locate();
  it.show();
  const [one, two] = [draft('one', 9), draft('two', 7)];
  it.answer({ events: [one] });
  expect(it.requests).toMatchObject([{ id: one.id, quiet: true, act: { do: 'decrypt' } }]);
  it.sign('{"content":"read"}');
  it.answer({ events: [two] });
  expect(it.requests.map(({ id }) => id)).toEqual([one.id, two.id]);
  // the key is locked: nothing is requested again until the user asks
  it.refuseSigning();
  it.answer({ events: [two] });
  it.receive(plain, two);
  expect(it.requests).toHaveLength(2);
  expect(it.context().texts.get(one.id)).toMatchObject({ text: 'read' });
  it.read(two.id);
  expect(it.requests.at(-1)).toMatchObject({ id: two.id, quiet: false });
});

test('INV-TAGGED reopening restarts; late answers are ignored, unlisted drafts are not unreadable', () => {
  const it = start();
  it.show();
  const one = draft('one', 9);
  it.answer({ events: [one] });
  it.read(one.id);
  it.show();
  expect([it.ids(), it.state()]).toEqual([[], 'loading']);
  // the draft is no longer listed, so its text is dropped
  it.sign('{"content":"late"}');
  expect([it.context().texts.has(one.id), it.context().opening.size]).toEqual([false, 0]);
  it.answer({ events: [one] });
  expect(it.ids()).toEqual([one.id]);
});

test('INV-PROGRESS a silent service fails after its timeout, a crash at once; both can be retried', () => {
  const it = start();
  it.show();
  it.wait(15_000);
  expect(it.state()).toBe('failed');
  it.more();
  it.answer({ events: [draft('one', 9)] });
  expect(it.state()).toBe('loading');
  const broken = start(
    draftsMachine.provide({
      actors: {
        authenticatedRequest: authenticatedRequestMachine.provide({
          actors: { request: brokenRequest },
        }),
      },
    }),
  );
  broken.show();
  expect(broken.state()).toBe('failed');
});
