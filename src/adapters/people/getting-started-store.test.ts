import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import type {
  GettingStartedCommand,
  GettingStartedSignal,
} from '../../machines/people/getting-started.machine.ts';
import { openStorages } from '../core/storage.ts';
import { openAccountStore } from '../account/session/account-store.ts';
import { gettingStartedMemory } from './getting-started-store.ts';

const [ANN, BEN] = ['a'.repeat(64), 'b'.repeat(64)];

/** A page of that browser with that account. Returns its stored state. */
function open(browser: ReturnType<typeof fakeBrowser>, account: string) {
  const { page, device } = browser.tab();
  const storages = openStorages(device);
  const heard: GettingStartedSignal[] = [];
  const parent = setup({
    types: { events: {} as GettingStartedSignal },
    actors: { memory: gettingStartedMemory(storages) },
  }).createMachine({
    invoke: { id: 'memory', src: 'memory', input: { account } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  const ask = (command: GettingStartedCommand) => {
    actor.getSnapshot().children['memory']?.send(command);
    return heard.at(-1)?.isDue;
  };
  return {
    look: (isNew: boolean) => ask({ type: 'gettingStarted.load', isNew }),
    claim: () => ask({ type: 'gettingStarted.claim' }),
    erase: () => openAccountStore(storages, page).erase(account),
  };
}

test('ACCOUNT-19 INV-SCOPE a new account is due until one tab opens the dialog, and then never again', () => {
  const browser = fakeBrowser();
  const made = open(browser, ANN);
  expect(made.look(true)).toBe(true);
  // its key was saved meanwhile, and the page reloaded; another tab has it open, too
  const [again, other] = [open(browser, ANN), open(browser, ANN)];
  expect([again.look(false), other.look(false)]).toEqual([true, true]);
  expect([again.claim(), other.claim()]).toEqual([true, false]);
  expect([open(browser, ANN).look(false), open(browser, ANN).look(true)]).toEqual([false, false]);
  expect(open(browser, BEN).look(false)).toBe(false);
  expect(open(browser, BEN).look(true)).toBe(true);
});

test('ACCOUNT-19 an account that signed in has no record until it opens the dialog itself', () => {
  const browser = fakeBrowser();
  const known = open(browser, ANN);
  expect([known.look(false), browser.texts.size]).toEqual([false, 0]);
  expect([known.claim(), browser.texts.size]).toEqual([false, 1]);
});

test('E-35 ACCOUNT-19 it is erased with the account', () => {
  const browser = fakeBrowser();
  const made = open(browser, ANN);
  made.look(true);
  made.claim();
  made.erase();
  expect(browser.texts.size).toBe(0);
});
