// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { A } from '../../../tests/support/account/session-world.ts';
import { CONNECTION } from '../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import type { Account } from '../../events/account/account.ts';
import { seconds } from '../../events/core/time.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { pressed } from '../../events/nostr/ours.ts';
import type { OutboxRequest } from '../../events/publish/outbox/outbox-entry.ts';
import { type Holdings, holdingsMachine } from '../../machines/money/payments/holdings.machine.ts';

const MADE_HERE: Account = { pubkey: A, method: 'key', lock: 'device', unsaved: true };
const NOTE: Extract<OutboxRequest, { type: 'event' }> = {
  type: 'event',
  draft: pressed({ kind: KIND.Text, tags: [], content: 'hello' }),
};
const closes: Array<() => void> = [];
beforeAll(() => fetchViews('/help', '/settings/account'));
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

/** Ask to sign out, with money on this device and a note that is not published yet. */
async function asked(account: Account) {
  const read = fromPromise<Holdings, { account: string }>(async () => ({
    wallets: [CONNECTION],
    ecash: new Map([
      [`${location.origin}/mint`, 500],
      ['https://mint.example', 21],
    ]),
  }));
  const page = await renderedAccount('/help', {
    accounts: [account],
    machines: { holdings: holdingsMachine.provide({ actors: { read } }) },
  });
  closes.push(page.close);
  const entries = [NOTE, { ...NOTE, due: seconds(5_000_000_000) }].map(
    (wish, at) =>
      ({ type: 'intended', job: String(at), account: A, at: seconds(9), wish }) as const,
  );
  await page.settle(() => page.log.report({ type: 'store.opened', entries, now: seconds(99) }));
  const ask = { type: 'dialog.ask', question: { code: 'signOut' }, yes: [] } as const;
  await page.settle(() => page.app.send(ask));
  for (let turn = 0; turn < 5; turn++) await page.settle(() => undefined);
  const question = screen.getByRole('alertdialog', { name: 'Sign out?' });
  const rowsOf = (name: string) =>
    within(within(question).getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  return { page, question: within(question), rowsOf };
}

const STAYS = 'This stays in this browser for your next sign-in:';
const ECASH = ['Ecash: 21 sats', 'Ecash: 500 play sats'];
const WALLET = 'Connected wallet: Wallet 1';
const SCHEDULED = 'Scheduled, and not sent while you are signed out: 1 note';
const UNFINISHED = 'Not published yet: 1 post or change';

test('ACCOUNT-06 signing out lists the data that stays here, and the data that is erased on request', async () => {
  const { page, question, rowsOf } = await asked({ pubkey: A, method: 'key', lock: 'device' });
  expect(rowsOf(STAYS)).toEqual([...ECASH, WALLET, SCHEDULED, UNFINISHED, 'Drafts and settings']);
  expect(question.queryByText(/^This is erased/)).toBeNull();
  fireEvent.click(question.getByRole('checkbox'));
  expect([rowsOf(STAYS), rowsOf('This is erased:')]).toEqual([
    ECASH,
    [WALLET, SCHEDULED, UNFINISHED, 'Drafts and settings'],
  ]);
  expect(question.getByText(/^Ecash is money, so it is never erased/)).toBeTruthy();
  // no wallet is connected for it
  expect(page.features().money).toBeUndefined();
});

test('ACCOUNT-06 INV-NO-LOSS a key without a confirmed copy is to be saved first', async () => {
  const { page, question } = await asked(MADE_HERE);
  expect(question.getByText(/^You have not saved your key/)).toBeTruthy();
  await page.click(question.getByRole('link', { name: 'Save the key first' }));
  expect([location.pathname, screen.queryByRole('alertdialog')]).toEqual([
    '/settings/account',
    null,
  ]);
});
