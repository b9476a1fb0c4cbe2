// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { notePath } from '../src/events/account/profile/profile-path.ts';
import { english } from '../src/views/ui/strings/english.ts';
import { ownMessages } from '../src/views/ui/strings/own-messages.ts';
import { range } from './support/connection/fake-cache.ts';
import { joined, PSEUDO, unmarked } from './support/views/pseudo-language.ts';
import { fetchViews, renderedAccount } from './support/views/rendered-account.tsx';
import { B } from './support/account/session-world.ts';
import { trusted } from './support/events/trusted.ts';
import { sampleOf } from './support/runs.ts';

const NOTE = trusted({ pubkey: B, content: 'miaow', created_at: 1_000 });

const SECTIONS = [
  'account',
  'appearance',
  'muted',
  'network',
  'publishing',
  'filters',
  'uploads',
  'profile',
  'zaps',
  'nwc',
  'payments',
];
const PAGES =
  '/home /reads /explore /dms /bookmarks /notifications /downloads /help /terms /privacy /support /settings /new /profile';
const SCREENS = [
  ...PAGES.split(' '),
  ...SECTIONS.map((section) => `/settings/${section}`),
  '/search/miaow',
  '/nowhere/at/all',
  notePath(NOTE.id),
];

type World = Awaited<ReturnType<typeof renderedAccount>>;

let close = () => {};
afterEach(() => close());
beforeAll(() => fetchViews(...SCREENS));

/**
 * English texts of the page. Names of people, server addresses, user texts, and dates, which the
 * locale formats, do not count.
 */
const inEnglish = (): readonly string[] =>
  unmarked(document.body).filter(
    (text) =>
      !/^\W*npub1\w+…\w+\W*$|^wss?:\/\/\S+$|^\w+\.example$|^miaow$|^\w{3} \d+, \d{4}, [\d:]+\s[AP]M$/.test(
        text,
      ),
  );

async function opened(
  path: string,
  household: Parameters<typeof renderedAccount>[1] = {},
): Promise<World> {
  const world = await renderedAccount(path, { language: PSEUDO, ...household });
  close = world.close;
  return world;
}

const button = (name: string, within_: Element = document.body): HTMLElement =>
  [...within_.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find(
    (one) => (one.ariaLabel ?? one.textContent) === name || one.textContent === name,
  ) ?? expect.fail(`no ${name}`);

test('English texts and element names of a page are detected', async () => {
  const world = await renderedAccount('/help');
  close = world.close;
  expect(inEnglish()).toEqual(
    expect.arrayContaining([
      'Help',
      english.app.nav.skipToContent,
      english.app.state.notifications,
    ]),
  );
});

test('a sentence concatenated from pieces is detected (planted)', () => {
  const page = document.createElement('div');
  page.innerHTML =
    '<p>⟦Yóú⟧ <b>⟦ór⟧</b></p><p>⟦Á thémé⟧ ⟦Íce⟧.</p><p>⟦Lést ⟦Ádá⟧ ís hére⟧</p><p>⟦óné⟧ · ⟦twó⟧</p>';
  expect(joined(page)).toEqual(['⟦Á thémé⟧ ⟦Íce⟧.']);
});

test.each(sampleOf(SCREENS, 3))(
  'ACCESS-05 in another language %s has no English text, signed in or as a visitor',
  async (path) => {
    await opened(path);
    expect(inEnglish()).toEqual([]);
    expect(joined(document.body)).toEqual([]);
    close();
    await opened(path, { accounts: [] });
    expect(inEnglish()).toEqual([]);
    expect(joined(document.body)).toEqual([]);
  },
);

test('ACCESS-05 a note, its menu and the report question have no English', async () => {
  const { answer, click, settle } = await opened(notePath(NOTE.id));
  await settle(() =>
    answer('thread_view', { events: [NOTE], claims: [range([]), range([NOTE.id])] }),
  );
  const note = document.querySelector('article') ?? expect.fail('no note');
  await click(within(note).getByRole('button', { name: PSEUDO.main.note.more }));
  expect(inEnglish()).toEqual([]);
  await click(button(PSEUDO.noteMenu.report));
  expect(document.querySelector('dialog')?.open).toBe(true);
  expect(inEnglish()).toEqual([]);
});

test('ACCESS-05 visitor prompts, sign-in and the dialog without a key have no English', async () => {
  const { click, settle, session } = await opened('/help', { accounts: [] });
  await click(button(PSEUDO.main.app.nav.newNote));
  expect(document.querySelector('dialog')?.textContent).toContain(
    PSEUDO.main.messages['act.signIn'],
  );
  expect(inEnglish()).toEqual([]);
  await click(button(PSEUDO.main.app.nav.signIn, document.querySelector('dialog') ?? undefined));
  await settle(() =>
    session()
      .getSnapshot()
      .children.login?.send({ type: 'key.refused', failure: { code: 'invalid-nsec' } }),
  );
  expect(inEnglish()).toEqual([]);
});

test('ACCESS-05 the composer, the signer queue and results have no English', async () => {
  const { app, click, settle } = await opened('/help');
  await click(button(PSEUDO.main.app.nav.newNote));
  expect(inEnglish()).toEqual([]);
  const told = [
    { code: 'note.posted' },
    { code: 'list.network', params: { list: 'follows', act: 'unfollow' } },
    { code: 'list.clock', params: { list: 'mutes', dated: 1_700_000_000 } },
  ] as const;
  await settle(() => {
    for (const message of told)
      app.send({
        type: 'account.failed',
        message,
        why: { code: 'unsigned', refusal: { code: 'pin.missing' } },
      });
  });
  const region = document.querySelector(
    `section[aria-label="${PSEUDO.main.app.state.notifications}"]`,
  );
  expect(region?.querySelectorAll('p')).toHaveLength(6);
  expect(inEnglish()).toEqual([]);
});

test('every message text has words, for each code', () => {
  for (const [code, words] of Object.entries({ ...PSEUDO.ownMessages, ...PSEUDO.main.messages }))
    if (typeof words === 'string') expect(words, code).toMatch(/^⟦.+⟧$/);
  expect(Object.keys(PSEUDO.ownMessages)).toEqual(Object.keys(ownMessages));
});
