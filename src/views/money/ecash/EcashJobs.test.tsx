// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { ecashIssued, fakeEcashWallet } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { CONNECTION, moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import type { EcashLogEntry } from '../../../events/money/ecash/ecash-log-entry.ts';
import type { EcashJob } from '../../../events/money/ecash/ecash-log.ts';
import { ECASH_CODES, type EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { Connection } from '../../../events/money/wallets/nwc.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { EcashJobRow, EcashJobs } from './EcashJobs.tsx';
import { Made } from './EcashResult.tsx';
import { useEcash } from './use-ecash.ts';

withTopLayer();

const MINT = 'https://mint.example';
const WANTS: ReadonlyArray<EcashJob['want']> = [
  { type: 'receive', mint: MINT, proofs: [] },
  { type: 'send', mint: MINT, amount: 21, memo: '' },
  { type: 'mint', mint: MINT, amount: 21 },
];

function drawn(want: EcashJob['want'], reason: EcashReason | undefined) {
  cleanup();
  const job: EcashJob = {
    job: 'j',
    want,
    at: seconds(1),
    prepared: undefined,
    settled: undefined,
    reason,
    tries: 0,
    isSpent: false,
    isDismissed: false,
  };
  render(
    <AppProvider app={fakeApp().app}>
      <ul>
        <EcashJobRow job={job} />
      </ul>
    </AppProvider>,
  );
}
const sentences = () =>
  [...screen.getByRole('dialog').querySelectorAll('[data-part="body"] p')].map(
    ({ textContent }) => textContent,
  );

test('ECASH-03 a failed ecash job leads to its reason, to the place of the ecash and to a next step', () => {
  const [receive, send, mint] = WANTS as [EcashJob['want'], EcashJob['want'], EcashJob['want']];
  drawn(send, { code: 'notEnough' });
  fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
  expect(screen.getByRole('dialog', { name: 'Sending 21 sats' })).toBeTruthy();
  expect(sentences().slice(0, 3)).toEqual([
    'Not enough funds available',
    'Nothing was sent. Your ecash stays on this device.',
    'You need the amount and the mint’s fee at this mint. Add ecash first.',
  ]);
  fireEvent.click(
    within(screen.getByRole('dialog').querySelector('footer') ?? document.body).getByRole(
      'button',
      { name: 'Close' },
    ),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  drawn(receive, { code: 'said', text: 'No' });
  fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
  expect(sentences()[0]).toBe('The mint says: “No”');
  drawn(receive, { code: 'keyset' });
  fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
  expect(sentences()[2]).toBe('Ask the sender for a new token.');
  drawn(send, { code: 'spent' });
  expect(screen.getByRole('listitem').textContent).toContain('was spent on another device.');
  fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
  expect(sentences().slice(0, 3)).toEqual([
    'Some of this ecash was spent on another device.',
    'Nothing left this device. The spent part is no longer in your balance.',
    'Send it again, with the ecash that is left.',
  ]);
  for (const [at, code] of ECASH_CODES.entries()) {
    drawn([receive, send, mint][at % 3] ?? mint, { code });
    fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
    expect(sentences().filter((one) => one === '')).toEqual([]);
  }
  drawn(send, undefined);
  expect(screen.queryByRole('button', { name: 'Why not?' })).toBeNull();
});

test('ECASH-01 a dialog that waits for a mint says after 20 seconds that it can be closed', () => {
  vi.useFakeTimers();
  render(
    <AppProvider app={fakeApp().app}>
      <Made job="j" onClose={() => undefined} />
    </AppProvider>,
  );
  const status = () => screen.getByRole('status').textContent.trim();
  expect(status()).toBe('Asking the mint');
  act(() => void vi.advanceTimersByTime(20_000));
  expect(status()).toBe('The mint does not answer. It goes on by itself; you can close this.');
  vi.useRealTimers();
});

const closes: Array<() => void> = [];
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

function Opened() {
  useEcash();
  return <EcashJobs />;
}

/** Render the jobs of a wallet with this log, and return the questions and orders that it sends. */
async function listed(lines: readonly EcashLogEntry[], connections: readonly Connection[] = []) {
  const { ecash } = fakeEcashWallet(lines);
  await fetchViews('/help');
  const disk = moneyDisk({ connections });
  const page = await renderedAccount('/help', {
    machines: { ecash, money: moneyPorts(disk, { hasEcash: true }).logic },
  });
  closes.push(page.close);
  const ordered = vi.spyOn(page.app, 'send');
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <Opened />
        </AppProvider>,
      ),
  );
  for (let turn = 0; turn < 3; turn++) await page.settle(() => undefined);
  return { page, ordered };
}

const ISSUED = ecashIssued(MINT, 16, 0);
const GIVEN = ISSUED.flatMap((line) => (line.type === 'settled' ? line.settled.kept : []));
const OUTPUTS = { keyset: '009a1f293253e41e', counter: 1, amounts: [16] };
const swapped = (job: string, want: EcashJob['want'], counter: number): EcashLogEntry[] => [
  { type: 'wanted', job, at: seconds(2), want },
  {
    type: 'prepared',
    job,
    prepared: {
      api: 'v1',
      inputs: GIVEN,
      outputs: { ...OUTPUTS, counter, amounts: want.type === 'receive' ? [16] : [] },
      given: 0,
      fee: 0,
    },
  },
];

test('ECASH-01 a token that the account took back says so, and not that somebody redeemed it', async () => {
  const again = GIVEN.map((one) => ({
    ...one,
    secret: secretOf('new'),
    C: one.C.replace('02', '03'),
  }));
  const sent: readonly EcashLogEntry[] = [
    ...ISSUED,
    ...swapped('s', { type: 'send', mint: MINT, amount: 16, memo: '' }, 1),
    { type: 'settled', job: 's', settled: { kept: [], given: GIVEN } },
  ];
  await listed([
    ...sent,
    ...swapped('b', { type: 'receive', mint: MINT, proofs: GIVEN, of: 's' }, 1),
    { type: 'settled', job: 'b', settled: { kept: again, given: [] } },
  ]);
  const states = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect([states.includes('Taken back'), states.includes('Redeemed')]).toEqual([true, false]);
});

test('ECASH-01 E-42 an open order shows its invoice again, and asks before it is cancelled', async () => {
  const want = { type: 'mint', mint: MINT, amount: 16 } as const;
  const prepared = { api: 'v1', inputs: [], outputs: OUTPUTS, given: 0, fee: 0 } as const;
  const { page, ordered } = await listed([
    { type: 'allowed', mint: MINT },
    { type: 'wanted', job: 'm', at: seconds(2), want },
    { type: 'prepared', job: 'm', prepared: { ...prepared, quote: 'q', invoice: 'lnbc16' } },
  ]);
  await page.click(screen.getByRole('button', { name: 'QR code' }));
  const dialog = screen.getByRole('dialog', { name: 'Add ecash' });
  expect(within(dialog).getByRole('img', { name: 'Invoice to pay' })).toBeTruthy();
  await page.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
  await page.click(screen.getByRole('button', { name: 'Cancel' }));
  const questions = ordered.mock.calls.flatMap(([event]) =>
    'question' in event ? [event.question] : [],
  );
  expect(questions).toEqual([
    { code: 'ecash', act: 'cancel', mint: MINT, sats: 16, isPlay: false },
  ]);
});

test('ECASH-01 an order that the wallet did not pay says why, and can be paid again', async () => {
  const want = { type: 'mint', mint: MINT, amount: 16 } as const;
  const prepared = { api: 'v1', inputs: [], outputs: OUTPUTS, given: 0, fee: 0 } as const;
  const { page } = await listed(
    [
      { type: 'allowed', mint: MINT },
      { type: 'wanted', job: 'm', at: seconds(2), want },
      { type: 'prepared', job: 'm', prepared: { ...prepared, quote: 'q', invoice: 'lnbc16' } },
    ],
    [CONNECTION],
  );
  await page.click(screen.getByRole('button', { name: 'Pay 16 sats' }));
  const dialog = screen.getByRole('dialog', { name: 'Add ecash' });
  const pay = () => within(dialog).getByRole('button', { name: 'Pay 16 sats' });
  await page.click(pay());
  for (let turn = 0; turn < 3; turn++) await page.settle(() => undefined);
  expect(within(dialog).getByText('Not paid: This invoice cannot be paid')).toBeTruthy();
  expect(within(dialog).queryByText('Waiting for the payment')).toBeNull();
  expect(pay().getAttribute('aria-busy')).not.toBe('true');
});
