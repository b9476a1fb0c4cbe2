// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { seconds } from '../../../events/core/time.ts';
import { giftWant, zapWant } from '../../../../tests/support/money/money-world.ts';
import type { Payer, PaymentEntry } from '../../../events/money/payments/payment.ts';
import { foldPayments } from '../../../events/money/payments/payment-fold.ts';
import { failedAt, paymentView } from './payment-view.ts';
import { PaymentBody, PaymentButtons, type PaymentShown } from './PaymentCard.tsx';

afterEach(cleanup);

const AT = seconds(1_800_000_000);
const SHOWN: readonly PaymentShown[] = [
  { phase: 'asking', name: 'Ada' },
  { phase: 'checking' },
  { phase: 'paying', wallet: 'Home wallet', since: AT },
  { phase: 'paid', fee: 1, proof: { preimage: '7f3ac0'.padEnd(60, '0') + 'c21e' } },
  { phase: 'failed', wallet: 'Home wallet', said: 'Insufficient balance', why: '', isSafe: true },
  { phase: 'unknown', wallet: 'Home wallet', since: AT, endsAt: AT },
];
const acts = {
  onCancel: vi.fn(),
  onClose: vi.fn(),
  onLook: vi.fn(),
  onAgain: vi.fn(),
  onOther: vi.fn(),
};

function drawn(payment: PaymentShown) {
  cleanup();
  const onCopy = vi.fn();
  render(
    <>
      <PaymentBody payment={payment} isPlay={false} onCopy={onCopy} />
      <footer>
        <PaymentButtons phase={payment.phase} acts={acts} />
      </footer>
    </>,
  );
  const said = screen.queryByRole('alert') ?? screen.getByRole('status');
  return {
    said: [...said.getElementsByTagName('p')].map(({ textContent }) => textContent),
    step: screen.getAllByRole('listitem').find((one) => one.getAttribute('aria-current') === 'step')
      ?.textContent,
    buttons: [...document.querySelectorAll('footer button')].map(({ textContent }) => textContent),
    onCopy,
  };
}

test('BEYOND-06 INV-PAY each payment state has words and actions: no late cancel, no retry if unknown', () => {
  const all = SHOWN.map((payment) => drawn(payment));
  expect(all.map(({ said }) => said[0])).toEqual([
    'Asking Ada’s wallet for an invoice',
    'Checking the invoice',
    'Home wallet is paying',
    'Paid, fee 1 sat',
    'Not paid',
    'We don’t know yet.',
  ]);
  expect(all.map(({ step }) => step)).toEqual(['Ask', 'Check', 'Pay', 'Proof', 'Pay', 'Pay']);
  expect(all.map(({ buttons }) => buttons)).toEqual([
    ['Cancel'],
    ['Cancel'],
    ['Close'],
    ['Done'],
    ['Try again', 'Other wallet'],
    ['Ask the wallet', 'Close'],
  ]);
});

test("BEYOND-06 a wallet's error is quoted, and only the wallet can say that no money left", () => {
  const failed = SHOWN[4];
  if (failed?.phase !== 'failed') throw new Error('no failure');
  expect(drawn(failed).said).toEqual([
    'Not paid',
    'Home wallet says: “Insufficient balance”',
    'Nothing left your wallet.',
  ]);
  const ours = drawn({ ...failed, said: undefined, why: 'The invoice has expired', isSafe: false });
  expect(ours.said).toEqual(['Not paid', 'The invoice has expired']);
});

test('BEYOND-06 the full proof of a payment can be copied', () => {
  const { onCopy, said } = drawn(SHOWN[3] ?? { phase: 'checking' });
  expect(said[1]).toBe('Proof 7f3ac0…c21e');
  fireEvent.click(screen.getByRole('button', { name: 'Copy proof' }));
  expect(onCopy).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^7f3ac0.*c21e$/));
});

test('BEYOND-06 NIP-61 a nutzap is shown as being locked, locked but undelivered, or proved as given', () => {
  const [giving, undelivered, given] = [
    drawn({ phase: 'giving', name: 'Ada' }),
    drawn({ phase: 'undelivered', name: 'Ada' }),
    drawn({ phase: 'paid', fee: 0, proof: { by: 'nutzap' } }),
  ];
  expect([giving.said[0], giving.step, giving.buttons]).toEqual([
    'Locking your ecash for Ada',
    'Pay',
    ['Close'],
  ]);
  expect(undelivered.said).toEqual([
    'Locked for Ada, not delivered yet',
    'No relay has taken the zap. We keep trying; you won’t pay twice.',
  ]);
  expect([undelivered.step, undelivered.buttons]).toEqual(['Proof', ['Send again', 'Close']]);
  expect(given.said).toEqual([
    'Paid, no fee',
    'The nutzap is published; only they can redeem its ecash.',
  ]);
});

test('BEYOND-06 the state of a nutzap is derived from its log', () => {
  const words = {
    name: 'Ada',
    payerName: () => 'Ecash of mint.example',
    say: ({ code }: { code: string }) => code,
  };
  const lines: readonly PaymentEntry[] = [
    { type: 'asked', intent: 'i', at: AT, want: giftWant() },
    {
      type: 'paying',
      intent: 'i',
      at: AT,
      payer: { by: 'ecash', mint: 'https://mint.example' },
      limits: {},
    },
    { type: 'doubted', intent: 'i', at: AT, reason: { code: 'pay.unpublished' } },
    {
      type: 'paid',
      intent: 'i',
      at: AT,
      proof: { by: 'nutzap', nutzap: 'e'.repeat(64) },
      feesMsats: 1_000,
    },
  ];
  const shown = (count: number) =>
    paymentView(foldPayments(new Map(), lines.slice(0, count)).get('i'), words);
  expect([1, 2, 3, 4].map((count) => shown(count).phase)).toEqual([
    'giving',
    'giving',
    'undelivered',
    'paid',
  ]);
  expect(shown(4)).toEqual({ phase: 'paid', fee: 1, proof: { by: 'nutzap' } });
  const failed = foldPayments(new Map(), [
    ...lines.slice(0, 1),
    { type: 'failed', intent: 'i', at: AT, reason: { code: 'pay.declined' } },
  ]);
  expect(
    failedAt(failed.get('i') ?? { checked: undefined, paying: undefined, want: giftWant() }),
  ).toBe('pay');
});

describe('ZAP-03 an unpaid payment names its known facts and the next step', () => {
  const EARLY = seconds(1_599_999_000);
  const words = {
    name: 'Ada',
    payerName: () => 'Home wallet',
    say: () => 'You did not pay it',
  };
  const asked: PaymentEntry = { type: 'asked', intent: 'i', at: EARLY, want: zapWant() };
  const checked: PaymentEntry = {
    type: 'checked',
    intent: 'i',
    at: EARLY,
    invoice: 'lnbc1',
    hash: 'a',
    amountMsats: 1_000,
    expiresAt: seconds(1_600_000_000),
  };
  const paying = (payer: Payer): PaymentEntry => ({
    type: 'paying',
    intent: 'i',
    at: EARLY,
    payer,
    limits: {},
  });
  const failed: PaymentEntry = {
    type: 'failed',
    intent: 'i',
    at: EARLY,
    reason: { code: 'pay.declined' },
  };
  const saidOf = (isRepeatable: boolean, ...lines: readonly PaymentEntry[]) => {
    cleanup();
    const record = foldPayments(new Map(), [asked, ...lines, failed]).get('i');
    const payment = paymentView(record, words);
    render(
      <PaymentBody payment={payment} isPlay={false} isRepeatable={isRepeatable} onCopy={vi.fn()} />,
    );
    const shown = screen.getByRole('alert').getElementsByTagName('p');
    return [...shown].slice(1).map(({ textContent }) => textContent);
  };

  test('an expired invoice that was shown as a QR code names its maker, its end and no wallet', () => {
    const [why, facts, next] = saidOf(true, checked, paying({ by: 'shown' }));
    expect([why, next]).toEqual(['You did not pay it', '“Try again” asks for a new invoice.']);
    expect(facts).toMatch(
      /^\S+@\S+ made the invoice\. It expired .*2020.*\. It was shown for another wallet, and no/,
    );
  });

  test('a wallet that was asked is named', () => {
    const wallet = { by: 'wallet', wallet: 'w' } as const;
    expect(saidOf(true, checked, paying(wallet))[1]).toMatch(/Home wallet was asked to pay it\.$/);
  });

  test('without an invoice it says so', () => {
    expect(saidOf(false).slice(1)).toEqual([
      'There was no invoice yet. No wallet was asked to pay it.',
      'To pay, ask for a new invoice.',
    ]);
  });
});
