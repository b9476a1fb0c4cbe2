// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { EcashJob } from '../../../events/money/ecash/ecash-log.ts';
import { ECASH_CODES, type EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { EcashJobRow } from './EcashJobs.tsx';

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
  for (const [at, code] of ECASH_CODES.entries()) {
    drawn([receive, send, mint][at % 3] ?? mint, { code });
    fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
    expect(sentences().filter((one) => one === '')).toEqual([]);
  }
  drawn(send, undefined);
  expect(screen.queryByRole('button', { name: 'Why not?' })).toBeNull();
});
