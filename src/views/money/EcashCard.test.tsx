// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { vectors } from '../../../tests/support/data.ts';
import { renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { AppProvider } from '../app/app-context.ts';
import { EcashCard } from './EcashCard.tsx';

const closes: Array<() => void> = [];
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

interface Case {
  readonly group: string;
  readonly token?: string;
}
const token = vectors<{ cases: readonly Case[] }>('cashu-core.json').cases.find(({ group }) => group === 'token_v3')?.token ?? '';

async function drawn(text: string) {
  const page = await renderedAccount('/help');
  closes.push(page.close);
  const ordered = vi.spyOn(page.app, 'send');
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <EcashCard token={text} />
        </AppProvider>,
      ),
  );
  return { page, ordered };
}

test('NOTE-21 a token shows amount, mint and memo, and that its mint was not asked; copy and QR need no mint', async () => {
  await drawn(token);
  const card = screen.getByRole('group', { name: 'Ecash token' });
  for (const words of ['10 sats of ecash', '8333.space:3338', 'Thank you very much.', 'not checked'])
    expect(card.textContent).toContain(words);
  fireEvent.click(screen.getByRole('button', { name: 'Show the QR code' }));
  expect(screen.getByRole('button', { name: 'Hide the QR code' }).getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('button', { name: 'Copy the token' })).toBeDefined();
});

test('NOTE-21 E-42 redeeming and checking ask a person first, and nothing is sent before the answer', async () => {
  const { ordered } = await drawn(token);
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }));
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  const asked = ordered.mock.calls.map(([event]) => event).filter(({ type }) => type.startsWith('dialog') || type.startsWith('account'));
  expect(asked.map((event) => (event.type === 'dialog.ask' ? event.question : event.type))).toEqual([
    { code: 'ecash', act: 'redeem', mint: 'https://8333.space:3338', sats: 10, isPlay: false },
    { code: 'ecash', act: 'allow', mint: 'https://8333.space:3338', sats: 0, isPlay: false },
  ]);
});

test('NOTE-21 what cannot be read is said to be so, and can still be copied', async () => {
  await drawn(`cashuB${'A'.repeat(80)}`);
  expect(screen.getByText('Ecash token that cannot be read')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy the token' })).toBeDefined();
});
