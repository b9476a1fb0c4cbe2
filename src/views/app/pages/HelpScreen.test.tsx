// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { HELP_LINKS, HELP_SECTIONS } from '../../ui/strings/help-topics.ts';
import { SCREENS } from '../screens.ts';
import { helpEnglish } from '../../ui/strings/help.ts';

const TOPICS = HELP_SECTIONS.flatMap(({ topics }) => topics);

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
const scrolled: string[] = [];
beforeAll(() => fetchViews('/help', '/downloads'));
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = function scroll() {
    scrolled.push(this.id);
  };
});
afterEach(() => {
  world?.close();
  world = undefined;
  scrolled.length = 0;
  vi.unstubAllGlobals();
});

const questions = () => screen.getAllByRole('heading', { level: 3 }).map(({ id }) => id);

test('ROUTE-07 visitors can read help: each question with its answer, each section in the contents', async () => {
  world = await renderedAccount('/help', { accounts: [] });
  expect(questions().filter((id) => id !== '')).toEqual(TOPICS);
  for (const id of TOPICS) {
    const answer = screen.getByRole('region', { name: helpEnglish.topics[id].question });
    for (const paragraph of helpEnglish.topics[id].answer)
      expect(within(answer).getByText(paragraph)).toBeDefined();
  }
  const contents = within(screen.getByRole('navigation', { name: 'Questions' })).getAllByRole(
    'link',
  );
  expect(contents.map((link) => link.getAttribute('href'))).toEqual([
    ...HELP_SECTIONS.map(({ id }) => `/help#${id}`),
    '/help#keyboard',
  ]);
  for (const link of contents)
    expect(document.getElementById(link.getAttribute('href')?.slice(6) ?? '')).not.toBeNull();
  expect(
    screen
      .getAllByRole('link', { name: 'Create account' })
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/new', '/new', '/new']);
});

test('ROUTE-07 an address, or the link beside a question, leads to one answer, marked and focused', async () => {
  world = await renderedAccount('/help#lost-key');
  expect([document.activeElement?.id, scrolled]).toEqual(['lost-key', ['lost-key']]);
  await world.click(
    screen.getByRole('link', { name: `Link to: ${helpEnglish.topics.zaps.question}` }),
  );
  expect([window.location.hash, document.activeElement?.id, scrolled.at(-1)]).toEqual([
    '#zaps',
    'zaps',
    'zaps',
  ]);
});

test('ROUTE-07 a search keeps answers with all words and says their number; no results leads back', async () => {
  world = await renderedAccount('/help');
  const field = screen.getByRole('searchbox', { name: 'Search help' });
  fireEvent.change(field, { target: { value: 'PIN  forgot' } });
  expect(questions()).toEqual(['pin']);
  expect(screen.getByText('1 answer').getAttribute('role')).toBe('status');
  fireEvent.change(field, { target: { value: "can't zebra" } });
  expect([
    screen.queryAllByRole('heading', { level: 3 }).length,
    screen.getByText('Nothing found'),
  ]).toEqual([0, expect.anything()]);
  fireEvent.click(screen.getByRole('button', { name: 'Show all questions' }));
  expect(questions().filter((id) => id !== '')).toEqual(TOPICS);
});

test('ROUTE-07 every link of an answer leads to a screen, and ids are unique', () => {
  const patterns = SCREENS.map(({ path }) => ({ path: `/${path}` }));
  for (const { to } of Object.values(HELP_LINKS).flat())
    expect(matchRoutes(patterns, to)?.at(-1)?.route.path, to).toBe(
      to === '/profile' ? '/profile/:npub?' : to,
    );
  const ids = [...HELP_SECTIONS.map(({ id }) => id), ...TOPICS];
  expect(new Set(ids).size).toBe(ids.length);
});
