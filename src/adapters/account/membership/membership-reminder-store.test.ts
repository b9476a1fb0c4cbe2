import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { seconds } from '../../../events/core/time.ts';
import type { ReminderSignal } from '../../../machines/account/membership/membership.machine.ts';
import { openStorages } from '../../core/storage.ts';
import { membershipReminder } from './membership-reminder-store.ts';

const [ANN, BEN] = ['a'.repeat(64), 'b'.repeat(64)];
const START = 1_800_000_000;
const DAY = 86_400;

/** A page of that browser with that account. Returns whether it is reminded at that time. */
function open(browser: ReturnType<typeof fakeBrowser>, account: string) {
  const { device } = browser.tab();
  const heard: ReminderSignal[] = [];
  let now = START;
  const reminder = membershipReminder(openStorages(device), () => seconds(now));
  const parent = setup({
    types: { events: {} as ReminderSignal },
    actors: { reminder },
  }).createMachine({
    invoke: { id: 'reminder', src: 'reminder', input: { account } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  return (at: number) => {
    now = at;
    actor.getSnapshot().children['reminder']?.send({ type: 'reminder.load' });
    return heard.at(-1)?.isDue;
  };
}

test('MEMBER-02 STATE-01 a reminder is due a week after the first visit or the last one, in one tab', () => {
  const browser = fakeBrowser();
  const [tab, other] = [open(browser, ANN), open(browser, ANN)];
  expect([tab(START), tab(START + 7 * DAY - 1)]).toEqual([false, false]);
  expect([other(START + 7 * DAY), tab(START + 7 * DAY)]).toEqual([true, false]);
  expect([tab(START + 14 * DAY - 1), tab(START + 14 * DAY), other(START + 14 * DAY)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('MEMBER-02 INV-SCOPE E-18 each account has its own date; a date in the future starts over', () => {
  const browser = fakeBrowser();
  const [ann, ben] = [open(browser, ANN), open(browser, BEN)];
  ann(START);
  expect([ben(START + 8 * DAY), ann(START + 8 * DAY)]).toEqual([false, true]);
  ann(START);
  expect([ann(START + 7 * DAY - 1), ann(START + 7 * DAY)]).toEqual([false, true]);
});
