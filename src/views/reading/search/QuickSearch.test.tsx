// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';

const [JUN, JUNE, IRIS] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const person = (pubkey: string, name: string) =>
  trusted({ pubkey, kind: KIND.Metadata, content: JSON.stringify({ name }) });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(async () => {
  await fetchViews('/help', '/search', '/p/x', '/e/x');
  await import('./QuickSearch.tsx');
});

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
/** Return the error below the field. */
const refusal = () =>
  field().closest('form')?.querySelector('[role="alert"]:not(:empty)')?.textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

async function opened(path = '/help', { focused = true } = {}) {
  const household = await renderedAccount(path, { accounts: [] });
  world = household;
  const { app, settle, clock } = household;
  const type = async (text: string) => {
    await settle(() => fireEvent.change(field(), { target: { value: text } }));
    await settle(() => clock.increment(200));
  };
  const know = (...events: readonly VerifiedEvent[]) =>
    settle(() =>
      app.send({ type: 'facts.received', events, claims: [], now: seconds(1_700_000_100) }),
    );
  const press = (key: string) => settle(() => void fireEvent.keyDown(field(), { key }));
  if (focused) await settle(() => field().focus());
  return {
    ...household,
    type,
    know,
    press,
    submit: () => settle(() => void fireEvent.submit(field())),
  };
}

test('SEARCH-01 known people are found at once, the service adds more, and the ten best by score lead', async () => {
  const { type, know, settle, answer } = await opened();
  await know(person(JUN, 'jun'), person(IRIS, 'iris'));
  await type('jun');
  expect(options()).toEqual([expect.stringContaining('jun')]);
  const scores = new Map([
    [JUN, 3],
    [JUNE, 8],
  ]);
  await settle(() =>
    answer('user_search', {
      events: [person(JUNE, 'june')],
      claims: [{ claim: 'scores', scores }],
    }),
  );
  expect(options()).toEqual([expect.stringMatching(/^Jjune/), expect.stringMatching(/^Jjunnpub/)]);
  const note = trusted({ content: 'June is the month of lamps' });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id])] }));
  expect(options()).toHaveLength(3);
});

test('SEARCH-01 arrows choose, Enter opens, Esc closes but keeps the text; new answers keep the choice', async () => {
  const { type, know, press, settle, answer } = await opened();
  await know(person(JUN, 'jun'));
  await type('jun');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  await press('ArrowDown');
  const chosen = () =>
    document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(chosen()).toContain('jun');
  await settle(() =>
    answer('user_search', {
      events: [person(JUNE, 'june')],
      claims: [{ claim: 'scores', scores: new Map([[JUNE, 8]]) }],
    }),
  );
  expect(options()).toHaveLength(2);
  expect(chosen()).not.toContain('june');
  await press('Escape');
  expect([options(), field().value, document.activeElement]).toEqual([[], 'jun', field()]);
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  expect(window.location.pathname).toMatch(/^\/p\/nprofile1/);
});

test('SEARCH-01 no list opens if the focus left the field while the code of the list was loading', async () => {
  const { know, settle } = await opened('/search/jun', { focused: false });
  await know(person(JUN, 'jun'));
  await settle(() => {
    field().focus();
    field().blur();
  });
  expect([options(), field().getAttribute('aria-expanded')]).toEqual([[], 'false']);
  await settle(() => field().focus());
  expect(options()).toHaveLength(1);
  await settle(() => field().blur());
  expect(options()).toEqual([]);
});

test('SEARCH-01 an identifier leads straight there, by Enter or by its line', async () => {
  const { type, submit } = await opened();
  await type(npubOf(JUN) ?? '');
  expect(options()[0]).toContain('Go to profile');
  await submit();
  expect(window.location.pathname).toMatch(/^\/p\/nprofile1/);
});

test("SEARCH-02 an empty term says 'Please enter search term.', and typing removes the message", async () => {
  const { type, submit } = await opened();
  await type('  ');
  await submit();
  expect(refusal()).toBe('Please enter search term.');
  expect(window.location.pathname).toBe('/help');
  await type('a');
  expect(refusal()).toBeUndefined();
});

test('SEARCH-01 TRUST-05 a private key is not sent, not stored and put into no address', async () => {
  const { type, submit, socket, device } = await opened();
  await type(NSEC);
  await submit();
  expect(refusal()).toContain('private key');
  expect(window.location.pathname).toBe('/help');
  expect(
    JSON.stringify([socket.epochs.map(({ sent }) => sent), device.told, window.history.state]),
  ).not.toContain('nsec1');
});

test('SEARCH-01 past searches are saved, and can be repeated, forgotten and cleared', async () => {
  const { type, submit, press, device, click, settle } = await opened();
  for (const term of ['bread & salt/100%', 'lamp oil']) {
    await type(` ${term} `);
    await submit();
    expect(decodeURIComponent(window.location.pathname)).toBe(`/search/${term}`);
  }
  const kept = () =>
    device.told.findLast((command) => command.type === 'store.write')?.change.searches;
  expect(kept()).toEqual(['lamp oil', 'bread & salt/100%']);
  await settle(() => field().focus());
  await type('');
  expect(options()).toEqual(['lamp oil', 'bread & salt/100%']);
  await press('ArrowDown');
  await press('Delete');
  expect([options(), kept()]).toEqual([['bread & salt/100%'], ['bread & salt/100%']]);
  await press('ArrowDown');
  await press('Enter');
  expect(decodeURIComponent(window.location.pathname)).toBe('/search/bread & salt/100%');
  await settle(() => field().focus());
  await type('');
  await click(within(document.body).getByRole('button', { name: 'Clear history', hidden: true }));
  expect([options(), kept()]).toEqual([[], []]);
});

test('keys are ignored while an input method composes text', async () => {
  const { type, know } = await opened();
  await know(person(JUN, 'jun'));
  await type('jun');
  act(() => void fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true }));
  expect(field().getAttribute('aria-activedescendant')).toBeNull();
});
