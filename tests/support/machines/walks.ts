import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { accountWalks } from '../account/account-walks.ts';
import { ecashWalks } from '../money/ecash-walks.ts';
import { nutzapWalks } from '../money/nutzap-walks.ts';
import { appWalks, type Walk } from './app-walks.ts';
import { listWalks } from '../lists/list-walks.ts';
import { messageWalks } from '../messages/message-walks.ts';
import { moneyWalks } from '../money/money-walks.ts';
import { notificationWalks } from '../notifications/notification-walks.ts';
import { publishWalks } from '../publish/publish-walks.ts';
import { scopeWalks } from '../account/scope-walks.ts';

const modules = import.meta.glob<object>('../../../src/machines/**/*.machine.ts', { eager: true });
const files = Object.entries(modules).flatMap(([path, file]) =>
  Object.values(file)
    .filter(isMachine)
    .map((machine) => ({ machine, path: path.replace(/^(\.\.\/)+/, '') })),
);

/** All machines of the tree, including those whose code is loaded later. */
export const machines: ReadonlyArray<readonly [string, AnyStateMachine]> = files
  .map(({ machine }) => [machine.id, machine] as const)
  .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The file of each machine, by machine id. */
export const machineFiles: ReadonlyMap<string, string> = new Map(
  files.map(({ machine, path }) => [machine.id, path]),
);

/** The invariants that a machine's file declares, by machine id and name. */
export const invariants: Readonly<Record<string, Claims>> = Object.fromEntries(
  Object.values(modules).flatMap((file) =>
    Object.entries(file).flatMap(([name, found]) =>
      name.endsWith('Invariants') ? [[name.replace(/Invariants$/, ''), found]] : [],
    ),
  ),
);

type Claims = Readonly<Record<string, (snapshot: AnyMachineSnapshot) => boolean>>;

/** A walk for each machine of the tree, by machine id. */
export const walks: Readonly<Record<string, Walk>> = {
  ...appWalks,
  ...accountWalks,
  ...scopeWalks,
  ...listWalks,
  ...messageWalks,
  ...moneyWalks,
  ...ecashWalks,
  ...nutzapWalks,
  ...notificationWalks,
  ...publishWalks,
};

function isMachine(value: unknown): value is AnyStateMachine {
  return (
    typeof value === 'object' && value !== null && 'getStateNodeById' in value && 'id' in value
  );
}
