// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { seconds } from '../../../events/core/time.ts';
import { relayKey } from '../../../events/core/url.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { FeatureActors } from '../../../machines/app/features.ts';
import type { PoolCommand, PoolSignal } from '../../../machines/connection/cache.machine.ts';
import type { RelaySignal } from '../../../machines/connection/relay-protocol.ts';
import {
  networkMachine,
  type ProxyCommand,
  type ProxySignal,
} from '../../../machines/settings/network.machine.ts';
import { ListDialogs } from '../../account/lists/ListDialogs.tsx';
import { useLists } from '../../account/lists/use-lists.ts';
import { QuestionDialog } from '../../app/QuestionDialog.tsx';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { createActor, createMachine } from 'xstate';
import { pressed } from '../../../events/nostr/ours.ts';
import type { PeerUse } from '../../../events/connection/peer-use.ts';
import { NetworkAdd } from './NetworkAdd.tsx';
import { NetworkOthers } from './NetworkOthers.tsx';
import { NetworkPermits } from './NetworkPermits.tsx';
import { NetworkRecommended } from './NetworkRecommended.tsx';
import { NetworkRelay } from './NetworkRelay.tsx';
import { NetworkScreen } from './NetworkScreen.tsx';
import type { ListedRelay } from './use-own-relays.ts';

let undo = () => {};
beforeEach(() => {
  undo = installTopLayer();
});
afterEach(() => {
  cleanup();
  undo();
});

const ME = 'a'.repeat(64);
const URL = 'wss://harbour.example';

/** Render an account with one relay, whose socket and information document the test controls. */
async function world({ isAnswered = true } = {}) {
  const promises = fakePromises();
  const proxy = fakePort<ProxyCommand, { account: string }, ProxySignal>();
  const network = networkMachine.provide({
    actors: { proxy: proxy.logic, info: promises.port('info') },
  });
  const fake = await runningAccount(ME, { network });
  const list = verified({
    id: '1'.repeat(64),
    pubkey: ME,
    kind: KIND.RelayList,
    tags: [['r', URL]],
  });
  const found = (events: readonly VerifiedEvent[]) =>
    act(() => fake.answer('replaceable_event', { events }));
  if (isAnswered) found([list]);
  return {
    ...fake,
    promises,
    found,
    wait: (ms: number) => act(() => elapse(fake.clock, ms, Math.max(100, Math.ceil(ms / 200)))),
    tell: (signal: RelaySignal) => act(() => fake.sockets.report(signal)),
    /** The editor of the list finds it at the caching service; the relay stays silent. */
    lookUp: () => act(() => fake.lookUpList(list)),
  };
}

const own = (over: Partial<ListedRelay> = {}): ListedRelay => {
  const url = over.url ?? URL;
  return {
    url,
    key: relayKey(url),
    read: true,
    write: true,
    isBusy: false,
    isHeld: false,
    isNamed: true,
    ...over,
  };
};
function Questions() {
  const lists = useLists();
  return lists && <ListDialogs lists={lists} />;
}
/** Return the intents that the relay list's editor has received. */
const relayEdits = ({ lists }: Partial<FeatureActors>): readonly ListIntent[] =>
  lists
    ?.getSnapshot()
    .children['edit relays']?.getSnapshot()
    .context.queue.flatMap((item) => (item.question ? [] : item.intents)) ?? [];
const button = (name: string) => screen.getByRole('button', { name });
const state = () => screen.getByRole('listitem').querySelectorAll('p')[1]?.textContent;

async function row(over: Partial<ListedRelay> = {}) {
  const onEdit = vi.fn<(intent: ListIntent) => void>();
  const it = await world();
  render(
    <AppProvider app={it.app}>
      <ul>
        <NetworkRelay relay={own(over)} onEdit={onEdit} />
      </ul>
      <Questions />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  return {
    ...it,
    edits: () => [...onEdit.mock.calls.map(([intent]) => intent), ...relayEdits(it.features())],
  };
}

test("RELAY-03 RELAY-07 a relay's state is a light and words; a failed relay says why and can be retried", async () => {
  const { tell, wait, sockets, app, activity } = await row();
  expect(state()).toBe('Connecting');
  tell({ type: 'socket.opened' });
  expect(state()).toBe('Online');
  tell({ type: 'socket.closed', reason: 'closed' });
  expect(state()).toBe('Trying again soon · relay connection closed');
  const stay = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      activity.say({ type: 'activity.seen' });
      wait(60_000);
    }
  };
  stay(15);
  expect(state()).toBe('Gave up after 10 tries · relay connection timed out');
  const before = sockets.lives.length;
  stay(10);
  expect(sockets.lives).toHaveLength(before);
  fireEvent.click(button('Try harbour.example again'));
  expect([sockets.lives.length - before, screen.getByRole('status').textContent]).toEqual([
    1,
    'Connecting',
  ]);
  tell({ type: 'socket.opened' });
  act(() => app.send({ type: 'activity.slept' }));
  expect(state()).toBe('Paused while you are away');
});

test('RELAY-08 while all traffic uses the caching service, a relay is shown as paused', async () => {
  const { features } = await row();
  act(() => features().network?.send({ type: 'network.proxy', on: true }));
  expect(state()).toBe('Paused: everything goes through the caching service');
});

test('RELAY-06 RELAY-07 BEYOND-01 flags are edited; a removal asks once, and names its risks', async () => {
  const { edits, lookUp, features } = await row({ write: false });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Write to harbour.example' }));
  expect(edits()).toEqual([{ act: 'set', tag: ['r', URL] }]);
  for (const press of [
    () => screen.getByRole('checkbox', { name: 'Read at harbour.example' }),
    () => button('Remove harbour.example'),
  ]) {
    fireEvent.click(press());
    fireEvent.click(button('Keep it'));
    expect(edits()).toHaveLength(1);
  }
  fireEvent.click(button('Remove harbour.example'));
  const confirm = () =>
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' });
  fireEvent.click(confirm());
  expect([confirm().ariaBusy, edits().length]).toEqual(['true', 1]);
  lookUp();
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  expect(screen.getByRole('alertdialog', { name: 'Remove this relay?' }).textContent).toContain(
    'harbour.example didn’t answer, so a newer version may exist there.',
  );
  expect(screen.queryByRole('button', { name: /and save$/ })).toBeNull();
  fireEvent.click(confirm());
  expect(edits().slice(1)).toEqual([{ act: 'remove', tag: ['r', URL] }]);
  lookUp();
  const { lists } = features();
  expect([
    screen.queryByRole('alertdialog'),
    lists?.getSnapshot().children['edit relays']?.getSnapshot().hasTag('asking'),
  ]).toEqual([null, false]);
});

test('a relay that is used only as a default cannot be removed, and a relay being saved says so', async () => {
  await row({ isNamed: false });
  expect([
    screen.queryAllByRole('checkbox'),
    screen.queryByRole('button', { name: /^Remove/ }),
  ]).toEqual([[], null]);
  expect(state()).toBe('Connecting · Used because your list has no Write relay');
  cleanup();
  await row({ isBusy: true });
  expect([
    state(),
    screen.getAllByRole<HTMLInputElement>('checkbox').map(({ disabled }) => disabled),
  ]).toEqual(['Saving', [true, true]]);
});

test("RELAY-09 a relay's information loads on request; its last notices are below", async () => {
  const { tell, promises } = await row();
  expect(promises.all).toEqual([]);
  tell({ type: 'socket.opened' });
  tell({ type: 'socket.heard', heard: ['one', 'two'].map((text) => ({ type: 'notice', text })) });
  fireEvent.click(button('About harbour.example'));
  expect(screen.getByText('Asking the relay')).toBeTruthy();
  const limits = [
    ['max_message_length', 65_536],
    ['auth_required', true],
  ];
  await act(() =>
    promises.answer({
      name: 'Harbour',
      description: 'For boats',
      software: 'quay 1',
      nips: [1, 11],
      limits,
    }),
  );
  for (const text of [
    'Harbour',
    'For boats',
    'Supports NIP 1, 11',
    'Messages up to 65,536 bytes. Asks you to sign in.',
    'quay 1',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  const notices = screen.getAllByRole('listitem').slice(1);
  expect(notices.map(({ textContent }) => textContent)).toEqual(['two', 'one']);
});

test("RELAY-07 'Invalid url' is shown and the text stays; empty input is ignored; duplicates are not added", async () => {
  const onAdd = vi.fn<(intent: ListIntent) => void>();
  const { app } = await world();
  render(
    <AppProvider app={app}>
      <NetworkAdd relays={[own()]} onAdd={onAdd} />
    </AppProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Address of a relay');
  const add = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.click(button('Add'));
  };
  add('   ');
  expect(screen.queryByRole('alert')).toBeNull();
  for (const text of ['https://relay.example', 'relay.example', 'wss://']) {
    add(text);
    expect([screen.getByRole('alert').textContent, field.value]).toEqual(['Invalid url', text]);
  }
  add('wss://HARBOUR.example/');
  expect(screen.getByRole('alert').textContent).toBe('Already in your list');
  expect(onAdd).not.toHaveBeenCalled();
  add(' wss://quay.example/ ');
  expect([onAdd.mock.calls, field.value, screen.queryByRole('alert')]).toEqual([
    [[{ act: 'set', tag: ['r', 'wss://quay.example'] }]],
    '',
    null,
  ]);
});

test('RELAY-07 recommended relays are added singly, or replace all after a confirmation that names them', async () => {
  const onEdit = vi.fn<(intents: readonly ListIntent[]) => void>();
  const { app, answer, refuse, features, lookUp } = await world();
  render(
    <AppProvider app={app}>
      <NetworkRecommended relays={[own(), own({ url: 'wss://old.example' })]} onEdit={onEdit} />
      <Questions />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  act(() => refuse('get_default_relays'));
  fireEvent.click(button('Try again'));
  const values = ['wss://harbour.example', 'wss://quay.example'];
  act(() =>
    answer('get_default_relays', { claims: [{ claim: 'list', list: 'defaultRelays', values }] }),
  );
  expect(screen.getByText('In your list')).toBeTruthy();
  fireEvent.click(button('Add quay.example'));
  expect(onEdit).toHaveBeenCalledWith([{ act: 'set', tag: ['r', 'wss://quay.example'] }]);
  onEdit.mockClear();
  fireEvent.click(button('Reset to recommended relays'));
  fireEvent.click(button('Cancel'));
  expect([onEdit.mock.calls, relayEdits(features())]).toEqual([[], []]);
  fireEvent.click(button('Reset to recommended relays'));
  expect(
    screen.getByText('Your list will contain only these: harbour.example, quay.example'),
  ).toBeTruthy();
  lookUp();
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  fireEvent.click(button('Replace'));
  expect(relayEdits(features())).toEqual([
    { act: 'remove', tag: ['r', 'wss://old.example'] },
    { act: 'set', tag: ['r', 'wss://harbour.example'] },
    { act: 'set', tag: ['r', 'wss://quay.example'] },
  ]);
});

/** Render the page for a visitor, with fake caching services. */
function visited() {
  const pool = fakePort<PoolCommand, undefined, PoolSignal>();
  const fake = fakeApp({}, (machine) =>
    machine.id === 'cache'
      ? (machine.provide({ actors: { pool: pool.logic } }) as typeof machine)
      : machine,
  );
  fake.app.start();
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <NetworkScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  const services = screen.getByRole('region', { name: 'Caching service' });
  const rows = () =>
    within(services)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent);
  return { ...fake, pool, services: within(services), rows };
}

test('CACHE-01 CACHE-09 CACHE-05 SETTINGS-07 caching services are added, tested, chosen, removed and reset', () => {
  const { pool, socket, clock, services, rows, app } = visited();
  act(() => socket.connect());
  const first = 'wss://cache.example/v1';
  const second = 'wss://second.example/v1';
  const field = screen.getByLabelText<HTMLInputElement>('Address of a caching service');
  const add = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.click(button('Add the caching service'));
  };
  for (const text of ['second', 'ftp://second.example']) {
    add(text);
    expect([services.getByRole('alert').textContent, field.value]).toEqual(['Invalid url', text]);
  }
  add(first);
  expect(services.getByRole('alert').textContent).toBe('Already in your list');
  add(second);
  expect([rows(), field.value]).toEqual([[first, second], '']);
  expect(pool.told()).toEqual([
    { type: 'cache.pool', urls: [first, second] },
    { type: 'cache.test', url: second },
  ]);
  act(() =>
    pool.report({
      type: 'pool.updated',
      said: { tests: new Map([[second, { found: 'service', ms: 34 }]]) },
    }),
  );
  expect(
    services.getByText('Used when the current one doesn’t answer · Answered in 34 ms'),
  ).toBeTruthy();
  act(() =>
    pool.report({
      type: 'pool.updated',
      said: { tests: new Map([[second, { found: 'nothing' }]]) },
    }),
  );
  expect(
    services.getByText('Used when the current one doesn’t answer · Does not answer'),
  ).toBeTruthy();
  fireEvent.click(button(`Use ${second}`));
  act(() => elapse(clock, 1_000, 100));
  expect([rows(), socket.last().url]).toEqual([[second, first], second]);
  fireEvent.click(button(`Remove ${first}`));
  fireEvent.click(button(`Remove ${second}`));
  expect([
    rows(),
    services.getByText('This is your last caching service. It cannot be removed.') !== null,
  ]).toEqual([[second], true]);
  act(() => pool.report({ type: 'pool.updated', said: { problem: 'unkept' } }));
  expect(
    services.getByText('Your browser does not save this. It lasts until you close the page.'),
  ).toBeTruthy();
  fireEvent.click(button('Reset to the default'));
  act(() => pool.report({ type: 'cache.pool', urls: [first], url: first }));
  act(() => elapse(clock, 1_000, 100));
  expect([rows(), socket.last().url]).toEqual([[first], first]);
  const epochs = socket.epochs.length;
  act(() => socket.connect());
  fireEvent.click(button(`Connect to ${first} again`));
  act(() => elapse(clock, 1_000, 100));
  expect(socket.epochs).toHaveLength(epochs + 1);
  act(() => socket.connect());
  fireEvent.click(button(`Disconnect from ${first}`));
  act(() => elapse(clock, 120_000, 1_000));
  expect([
    socket.last().closed,
    socket.epochs.length,
    services.queryByText('In use · Not connected') !== null,
  ]).toEqual([true, epochs + 1, true]);
  expect(services.queryByRole('button', { name: `Disconnect from ${first}` })).toBeNull();
  fireEvent.click(button(`Connect to ${first} again`));
  act(() => elapse(clock, 1_000, 100));
  expect(socket.epochs).toHaveLength(epochs + 2);
  app.stop();
});

test('SETTINGS-07 RELAY-07 the page says that there are no relays only after the list was looked up', async () => {
  const { app, found } = await world({ isAnswered: false });
  render(
    <AppProvider app={app}>
      <NetworkScreen />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  const own = within(screen.getByRole('region', { name: 'My relays' }));
  const none = () => own.queryByText(/^You have no relays yet/);
  expect([none(), own.queryAllByRole('listitem')]).toEqual([null, []]);
  found([]);
  expect([none() !== null, own.getAllByRole('listitem').length]).toEqual([true, 1]);
  app.stop();
});

test('RELAY-07 CACHE-05 a service that lacks the relay list of this device is not believed', async () => {
  const { app, found, features } = await world({ isAnswered: false });
  found([]);
  const list = verified({
    id: '1'.repeat(64),
    pubkey: ME,
    kind: KIND.RelayList,
    tags: [['r', URL]],
  });
  act(() => features().lists?.send({ type: 'versions.found', events: [list], now: seconds(9) }));
  render(
    <AppProvider app={app}>
      <NetworkScreen />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  expect(screen.queryByText(/^You have no relays yet/)).toBeNull();
  expect(screen.getByText(/knows nothing of your relay list/)).toBeTruthy();
  app.stop();
});

test('RELAY-10 a relay that the list names for reading only is not ticked for writing as fallback', async () => {
  const { app, found } = await world({ isAnswered: false });
  const tags = [['r', 'ws://here.example', 'read']];
  found([verified({ id: '1'.repeat(64), pubkey: ME, kind: KIND.RelayList, tags })]);
  render(
    <AppProvider app={app}>
      <NetworkScreen />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  const own = within(screen.getByRole('region', { name: 'My relays' }));
  const ticks = own.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
  expect(ticks).toEqual([true, false]);
  app.stop();
});

test('RELAY-10 the preconfigured relay and the proxy relay are named', () => {
  const { app } = visited();
  const given = within(screen.getByRole('region', { name: 'Relays used by default' }));
  expect(given.getByText(window.location.origin.replace('http', 'ws'))).toBeTruthy();
  expect(given.getByText('wss://cache.example/v1')).toBeTruthy();
  expect(given.getAllByText(/^(Preconfigured|Proxy) relay: /)).toHaveLength(2);
  app.stop();
});

test("SETTINGS-07 a visitor reads about relays and sign-in, and sees the caching service's state", () => {
  const fake = fakeApp();
  fake.app.start();
  const page = (
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <NetworkScreen />
      </MemoryRouter>
    </AppProvider>
  );
  render(page);
  expect([screen.getByText('Your relays') !== null, button('Sign in') !== null]).toEqual([
    true,
    true,
  ]);
  const cache = within(screen.getByRole('region', { name: 'Caching service' }));
  expect(cache.getByText('In use · Connecting')).toBeTruthy();
  act(() => fake.socket.connect());
  expect(cache.getByText('In use · Online')).toBeTruthy();
  fake.app.stop();
});

test('RELAY-03 RELAY-08 RELAY-11 wallets, signers, devices and guests are listed; one press permits', async () => {
  const { app, features, tell } = await world();
  render(
    <AppProvider app={app}>
      <NetworkOthers />
      <NetworkPermits />
      <QuestionDialog />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  expect(screen.queryByText('Other connections')).toBeNull();
  const from = createActor(createMachine({})).start() as never;
  const join = (use: PeerUse, client: string, url = 'wss://wallet.example') =>
    act(() =>
      features().relays?.send({
        type: 'peer.join',
        from,
        peer: { use, client, urls: [pressed(url)], proves: true, wanted: true },
      }),
    );
  act(() =>
    features().relays?.send({
      type: 'relays.ask',
      from,
      ask: { kind: 'count', filters: [{ kinds: [1] }] },
      urls: [pressed('wss://guest.example')],
    }),
  );
  join('signer', 'e'.repeat(64), 'wss://signer.example');
  join('wallet', 'b'.repeat(64));
  join('device', 'c'.repeat(64));
  join('device', 'd'.repeat(64));
  const rows = () =>
    screen
      .getAllByRole('listitem')
      .map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent));
  expect(rows()).toEqual([
    ['guest.example', 'Sends or fetches something for you, for a minute', 'Connecting'],
    ['signer.example', 'Your signer answers here', 'Connecting'],
    ['wallet.example', 'Your wallet answers here', 'Connecting'],
    ['wallet.example', '2 connected devices ask here', 'Connecting'],
  ]);
  tell({ type: 'socket.opened' });
  act(() => features().network?.send({ type: 'network.proxy', on: true }));
  expect(rows()[2]?.[2]).toBe('Paused: everything goes through the caching service');
  fireEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Don’t connect' }),
  );
  expect(screen.getByText(/^Does not connect · For/)).toBeTruthy();
  const [allow] = screen.getAllByRole('button', { name: 'Connect to wallet.example anyway' });
  if (allow) fireEvent.click(allow);
  const paused = 'Paused: everything goes through the caching service';
  expect(rows().map(([, , said]) => said)).toEqual([paused, paused, 'Connecting', 'Connecting']);
  expect(screen.getByText('Connects directly · For your wallet, connected devices')).toBeTruthy();
  act(() => features().network?.send({ type: 'network.proxy', on: false }));
  expect(screen.getByText('Connects directly · For your wallet, connected devices')).toBeTruthy();
});

test('RELAY-07 BEYOND-05 a relay whose change waits for the network says so, and can be changed', async () => {
  const { app } = await world();
  render(
    <AppProvider app={app}>
      <NetworkRelay relay={own({ isHeld: true })} onEdit={() => undefined} />
    </AppProvider>,
  );
  expect(screen.getByText(/^Waits for the network/)).toBeTruthy();
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ disabled }) => disabled)).toEqual(
    [false, false],
  );
});
