// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../../events/core/time.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { note1Of, npubOf } from '../../../events/nostr/nip19.ts';

const [JUN, JUNE, IRIS] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const person = (pubkey: string, name: string) =>
  trusted({ pubkey, kind: KIND.Metadata, content: JSON.stringify({ name }) });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/search/x', '/p/x', '/e/x'));

async function opened(path: string, household = {}) {
  const found = await renderedAccount(path, household);
  world = found;
  const specs = () =>
    found.socket
      .open()
      .flatMap(({ query }) =>
        query.verb === 'mega_feed_directive'
          ? [JSON.parse(String(query.payload?.['spec'])).query]
          : [],
      );
  return { ...found, specs };
}

const main = () => within(screen.getByRole('main'));
const command = () => main().getByRole<HTMLTextAreaElement>('textbox', { name: 'Search command' });

test("ROUTE-13 ROUTE-24 SEARCH-04 title 'search for ...', a feed by id advsearch, or 'No results found'", async () => {
  const { specs, answer } = await opened(`/search/${encodeURIComponent('lamp, 100% <oil>')}`);
  expect(document.title).toMatch(/^search for lamp, 100% <oil>/);
  expect(specs()).toEqual(['"lamp," "100%" "&lt;oil&gt;"']);
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(main().getByText('No results found')).toBeDefined();
});

test('ROUTE-13 a search without a word says that there is nothing to search for', async () => {
  await opened('/search/(((');
  expect(main().getByText(/^There is nothing to search for/)).toBeDefined();
  expect(main().getByRole<HTMLInputElement>('combobox', { name: 'Search' }).value).toBe('(((');
  world?.close();
  await opened('/search');
  expect(main().queryByText(/^There is nothing to search for/)).toBeNull();
});

test('SEARCH-04 ACCOUNT-10 a search that finds nothing names its muted words and hashtags', async () => {
  const tags = [
    ['word', 'lamp'],
    ['t', 'bench'],
  ];
  const { answer, app } = await opened(`/search/${encodeURIComponent('Lamp stone #bench')}`);
  const mutes = trusted({ pubkey: A, kind: KIND.MuteList, tags, created_at: 900 });
  await later(() =>
    app.send({ type: 'facts.received', events: [mutes], claims: [], now: seconds(1_000) }),
  );
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  const links = main().getAllByRole<HTMLAnchorElement>('link', { name: /^You muted/ });
  expect(links.map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
    ['You muted “Lamp”.', '/settings/muted'],
    ['You muted “#bench”.', '/settings/muted'],
  ]);
});

test('SEARCH-04 a search without results names the accounts that do not exist', async () => {
  const { answer, settle } = await opened(
    `/search/${encodeURIComponent(`from:nobodyhere to:${npubOf(IRIS)}`)}`,
  );
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  // the first one is for people beside the results
  await settle(() => answer('user_search', {}));
  await settle(() => answer('user_search', {}));
  expect(main().getByText(/No account with the name “nobodyhere” was found/)).toBeDefined();
  expect(main().queryByText(/npub1/)).toBeNull();
  world?.close();
  const known = await opened(`/search/${encodeURIComponent('from:jun')}`);
  await later(() => known.answer('mega_feed_directive', { claims: [range([])] }));
  await known.settle(() => known.answer('user_search', {}));
  await known.settle(() => known.answer('user_search', { events: [person(JUN, 'jun')] }));
  expect(main().queryByText(/No account with/)).toBeNull();
});

test("SEARCH-04 notes have 'Users found' beside them, best first; kind:30023 gives reads, kind:0 people", async () => {
  const { answer, settle } = await opened('/search/jun');
  const note = trusted({ content: 'Jun was here' });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id])] }));
  const scores = new Map([
    [JUN, 1],
    [JUNE, 5],
  ]);
  await settle(() =>
    answer('user_search', {
      events: [person(JUN, 'jun'), person(JUNE, 'june')],
      claims: [{ claim: 'scores', scores }],
    }),
  );
  expect(main().getByRole('article').textContent).toContain('Jun was here');
  const side = within(screen.getByRole('complementary', { name: 'Discover' }));
  expect(side.getByText('Users found')).toBeDefined();
  expect(
    side.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('june')),
  ).toEqual([true, false]);
  world?.close();
  const reads = await opened(`/search/${encodeURIComponent('kind:30023 jun')}`);
  expect(reads.specs()).toEqual(['kind:30023 jun']);
  const read = trusted({
    kind: KIND.LongForm,
    content: 'Jun was here',
    tags: [
      ['d', 'x'],
      ['title', 'On jun'],
    ],
  });
  await later(() =>
    reads.answer('mega_feed_directive', { events: [read], claims: [range([read.id])] }),
  );
  expect(main().getByRole('article', { name: 'On jun' })).toBeDefined();
  reads.close();
  const people = await opened(`/search/${encodeURIComponent('kind:0 jun')}`);
  expect(people.specs()).toEqual([]);
  await later(() => people.answer('user_search', { events: [person(JUN, 'jun')] }));
  expect(main().getAllByRole('listitem')).toHaveLength(1);
});

test('SEARCH-04 INV-PROGRESS found notes wait at most one second for the people above them', async () => {
  const { answer, settle } = await opened('/search/jun');
  const note = trusted({ content: 'Jun was here' });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id])] }));
  const waits = () => main().getByRole('feed').parentElement?.className.includes('waits');
  expect(waits()).toBe(true);
  await later(() => {}, 1_000);
  expect(waits()).toBe(false);
});

test('SEARCH-05 accounts on a filter list are shown with the reason', async () => {
  const { answer, settle } = await opened('/search/jun');
  await settle(() => answer('user_search', { events: [person(JUN, 'jun'), person(JUNE, 'june')] }));
  await settle(() =>
    answer('search_filterlist', {
      events: [person(IRIS, 'Iris')],
      claims: [{ claim: 'filtering', action: 'block', pubkey: IRIS, group: undefined }],
    }),
  );
  await settle(() =>
    answer('search_filterlist', {
      claims: [{ claim: 'filtering', action: 'block', pubkey: undefined, group: 'primal_spam' }],
    }),
  );
  const side = within(screen.getByRole('complementary', { name: 'Discover' }));
  expect(side.getByText('Hidden by the mute list of Iris')).toBeDefined();
  expect(side.getByText('Hidden by your spam filter')).toBeDefined();
});

test('SEARCH-04 FEED-07 a search is saved as a feed of the home page, and removed there', async () => {
  const { click, device } = await opened(`/search/${encodeURIComponent('lamp oil')}`);
  await click(main().getByRole('button', { name: 'Save as feed' }));
  const kept = () => device.told.findLast((told) => told.type === 'store.write')?.change.homeFeeds;
  expect(kept()).toEqual([
    {
      name: 'lamp oil',
      spec: '{"id":"advsearch","query":"lamp oil"}',
      enabled: true,
      feedkind: 'search',
    },
  ]);
  expect(toasts()).toContain('“lamp oil” has been added to your home page');
  await click(main().getByRole('button', { name: 'Remove from home' }));
  expect([kept(), toasts().at(-1)]).toEqual([
    [],
    '“lamp oil” has been removed from your home page',
  ]);
});

test('SEARCH-03 form and command follow each other, unreadable parts are named, and submitting leads on', async () => {
  const { click, settle } = await opened('/search');
  const write = (field: HTMLElement, value: string) =>
    settle(() => void fireEvent.change(field, { target: { value } }));
  await write(main().getByLabelText('Include words'), 'lamp "olive oil" ');
  await write(main().getByLabelText('Exclude words'), 'sale');
  const by = main().getByRole('combobox', { name: 'Posted by' });
  await write(by, npubOf(JUN) ?? '');
  await settle(() => void fireEvent.keyDown(by, { key: 'Enter' }));
  await click(main().getByRole('combobox', { name: 'Kind' }));
  await click(main().getByRole('option', { name: 'Note replies' }));
  expect(command().value).toBe(`kind:1 repliestokind:1 lamp "olive oil" -sale from:${npubOf(JUN)}`);
  await write(command(), `${command().value} orderby:score minlikes:4 kind:nothing`);
  expect(main().getByRole('combobox', { name: 'Order by' }).textContent).toContain('Content score');
  expect(main().getByLabelText<HTMLInputElement>('Likes').value).toBe('4');
  expect(main().getByText('Ignored, because it can’t be read: kind:nothing')).toBeDefined();
  await click(main().getByRole('button', { name: /^Remove npub1/ }));
  await click(main().getByRole('button', { name: 'Search' }));
  expect(decodeURIComponent(window.location.pathname)).toBe(
    '/search/kind:1 repliestokind:1 lamp "olive oil" -sale minlikes:4 orderby:score',
  );
});

test('SEARCH-03 a typed name with a blank is the person of that name, and is never left out', async () => {
  const { app, click, settle } = await opened('/search');
  const write = (field: HTMLElement, value: string) =>
    settle(() => void fireEvent.change(field, { target: { value } }));
  await write(main().getByLabelText('Include words'), 'lamps');
  const by = main().getByRole<HTMLInputElement>('combobox', { name: 'Posted by' });
  await write(by, 'Iris Calder');
  await settle(() => void fireEvent.blur(by));
  expect(main().getByRole('alert').textContent).toContain('Choose a person from the list');
  await click(main().getByRole('button', { name: 'Search' }));
  expect([window.location.pathname, command().value]).toEqual(['/search', 'lamps']);
  expect(document.activeElement).toBe(by);
  const events = [person(JUN, 'Iris'), person(IRIS, 'Iris Calder')];
  await settle(() =>
    app.send({ type: 'facts.received', events, claims: [], now: seconds(1_700_000_100) }),
  );
  await write(by, 'Iris  Cal');
  await settle(() => void fireEvent.keyDown(by, { key: 'Enter' }));
  expect([by.value, command().value]).toEqual(['', `lamps from:${npubOf(IRIS)}`]);
  expect(main().queryByRole('alert')).toBeNull();
  await write(main().getByLabelText('Likes'), 'many');
  await click(main().getByRole('button', { name: 'Search' }));
  expect(window.location.pathname).toBe('/search');
  await write(main().getByLabelText('Likes'), '');
  await click(main().getByRole('button', { name: 'Search' }));
  expect(decodeURIComponent(window.location.pathname)).toBe(`/search/lamps from:${npubOf(IRIS)}`);
});

test("SEARCH-02 the form also says 'Please enter search term.' for an empty search", async () => {
  const { click } = await opened('/search');
  await click(main().getByRole('button', { name: 'Search' }));
  expect(main().getByText('Please enter search term.')).toBeDefined();
  expect(window.location.pathname).toBe('/search');
});

test('SEARCH-01 an identifier in the address leads on: NIP-19 itself, hex and NIP-05 names by the service', async () => {
  const household = { accounts: [] };
  const first = await opened(`/search/${npubOf(JUN)}`, household);
  expect(window.location.pathname).toMatch(/^\/p\/nprofile1/);
  first.close();
  const note = trusted({ content: 'hm' });
  const hex = await opened(`/search/${note.id}`, household);
  await hex.settle(() => hex.answer('user_infos', {}));
  await hex.settle(() => hex.answer('events', { events: [note] }));
  expect(window.location.pathname).toBe(`/e/${note1Of(note.id)}`);
  hex.close();
  const named = await opened('/search/jun@town.example', household);
  await named.settle(() => named.tellKey('jun@town.example', JUN));
  const profile = trusted({
    pubkey: JUN,
    kind: KIND.Metadata,
    content: '{"nip05":"Jun@town.example"}',
  });
  await named.settle(() => named.answer('user_infos', { events: [profile] }));
  expect(window.location.pathname).toMatch(/^\/p\/nprofile1/);
  named.close();
  const unknown = await opened('/search/nobody@town.example', household);
  await unknown.settle(() => unknown.tellKey('nobody@town.example', null));
  await unknown.settle(() => unknown.answer('user_search', { events: [person(JUN, 'nobody')] }));
  expect(document.title).toMatch(/^search for nobody@town.example/);
  expect(main().getByRole('tab', { selected: true }).textContent).toBe('People');
  expect(main().getAllByRole('listitem')[0]?.textContent).toContain('nobody');
  expect(main().queryByText('No results found')).toBeNull();
});

test('TRUST-08 SEARCH-01 a name that the account itself does not claim opens nothing and cites the service', async () => {
  const lied = await opened('/search/ann@town.example', { accounts: [] });
  await lied.settle(() => lied.tellKey('ann@town.example', JUN));
  const profile = trusted({
    pubkey: JUN,
    kind: KIND.Metadata,
    content: '{"name":"jun","nip05":"jun@town.example"}',
  });
  await lied.settle(() => lied.answer('user_infos', { events: [profile] }));
  expect(window.location.pathname).toBe('/search/ann@town.example');
  expect(
    screen.getByText(
      'The caching service names this account for ann@town.example. Its profile does not say so.',
    ),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'jun' })).toBeDefined();
});

test('SEARCH-04 without notes the people found are named, and tabs lead to people, notes and reads', async () => {
  const { answer, settle, click, specs } = await opened('/search/jun');
  await settle(() => answer('user_search', { events: [person(JUN, 'jun')] }));
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(main().getByText('No notes found')).toBeDefined();
  expect(main().queryByText('No results found')).toBeNull();
  await click(main().getByRole('link', { name: 'Show people' }));
  expect(main().getByRole('tab', { selected: true }).textContent).toBe('People');
  await click(main().getByRole('tab', { name: 'Reads' }));
  expect(decodeURIComponent(window.location.pathname)).toBe('/search/kind:30023 jun');
  expect(main().getByRole<HTMLInputElement>('combobox', { name: 'Search' }).value).toBe('jun');
  expect(specs()).toContain('kind:30023 jun');
});
