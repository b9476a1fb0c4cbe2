import { createActor, setup, toPromise } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import type {
  NutzapsChoice,
  NutzapsChoiceCommand,
} from '../../../machines/money/nutzaps/nutzaps.machine.ts';
import { openStorages } from '../../core/storage.ts';
import { chosenNutzaps, nutzapsChoice } from './nutzaps-store.ts';

const [ANN, BEN] = ['a'.repeat(64), 'b'.repeat(64)];

test('E-42 ACCOUNT-15 the choice to redeem nutzaps automatically is stored per account, and off by default', async () => {
  const browser = fakeBrowser();
  const open = (account: string) => {
    const storages = openStorages(browser.tab().device);
    const heard: boolean[] = [];
    const machine = setup({
      types: { events: {} as NutzapsChoice },
      actors: { choice: nutzapsChoice(storages) },
    }).createMachine({
      invoke: { id: 'choice', src: 'choice', input: { account } },
      on: { 'nutzaps.chosen': { actions: ({ event }) => heard.push(event.on) } },
    });
    const actor = createActor(machine).start();
    const set = (on: boolean) =>
      actor
        .getSnapshot()
        .children['choice']?.send({ type: 'choice.set', on } satisfies NutzapsChoiceCommand);
    return {
      heard,
      set,
      isOwed: () => toPromise(createActor(chosenNutzaps(storages), { input: { account } }).start()),
    };
  };
  const first = open(ANN);
  expect([first.heard, await first.isOwed()]).toEqual([[false], false]);
  first.set(true);
  const second = open(ANN);
  expect([second.heard, await second.isOwed(), open(BEN).heard]).toEqual([[true], true, [false]]);
  second.set(false);
  expect([open(ANN).heard, await open(ANN).isOwed()]).toEqual([[false], false]);
});
