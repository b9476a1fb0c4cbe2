import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserMessage } from '../../events/account/user-message.ts';
import type { FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import { paymentReasons } from '../money/payments/payment-reasons.ts';
import { toastView } from './toast-view.ts';

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => {
  paymentReasons.close();
  vi.unstubAllGlobals();
});

const go = vi.fn<(path: string) => void>();
const intend = vi.fn<(intent: unknown) => void>();
const shown = (message: UserMessage, why?: FailureReason) =>
  toastView(
    { id: 1, kind: 'error', left: 1, message, ...(why ? { why } : {}) },
    { language: {}, go, signIn: vi.fn(), intend },
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

test.each([
  { code: 'note.scheduled', params: { at: 1 } },
  { code: 'note.missed', params: { count: 1 } },
  { code: 'note.locked' },
  { code: 'note.unsent' },
] as const)('COMPOSE-12 the toast of $code leads to the drafts, which list the note', (message) => {
  shown(message).act?.onPress();
  const aim = { type: 'note', isListing: true };
  expect(intend.mock.lastCall).toEqual([{ type: 'compose.open', aim }]);
});

test('BEYOND-03 the toast of a note that waits for the key leads to the PIN', () => {
  const unlock = vi.fn();
  const toast = { id: 1, kind: 'warning', left: 1, message: { code: 'note.locked' } } as const;
  const { act } = toastView(toast, { language: {}, go, signIn: vi.fn(), intend, unlock });
  act?.onPress();
  expect([act?.label, unlock.mock.calls.length]).toEqual(['Unlock the key', 1]);
});

test('CACHE-02 offline a like that is sent later has not failed, and a list edit says how to go on', () => {
  const why = { code: 'unreachable', again: true } as const;
  expect(shown({ code: 'like.failed' }, why).kind).toBe('error');
  vi.stubGlobal('navigator', { onLine: false });
  expect(shown({ code: 'like.failed' }, why)).toMatchObject({
    kind: 'info',
    text: 'You are offline. It is sent when you are back.',
  });
  const list = { code: 'list.network', params: { list: 'mutes', act: 'change' } } as const;
  expect(shown(list)).toMatchObject({
    kind: 'error',
    text: 'You are offline. Try again when you are back.',
  });
  expect(shown({ code: 'like.failed' }, { ...why, again: false }).kind).toBe('error');
  vi.unstubAllGlobals();
});

test('CACHE-02 offline an editor whose code did not load opens later, and says so', () => {
  expect(shown({ code: 'compose.unavailable' }).text).toContain('Check your connection');
  vi.stubGlobal('navigator', { onLine: false });
  expect(shown({ code: 'compose.unavailable' })).toMatchObject({
    kind: 'info',
    text: 'You are offline. It opens when you are back.',
  });
});
