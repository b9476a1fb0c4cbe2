import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup, toPromise } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { zapWant } from '../../../../tests/support/money/money-world.ts';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import type { PaymentLogEntry } from '../../../events/money/payments/payment.ts';
import { seconds } from '../../../events/core/time.ts';
import type {
  PaymentLogCommand,
  PaymentLogSignal,
} from '../../../machines/money/payments/money-protocol.ts';
import { openStorages } from '../../core/storage.ts';
import { hasUnfinishedPayments } from './unfinished-payments.ts';
import { paymentLogPort } from './payment-log-port.ts';

const ME = '1'.repeat(64);
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function world() {
  const idb = fakeIdb();
  const seal = fakeSeal();
  const storages = openStorages(fakeBrowser().tab().device);
  const open = () => {
    const heard: PaymentLogSignal[] = [];
    const logic = paymentLogPort({
      factory: idb.factory,
      keyRange: idb.keyRange,
      seal,
      now: () => seconds(1_700_000_000),
      channel: (name) => new BroadcastChannel(name),
      storage: storages.account,
    });
    const parent = setup({
      types: { events: {} as PaymentLogSignal },
      actors: { logic },
    }).createMachine({
      invoke: { id: 'port', src: 'logic', input: { account: ME } },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    });
    const actor = createActor(parent).start();
    stops.push(() => actor.stop());
    const tell = (command: PaymentLogCommand) =>
      actor.getSnapshot().children['port']?.send(command);
    const until = (type: PaymentLogSignal['type']) =>
      vi.waitFor(() => expect(heard.map((one) => one.type)).toContain(type));
    return { heard, tell, until };
  };
  const page = new EventTarget();
  const watch = () => {
    const actor = createActor(hasUnfinishedPayments(storages, page), {
      input: { account: ME },
    }).start();
    stops.push(() => actor.stop());
    return actor;
  };
  /** True if a payment is marked as unresolved right now. */
  const isOwed = async () =>
    Promise.race([toPromise(watch()), Promise.resolve().then(() => Promise.resolve(false))]);
  return { open, isOwed, watch, page, idb };
}

const asked: PaymentLogEntry = { type: 'asked', intent: 'i', want: zapWant() };
const failed: PaymentLogEntry = { type: 'failed', intent: 'i', reason: { code: 'pay.declined' } };

test('BEYOND-06 tabs receive each other’s lines; an unresolved payment is known without the payment code', async () => {
  const { open, isOwed } = world();
  const [one, two] = [open(), open()];
  for (const tab of [one, two]) await tab.until('paymentLog.opened');
  expect(await isOwed()).toBe(false);
  one.tell({ type: 'paymentLog.append', lines: [asked] });
  for (const tab of [one, two]) await tab.until('paymentLog.appended');
  const own = ({ heard }: typeof one) =>
    heard.flatMap((signal) => (signal.type === 'paymentLog.appended' ? [signal.own.length] : []));
  expect([own(one), own(two)]).toEqual([[1], [0]]);
  expect(await isOwed()).toBe(true);
  two.tell({ type: 'paymentLog.append', lines: [asked, failed] });
  await two.until('paymentLog.refused');
  await vi.waitFor(async () => expect(await isOwed()).toBe(false));
});

test('ZAP-07 BEYOND-06 a tab that has not loaded payments learns of one that another tab begins', async () => {
  const { open, watch, page } = world();
  const waiting = watch();
  const tab = open();
  await tab.until('paymentLog.opened');
  expect(waiting.getSnapshot().status).toBe('active');
  tab.tell({ type: 'paymentLog.append', lines: [asked] });
  await tab.until('paymentLog.appended');
  page.dispatchEvent(new Event('storage'));
  expect(await toPromise(waiting)).toBe(true);
});

test('BEYOND-06 E-47 a page that cannot read the log keeps the mark of an unresolved payment', async () => {
  const { open, isOwed, idb } = world();
  const one = open();
  await one.until('paymentLog.opened');
  one.tell({ type: 'paymentLog.append', lines: [asked] });
  await one.until('paymentLog.appended');
  idb.faults.fail = () => new DOMException('broken', 'UnknownError');
  await open().until('paymentLog.writeFailed');
  expect(await isOwed()).toBe(true);
});
