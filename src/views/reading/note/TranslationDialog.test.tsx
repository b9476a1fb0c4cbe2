// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../../events/core/time.ts';
import {
  type TranslationJob,
  translatorLogic,
  type TranslatorSignal,
} from '../../../machines/reading/content/translator-logic.ts';

type World = Awaited<ReturnType<typeof renderedAccount>>;
let world: World | undefined;
const asked: { readonly job: TranslationJob; readonly tell: (signal: TranslatorSignal) => void }[] =
  [];

beforeAll(async () => {
  await fetchViews('/bookmarks');
  await Promise.all([import('./NoteDialog.tsx'), import('./Attachment.tsx')]);
});
beforeEach(() => {
  vi.stubGlobal('Translator', {});
  translatorLogic.provide(async () => async (job, tell) => void asked.push({ job, tell }));
});
afterEach(() => {
  world?.close();
  world = undefined;
  asked.length = 0;
  vi.unstubAllGlobals();
});

const NOTE = trusted({ content: 'Hola, mira #barco https://a.example/x', created_at: seconds(9) });

const said = () => screen.getByRole('dialog', { name: 'Translation' });
const status = () => within(said()).getByRole('status').textContent;

/** Render a note in a list and open its menu. */
async function listed(note = NOTE) {
  const here = await renderedAccount('/bookmarks');
  world = here;
  await here.settle(() =>
    here.answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 9, until: 9 })],
    }),
  );
  const row = () => screen.getByRole('article');
  const openMenu = () => here.click(within(row()).getByRole('button', { name: 'More' }));
  const choose = async (name: string) => {
    await openMenu();
    await here.click(screen.getByRole('menuitem', { name }));
  };
  return { ...here, row, openMenu, choose };
}

test('BEYOND-15 a note is translated by the browser, marked as such, and the original is one click away', async () => {
  const { row, choose, click, settle } = await listed();
  await choose('Translate');
  expect(asked.map(({ job }) => job)).toEqual([{ texts: ['Hola, mira '], to: navigator.language }]);
  expect([status(), said().textContent]).toEqual([
    'Your browser is translating.',
    expect.stringContaining('Hola, mira #barco'),
  ]);
  await settle(() => asked[0]?.tell({ type: 'translator.progress', loaded: 0.43 }));
  expect(status()).toBe('Your browser is fetching a language pack: 43%');
  await settle(() =>
    asked[0]?.tell({
      type: 'translator.done',
      from: 'es',
      words: [['Hola, mira ', 'Hello, look']],
    }),
  );
  expect(status()).toBe('Translated from Spanish by your browser. Starling sent it nowhere.');
  expect(said().textContent).toContain('Hello, look #barco');
  expect(within(said()).getByText('#barco').closest('a')?.getAttribute('href')).toBe(
    '/search/barco',
  );
  // The note itself stays as its author signed it.
  expect(row().textContent).toContain('Hola, mira #barco');
  await click(within(said()).getByRole('button', { name: 'Show original' }));
  expect([
    status(),
    said().textContent?.includes('Hola, mira'),
    said().textContent?.includes('Hello'),
  ]).toEqual(['As its author wrote it.', true, false]);
  await click(within(said()).getByRole('button', { name: 'Show translation' }));
  expect(said().textContent).toContain('Hello, look');
  await click(within(said()).getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(within(row()).getByRole('button', { name: 'More' }));
  // The second time needs no prompt.
  await choose('Translate');
  expect([said().textContent?.includes('Hello, look'), asked.length]).toEqual([true, 1]);
});

test('BEYOND-15 a failed translation is reported, and the note stays as written', async () => {
  const { choose, click, settle } = await listed();
  await choose('Translate');
  await settle(() => asked[0]?.tell({ type: 'translator.failed', problem: 'failed' }));
  expect(status()).toBe('Your browser couldn’t translate this.');
  await click(within(said()).getByRole('button', { name: 'Try again' }));
  await settle(() => asked[1]?.tell({ type: 'translator.failed', problem: 'same', from: 'en' }));
  expect([status(), said().textContent]).toEqual([
    'This is in English already.',
    expect.stringContaining('Hola, mira #barco'),
  ]);
  expect(within(said()).queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('BEYOND-15 a content warning also covers the translation', async () => {
  const { choose, settle } = await listed(
    trusted({ content: 'Hola', tags: [['content-warning', 'gore']], created_at: seconds(9) }),
  );
  await choose('Translate');
  await settle(() =>
    asked[0]?.tell({ type: 'translator.done', from: 'es', words: [['Hola', 'Hello']] }),
  );
  expect([said().textContent?.includes('gore'), said().textContent?.includes('Hello')]).toEqual([
    true,
    false,
  ]);
});

test('BEYOND-15 a browser without a translator offers no translation', async () => {
  vi.unstubAllGlobals();
  const { openMenu } = await listed();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Translate' })).toBeNull();
  expect(screen.getByRole('menuitem', { name: 'Copy text' })).toBeDefined();
});
