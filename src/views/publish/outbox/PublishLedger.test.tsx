// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { ME, outboxWorld } from '../../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { BLANK } from '../../../events/publish/writing/writing.ts';
import { npubOf, shortNpub } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';
import type { OutboxActor } from '../../../machines/publish/outbox/outbox.machine.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { QuestionDialog } from '../../app/QuestionDialog.tsx';
import { PublishLedger } from './PublishLedger.tsx';
import { outboxIntents } from './use-outbox.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import styles from './PublishLedger.module.css';

let undo = () => {};
beforeEach(() => {
  undo = installTopLayer();
});
afterEach(() => {
  cleanup();
  undo();
});

/** Return the order of a confirmed “Discard”. */
const discarding = (record: OutboxRecord) =>
  outboxIntents.discarding({} as OutboxActor, record).event;

const onOpen = vi.fn<() => void>();
const onResume = vi.fn<(job: string) => void>();
beforeEach(() => vi.clearAllMocks());

function draw(outbox: OutboxActor) {
  const { app, net } = fakeApp();
  app.start();
  render(
    <AppProvider app={app}>
      <PublishLedger outbox={outbox} onOpen={onOpen} onResume={onResume} />
      <QuestionDialog />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  return net;
}

function shown() {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  const net = draw(tab.actor);
  /** Fail a job: all relays refuse it, and the caching service cannot send it either. */
  const fail = (content: string, origin?: string) => {
    act(() => {
      if (origin === undefined) tab.publish(content);
      else {
        const draft = { kind: 1, tags: [], content };
        tab.actor.send({
          type: 'outbox.publish',
          order: {
            draft: pressed(draft),
            relays: [pressed('wss://one.example')],
            now: seconds(world.now()),
            origin,
          },
        });
      }
    });
    act(() => tab.sign());
    act(() => {
      for (const delivery of world.waiting()) world.answer(delivery, 'rejected', 'no');
      tab.broadcast('none');
    });
  };
  return { world, tab, net, fail };
}
const button = (name: string) => screen.getByRole('button', { name });
const group = (name: string) => within(screen.getByRole('region', { name }));
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('BEYOND-05 INV-OUTCOME each job shows its state, the relays that accepted it, and why others refused', () => {
  const { world, tab } = shown();
  expect(screen.getByText('Nothing published yet')).toBeTruthy();
  act(() => tab.publish('hello'));
  expect(group('Not finished').getByText('Waiting for your signature')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Note');
  expect(screen.getByText('hello')).toBeTruthy();
  act(() => tab.sign());
  expect(group('Not finished').getByText('Sending to 2 relays')).toBeTruthy();
  const [first, second] = world.deliveries;
  act(() => {
    if (first) world.answer(first, 'accepted');
    if (second) world.answer(second, 'rejected', 'blocked: not a member');
  });
  expect(group('Published').getByText('1 of 2 relays accepted')).toBeTruthy();
  act(() => tab.imported());
  expect(rows().slice(-3)).toEqual([
    'one.exampleAccepted',
    'two.exampleRefused: blocked: not a member',
    'Caching serviceHas a copy',
  ]);
  expect(screen.queryByRole('region', { name: 'Not finished' })).toBeNull();
});

test('PUBLISH-04 BEYOND-05 a failed job is resent as signed; discarding asks first if text would be lost', () => {
  const { world, tab, fail } = shown();
  fail('hello');
  expect(screen.getByText('Failed to publish note')).toBeTruthy();
  expect(rows().at(-1)).toBe('Caching serviceCould not send it either: No publish confirmation');
  fireEvent.click(button('Send again'));
  expect([
    new Set(world.deliveries.map(({ event }) => event.id)).size,
    tab.signer.requests.length,
  ]).toEqual([1, 1]);
  fireEvent.click(button('Discard'));
  fireEvent.click(button('Keep it'));
  expect(tab.records().map(stateOf)).toEqual(['sending']);
  fireEvent.click(button('Discard'));
  const [record] = tab.records();
  if (record) expect(discarding(record)).toMatchObject({ withText: true });
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  expect(tab.records().map(stateOf)).toEqual(['discarded']);
  expect(screen.getByText('Nothing published yet')).toBeTruthy();
});

test('BEYOND-05 a job that some relays accepted is resent to the others, and keeps its acceptances', () => {
  const { world, tab } = shown();
  act(() => tab.publish('hello'));
  act(() => tab.sign());
  const [first, second] = world.deliveries;
  act(() => {
    if (first) world.answer(first, 'accepted');
    if (second) world.answer(second, 'silent', { code: 'relay.closed' });
    tab.imported();
  });
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  fireEvent.click(button('Send again'));
  expect(world.waiting().map(({ url }) => url)).toEqual(['wss://two.example']);
  act(() => {
    for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
  });
  expect(screen.getByText('Accepted by 2 relays')).toBeTruthy();
});

test('BEYOND-05 Publishing says where scheduled notes are', () => {
  const { world, tab } = shown();
  expect(screen.queryByText(/scheduled/)).toBeNull();
  const due = seconds(world.now() + 3_600);
  act(() =>
    tab.actor.send({
      type: 'outbox.publish',
      order: {
        draft: pressed({ kind: 1, tags: [], content: 'later' }),
        relays: [],
        now: seconds(world.now()),
        plan: { due, writing: { ...BLANK, text: 'later', due } },
      },
    }),
  );
  expect(screen.getByText('1 scheduled note is in the drafts of the composer.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show' })).toBeDefined();
});

test("PUBLISH-02 'Note not signed' is shown with the signer's words; a retry requests a new signature", () => {
  const { tab } = shown();
  act(() => tab.publish('hello'));
  act(() => tab.refuse());
  expect(screen.getByText(/^Note not signed/).textContent).toMatch(/^Note not signed.+/);
  fireEvent.click(button('Send again'));
  expect(tab.prompts()).toHaveLength(1);
});

test('E-48 BEYOND-05 a draft left by a closed page says that no signature is requested until the user does', () => {
  const { world, tab } = shown();
  act(() => tab.publish('half'));
  cleanup();
  world.crash(tab);
  const next = world.open();
  draw(next.actor);
  expect(screen.getByText('Not signed yet')).toBeTruthy();
  expect(next.prompts()).toEqual([]);
  fireEvent.click(button('Sign now'));
  expect(next.prompts()).toHaveLength(1);
  expect(screen.getByText('Waiting for your signature')).toBeTruthy();
});

test('BEYOND-05 only composer texts can be reopened there; an action without text is discarded at once', () => {
  const { world, tab, fail } = shown();
  fail('of the composer', 'root 5');
  fireEvent.click(button('Open text'));
  expect(onOpen).toHaveBeenCalledOnce();
  act(() => {
    const draft = pressed({
      kind: 7,
      tags: [
        ['e', ME],
        ['k', '1'],
      ],
      content: '+',
    });
    tab.actor.send({
      type: 'outbox.publish',
      order: { draft, relays: [], now: seconds(world.now()) },
    });
  });
  const like = within(screen.getByText('Like').closest('li') ?? document.body);
  expect([like.queryByText('+'), like.queryByRole('button', { name: 'Open text' })]).toEqual([
    null,
    null,
  ]);
  fireEvent.click(like.getByRole('button', { name: 'Discard' }));
  expect(tab.records().map(stateOf)).toEqual(['failed', 'discarded']);
});

test('BEYOND-05 an article is listed by its title, and people in a text by their names', () => {
  const { world, tab } = shown();
  const written = [
    {
      kind: 30023,
      tags: [
        ['d', 'a'],
        ['title', 'On tides'],
      ],
      content: '# Heading\n\n**bold**',
    },
    { kind: 1, tags: [], content: `Ask nostr:${npubOf(ME)} https://pictures.example/a.png` },
  ];
  for (const draft of written)
    act(() =>
      tab.actor.send({
        type: 'outbox.publish',
        order: { draft: pressed(draft), relays: [], now: seconds(world.now()) },
      }),
    );
  const list = group('Not finished');
  expect(list.getByText('On tides')).toBeTruthy();
  expect(list.queryByText(/Heading|nostr:|example/)).toBeNull();
  expect(list.getByText(/^Ask/).textContent).toMatch(/^Ask @\S+ \[Picture\]$/);
});

test('BEYOND-05 an unsigned list edit is continued by the editor of that list, and is not sent as it was', () => {
  const { world, tab } = shown();
  const from = tab.root;
  act(() =>
    tab.actor.send({
      type: 'outbox.planListEdit',
      request: '0',
      list: 'follows',
      intents: ['e', 'd', 'c', 'b'].map((digit, at) => follow(digit.repeat(64), at > 0)),
      now: seconds(world.now()),
      from,
    }),
  );
  expect([
    screen.getByRole('heading', { level: 3 }).textContent,
    screen.getByText('Not done yet') !== null,
  ]).toEqual(['Follow list', true]);
  // the entries are named, so that an old edit is not retried by mistake
  expect(rows().map((row) => row?.match(/(?:[+−]|and \d).*?(?=[+−]|and \d|Not done)/g))).toEqual([
    [
      `−Removed${shortNpub('e'.repeat(64))}`,
      ...['d', 'c'].map((digit) => `+Added${shortNpub(digit.repeat(64))}`),
      'and 1 more',
    ],
  ]);
  fireEvent.click(button('Try again'));
  expect([onResume.mock.calls, tab.signer.requests]).toEqual([[[tab.records()[0]?.job]], []]);
});

test('BEYOND-05 a relay of an unsigned list edit is added or changed, since the list before is unknown', () => {
  const { world, tab } = shown();
  const from = tab.root;
  act(() =>
    tab.actor.send({
      type: 'outbox.planListEdit',
      request: '0',
      list: 'relays',
      intents: [{ act: 'set', tag: ['r', 'wss://new.example'] }],
      now: seconds(world.now()),
      from,
    }),
  );
  expect(rows()[0]).toContain('±Added or changedwss://new.example');
});

test('BEYOND-05 a list edit refused for a newer list is redone by its editor, not resent', () => {
  const { world, tab } = shown();
  const follows = pressed({ kind: 3, tags: [['p', 'e'.repeat(64)]], content: '' });
  const template = pressed({ ...follows, pubkey: ME, created_at: seconds(world.now()) });
  const from = tab.root;
  act(() =>
    tab.actor.send({
      type: 'outbox.planListEdit',
      request: '0',
      list: 'follows',
      intents: [follow('e'.repeat(64))],
      now: seconds(world.now()),
      from,
    }),
  );
  const job = tab.records()[0]?.job ?? '';
  const relays = [pressed('wss://one.example')];
  act(() => {
    tab.actor.send({ type: 'outbox.sendListEdit', job, template, relays, from });
    tab.actor.send({ type: 'outbox.signed', job, event: trusted(template), from });
  });
  act(() => {
    for (const delivery of world.waiting())
      world.answer(delivery, 'rejected', 'replaced: have newer event');
    tab.broadcast('none');
  });
  expect(rows()[0]).toMatch(/newer version.*Send again to add this change to it/);
  const sent = world.deliveries.length;
  fireEvent.click(button('Send again'));
  expect([onResume.mock.calls, world.deliveries.length]).toEqual([[[job]], sent]);
});

test('BEYOND-05 a profile refused for a newer one is not sent again; the newer one can be opened', () => {
  const { world, tab } = shown();
  const publish = (kind: number) => {
    act(() =>
      tab.actor.send({
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind, tags: [], content: '{}' }),
          relays: [pressed('wss://one.example')],
          now: seconds(world.now()),
        },
      }),
    );
    act(() => tab.sign());
    act(() => {
      for (const delivery of world.waiting())
        world.answer(delivery, 'rejected', kind === 0 ? 'replaced: have newer event' : 'no');
      tab.broadcast('none');
    });
  };
  publish(0);
  expect(rows()[0]).toContain('This one can’t replace it');
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  const link = screen.getByRole('link', { name: 'Open the newer one' });
  expect(link.getAttribute('href')).toBe('/profile');
  // the message names the poll
  publish(1_068);
  expect(rows().some((row) => row?.includes('Failed to publish: Poll'))).toBe(true);
});

test('BEYOND-05 a held list edit that reached no relay waits while offline, and is not shown as failed', () => {
  const { tab, net } = shown();
  const [job, relay] = ['held', pressed('wss://one.example')];
  const template = pressed({ pubkey: ME, kind: 3, tags: [], content: '', created_at: seconds(5) });
  const wish = { type: 'list', list: 'follows', intents: [follow('e'.repeat(64))] } as const;
  const isRed = () => document.querySelector(`.${styles['state']}.${styles['no']}`) !== null;
  act(() => net.say({ type: 'network.wentOffline' }));
  act(() =>
    tab.actor.send({
      type: 'outbox.append',
      lines: [
        { job, type: 'intended', account: ME, wish },
        { job, type: 'drafted', template, relays: [relay] },
        { job, type: 'signed', event: trusted({ ...template, created_at: 5 }) },
        { job, type: 'silent', relay, reason: { code: 'relay.closed' } },
        { job, type: 'broadcast', accepted: [] },
      ],
    }),
  );
  expect([tab.records().map(stateOf), isRed()]).toEqual([['failed'], true]);
  act(() => tab.actor.send({ type: 'outbox.append', lines: [{ job, type: 'held', on: true }] }));
  expect(screen.getByText('You are offline. It is sent when you are back.')).toBeTruthy();
  expect(isRed()).toBe(false);
});

test('ACCESS-02 BEYOND-05 each change of a job is announced once, without its earlier states', () => {
  const { world, tab, fail } = shown();
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toBe('');
  fail('hello');
  expect(said()).toBe('Note: Failed to publish note');
  cleanup();
  draw(tab.actor);
  expect(said()).toBe('');
  act(() =>
    tab.actor.send({
      type: 'outbox.retry',
      job: tab.records()[0]?.job ?? '',
      now: seconds(world.now()),
    }),
  );
  expect(said()).toBe('Note: Sending to 2 relays');
});

test('BEYOND-05 the first lists of a new account are named as lists', () => {
  const { world, tab } = shown();
  for (const kind of [3, 10_002, 10_050])
    act(() =>
      tab.actor.send({
        type: 'outbox.publish',
        order: {
          draft: pressed({ kind, tags: [], content: '' }),
          relays: [],
          now: seconds(world.now()),
        },
      }),
    );
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles.toSorted()).toEqual(['Follow list', 'Relays', 'Relays for private messages']);
});

test('PUBLISH-04 a scheduled note that waits for the key is not called unsigned', () => {
  const { tab } = shown();
  const draft = pressed({ kind: 1, tags: [], content: 'good morning' });
  const [due, origin] = [seconds(100), 'root 5'];
  const order = { draft, relays: [], now: seconds(50), origin };
  act(() => {
    const plan = { due, writing: { ...BLANK, text: 'good morning' } };
    tab.actor.send({ type: 'outbox.publish', order: { ...order, plan } });
    const relays = [pressed('wss://one.example')];
    tab.actor.send({ type: 'outbox.publish', order: { ...order, relays, now: due } });
  });
  const job = tab.records().find((record) => stateOf(record) === 'drafted')?.job ?? '';
  act(() => tab.actor.send({ type: 'outbox.refused', job, reason: { code: 'pin.missing' } }));
  expect(group('Not finished').getByText('Waiting for your key')).toBeTruthy();
  expect(screen.queryByText('Note not signed')).toBeNull();
});
