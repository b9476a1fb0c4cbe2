import { afterEach, expect, test, vi } from 'vitest';
import type { UserMessage } from '../../events/account/user-message.ts';
import { paymentReasons } from '../money/payments/payment-reasons.ts';
import { toastView } from './toast-view.ts';

afterEach(() => paymentReasons.close());

const go = vi.fn<(path: string) => void>();
const shown = (message: UserMessage) =>
  toastView(
    { id: 1, kind: 'error', left: 1, message },
    { language: {}, go, signIn: vi.fn(), undo: vi.fn(), undoWord: 'Undo' },
  );

test.each([
  [{ code: 'zap.failed', params: { payment: 'a' } }, 'We were unable to send this Zap'],
  [
    { code: 'zap.partly', params: { name: 'Ada', payment: 'a' } },
    'Ada zapped in part: not everybody could be paid',
  ],
  [{ code: 'ecash.unpaid', params: { payment: 'a' } }, 'This was not paid'],
] as const)('ZAP-03 the toast of %j leads to the reason', (message, text) => {
  const { text: said, act } = shown(message);
  expect([said, act?.label, paymentReasons.current()]).toEqual([text, 'Why not?', undefined]);
  act?.onPress();
  expect(paymentReasons.current()).toBe('a');
});

test('ZAP-03 the toast of a zap that was paid asks for nothing', () => {
  expect(shown({ code: 'zap.done', params: { name: 'Ada' } }).act).toBeUndefined();
});

test('COMPOSE-12 the toast of a scheduled note leads to Publishing, which names its place', () => {
  shown({ code: 'note.scheduled', params: { at: 1 } }).act?.onPress();
  expect(go.mock.calls).toEqual([['/settings/publishing']]);
});
