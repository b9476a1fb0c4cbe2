// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { isLong, sampleOf } from '../../../../tests/support/runs.ts';

const JUN = '1'.repeat(64);

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
  vi.restoreAllMocks();
});
beforeAll(async () => {
  await fetchViews(
    '/help',
    '/home',
    '/reads',
    '/e/x',
    '/a/x',
    '/explore',
    '/search',
    '/settings',
    '/settings/muted',
    '/profile',
  );
  await Promise.all([
    import('../Background.tsx'),
    import('./ShortcutList.tsx'),
    import('./CommandPalette.tsx'),
    import('../../reading/search/QuickSearch.tsx'),
  ]);
});

/** A page with its shortcuts, which load after it. */
async function opened(path: string, household = {}) {
  world = await renderedAccount(path, household);
  await later(() => {}, 1_000);
  const press = (...presses: readonly (string | KeyboardEventInit)[]) =>
    later(() => {
      for (const one of presses)
        fireEvent.keyDown(
          document.activeElement ?? document.body,
          typeof one === 'string' ? { key: one } : one,
        );
    }, 100);
  return { ...world, press, path: () => window.location.pathname };
}

const feedOf = (...contents: readonly string[]) => feedIn({ accounts: [] }, contents);

async function feedIn(household: object, contents: readonly string[]) {
  const page = await opened('/home', household);
  const notes = contents.map((content, at) => trusted({ content, created_at: 1_700_000_000 - at }));
  const claims = [
    range(
      notes.map(({ id }) => id),
      { since: 1_600_000_000, until: 1_700_000_000 },
    ),
  ];
  await later(() => page.answer('mega_feed_directive', { events: notes, claims }));
  return page;
}

const current = () => document.activeElement?.closest('article')?.textContent ?? '';
const keyDialog = () => document.querySelector<HTMLDialogElement>('dialog[open]');

test('ACCESS-03 INV-NO-LOSS text typed while the palette loads appears in it, and triggers nothing else', async () => {
  const { settle } = await feedOf('first', 'second');
  const type = (key: string, fields: KeyboardEventInit = {}) =>
    act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...fields }));
  type('j');
  type('k', { ctrlKey: true });
  expect(keyDialog()).toBeNull();
  for (const key of 'book') type(key);
  expect(screen.queryByRole('menu')).toBeNull();
  await settle(() => {});
  expect(within(keyDialog() ?? document.body).getByRole('combobox')).toHaveProperty(
    'value',
    'book',
  );
});

test('ACCESS-03 INV-NO-LOSS keys pressed before the shortcuts are loaded reach the palette', async () => {
  const keys: readonly KeyboardEventInit[] = [
    { key: 't' },
    { key: 'k', ctrlKey: true },
    ...[...'book'].map((key) => ({ key })),
  ];
  const early = async (more: readonly KeyboardEventInit[]) => {
    window.earlyKeys = [...keys, ...more].map((one) => new KeyboardEvent('keydown', one));
    await feedOf('first');
    await later(() => {});
    return keyDialog() && within(keyDialog() ?? document.body).getByRole('combobox');
  };
  expect(await early([])).toHaveProperty('value', 'book');
  expect(window.earlyKeys).toBeUndefined();
  world?.close();
  expect(await early([{ key: 'Escape' }])).toBeNull();
});

test('ACCESS-03 g and a letter lead to a place, even with the focus on a button; a letter alone does not', async () => {
  const { press, path } = await opened('/help');
  await press('g', 'h');
  expect(path()).toBe('/home');
  await press('g', 'e');
  expect(path()).toBe('/explore');
  await press('h');
  expect(path()).toBe('/explore');
  await press('g', 's');
  expect(path()).toBe('/settings');
});

test('ACCESS-03 j and k move through the notes of a list, l likes the focused one, o opens it', async () => {
  const { press, path } = await feedOf('first', 'second', 'third');
  await press('j');
  expect(current()).toContain('first');
  await press('j', 'j', 'k');
  expect(current()).toContain('second');
  const like = document.activeElement?.querySelector('[data-act="like"]') ?? expect.fail('no like');
  const pressed = vi.fn();
  like.addEventListener('click', pressed);
  await press('l');
  expect(pressed).toHaveBeenCalledOnce();
  await later(
    () =>
      void fireEvent.click(
        within(keyDialog() ?? document.body).getByRole('button', { name: 'Close' }),
      ),
  );
  await press('o');
  expect(path()).toMatch(/^\/e\/note1/);
});

test('ACCESS-03 keys act on an opened note without a focused row, while the window shows it', async () => {
  const note = trusted({ content: 'opened' });
  const { press, answer, path } = await opened(`/e/${note.id}`, { accounts: [] });
  await later(() => answer('thread_view', { events: [note], claims: [range([note.id])] }));
  const row =
    document.querySelector<HTMLElement>('#main [data-opened]') ?? expect.fail('no opened note');
  const pressed = vi.fn();
  for (const act of ['like', 'reply'])
    row.querySelector(`[data-act="${act}"]`)?.addEventListener('click', (event) => {
      event.stopPropagation();
      pressed(act);
    });
  await press('l');
  expect(pressed).not.toHaveBeenCalled();
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 60, 600, 300));
  await press('l', 'r', 'o');
  expect(pressed.mock.calls.flat()).toEqual(['like', 'reply']);
  expect(path()).toBe(`/e/${note.id}`);
});

test.runIf(isLong)('ACCESS-03 q quotes the focused note for signed-in users', async () => {
  const { press, features } = await feedIn({}, ['first', 'second']);
  await press('j', 'j', 'q');
  const { aim } = features().compose?.getSnapshot().context ?? {};
  expect([aim?.type, aim?.type === 'quote' && aim.found.event.content]).toEqual([
    'quote',
    'second',
  ]);
});

test.runIf(isLong)('ACCESS-03 Enter opens a note once: going back leads to the list', async () => {
  const { press, path } = await feedOf('first', 'second');
  await press('j');
  const before = window.history.length;
  await press('Enter');
  expect([path().slice(0, 8), window.history.length - before]).toEqual(['/e/note1', 1]);
});

test('ROUTE-23 ACCESS-02 the row has the focus again after going back, unless it moved elsewhere', async () => {
  const { press } = await feedOf('first', 'second');
  const back = () => later(() => window.history.back(), 200);
  const drawMore = () => later(() => document.body.append(document.createElement('span')), 50);
  await press('j', 'j', 'Enter');
  await back();
  expect(current()).toContain('second');
  await press('Enter');
  await back();
  // no key is pressed, as with a screen reader
  const link = screen.getAllByRole('link', { name: 'Explore' })[0] ?? expect.fail('no link');
  link.focus();
  await drawMore();
  expect(document.activeElement).toBe(link);
});

test.runIf(isLong)(
  'ACCESS-03 o opens and p leads to the author in lists of articles, too',
  async () => {
    const { press, path, answer } = await opened('/reads', { accounts: [] });
    const read = trusted({
      kind: KIND.LongForm,
      pubkey: JUN,
      content: 'birds',
      tags: Object.entries({ d: 'x', title: 'On birds' }),
    });
    await later(() =>
      answer('mega_feed_directive', { events: [read], claims: [range([read.id])] }),
    );
    await press('j', 'o');
    expect(path()).toMatch(/^\/a\/naddr1/);
    await later(() => window.history.back(), 100);
    await press('j', 'p');
    expect(path()).toMatch(/^\/p\/nprofile1/);
  },
);

test.runIf(isLong)(
  'ACCESS-03 o opens the person of a row of people, and the target of a zap',
  async () => {
    const { press, path, answer, click, tellKey } = await opened('/explore?tab=people', {
      accounts: [],
    });
    await later(() =>
      answer('explore_people', { claims: [range([JUN], { orderBy: 'increase' })] }),
    );
    await press('j', 'o');
    expect(path()).toMatch(/^\/p\/nprofile1/);
    await later(() => window.history.back(), 100);
    const note = trusted({ content: 'a note', pubkey: JUN });
    const tags = Object.entries({ p: JUN, e: note.id });
    const request = trusted({
      kind: KIND.ZapRequest,
      pubkey: JUN,
      tags: [...tags, ['amount', '21000']],
    });
    const provider = 'c'.repeat(64);
    const payable = trusted({
      kind: KIND.Metadata,
      pubkey: JUN,
      content: '{"lud16":"x@pay.example"}',
    });
    const zap = trusted({
      kind: KIND.Zap,
      pubkey: provider,
      tags: [...tags, ['description', JSON.stringify(request)]],
    });
    await click(screen.getByRole('tab', { name: 'Zaps' }));
    await later(() =>
      answer('explore_zaps', {
        events: [zap, note, payable],
        claims: [range([zap.id], { orderBy: 'amount_sats' })],
      }),
    );
    await later(() => tellKey('https://pay.example/.well-known/lnurlp/x', provider));
    await press('j', 'o');
    expect(path()).toMatch(/^\/e\/note1/);
  },
);

test('ACCESS-03 nothing fires while the user types or an input method composes', async () => {
  const { press, path } = await opened('/search', { accounts: [] });
  screen.getByRole('textbox', { name: 'Search command' }).focus();
  await press('g', 'h', 'j', '?', 'n');
  expect([path(), keyDialog()]).toEqual(['/search', null]);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await press(
    { key: 'g', isComposing: true },
    { key: 'h', isComposing: true },
    { key: '?', isComposing: true },
  );
  expect([path(), keyDialog()]).toEqual(['/search', null]);
});

test('ACCESS-03 ? lists the keys; without single keys only those with Ctrl work, and that is stored', async () => {
  const { press, path, device, click } = await opened('/help');
  await press('?');
  const list = within(keyDialog() ?? expect.fail('no list'));
  expect(list.getByText('Command palette').closest('div')?.textContent).toContain('CtrlK');
  await click(list.getByRole('switch', { name: 'Single keys' }));
  expect(device.told.findLast((told) => told.type === 'store.write')?.change.singleKeys).toBe(
    false,
  );
  await click(list.getByRole('button', { name: 'Close' }));
  await press('g', 'h');
  await press('?');
  expect([path(), keyDialog()]).toEqual(['/help', null]);
  await press({ key: 'k', ctrlKey: true });
  expect(keyDialog()).not.toBeNull();
});

test('SEARCH-01 a slash moves the focus to the search', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
  const { press } = await opened('/help', { accounts: [] });
  await press('/');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search' }));
});

test('ACCESS-03 the palette finds pages, people, feeds and acts by keyboard; > only acts, @ only people', async () => {
  const { press, path, settle, app } = await opened('/help', { accounts: [] });
  const person = trusted({ pubkey: JUN, kind: KIND.Metadata, content: '{"name":"Jun Exploring"}' });
  await settle(() =>
    app.send({ type: 'facts.received', events: [person], claims: [], now: trusted({}).created_at }),
  );
  await press({ key: 'k', ctrlKey: true });
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Go to a page/ });
  expect(document.activeElement).toBe(field());
  const type = (value: string) =>
    settle(() => void fireEvent.change(field(), { target: { value } }));
  const groups = () =>
    screen
      .getAllByRole('group', { name: /^(Go to|People|Feeds|Actions|Search)$/ })
      .map(({ ariaLabel }) => ariaLabel);
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await type('expl');
  expect([groups(), options()[0]]).toEqual([
    ['Go to', 'People', 'Search'],
    expect.stringContaining('Explore'),
  ]);
  await type('jun');
  expect([groups(), options().at(-1)]).toEqual([['People', 'Search'], 'Search for “jun”']);
  await type('@expl');
  expect(groups()).toEqual(['People']);
  await type('>note');
  expect(groups()).toEqual(['Actions']);
  expect(screen.getByRole('option', { name: /Like the note/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  // words of their hints find settings, too
  for (const [words, name] of [
    ['relays', 'Network'],
    ['language', 'Appearance'],
    ['private key', 'Account'],
  ] as const) {
    await type(words);
    expect(options()[0]).toContain(name);
  }
  await type('quote');
  expect(options()[0]).toContain('Quote the note');
  await type('muted');
  await press('Enter');
  expect([path(), keyDialog()]).toEqual(['/settings/muted', null]);
});

test('ACCESS-02 g-keys and the palette move the focus from a link of the navigation to the new page', async () => {
  const { press, settle, path } = await opened('/help');
  const link = screen.getAllByRole('link', { name: 'Explore' })[0] ?? expect.fail('no link');
  link.focus();
  await press('g', 'h');
  expect([path(), document.activeElement?.id]).toEqual(['/home', 'main']);
  link.focus();
  await press({ key: 'k', ctrlKey: true });
  await settle(
    () =>
      void fireEvent.change(screen.getByRole('combobox', { name: /^Go to a page/ }), {
        target: { value: 'muted' },
      }),
  );
  await press('Enter');
  expect([path(), document.activeElement?.id]).toEqual(['/settings/muted', 'main']);
});

test.each(sampleOf(['draft', 'scheduled']))(
  'ACCESS-03 the palette finds the list of drafts and scheduled notes; typed: %s',
  async (value) => {
    const { press, settle, features } = await opened('/help');
    await press({ key: 'k', ctrlKey: true });
    await settle(
      () =>
        void fireEvent.change(screen.getByRole('combobox', { name: /^Go to a page/ }), {
          target: { value },
        }),
    );
    await press('Enter');
    expect(features().compose?.getSnapshot().context.aim).toEqual({
      type: 'note',
      isListing: true,
    });
  },
);

test('ACCESS-03 an action of the palette applies to the focused note, and Esc returns the focus', async () => {
  const { press, settle } = await feedOf('first', 'second');
  await press('j', 'j');
  const row = document.activeElement;
  const pressed = vi.fn();
  row?.querySelector('[data-act="repost"]')?.addEventListener('click', pressed);
  await press({ key: 'k', ctrlKey: true });
  await settle(() => void keyDialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(document.activeElement).toBe(row);
  await press({ key: 'k', ctrlKey: true });
  await settle(
    () =>
      void fireEvent.change(screen.getByRole('combobox', { name: /^Go to a page/ }), {
        target: { value: '>repost' },
      }),
  );
  await press('Enter');
  expect(pressed).toHaveBeenCalledOnce();
});
