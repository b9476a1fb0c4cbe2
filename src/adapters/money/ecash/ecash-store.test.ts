import { expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb, type IdbFaults } from '../../../../tests/support/browser/fake-idb.ts';
import { fakeSeal } from '../../../../tests/support/money/ecash-world.ts';
import type {
  EcashStoreCommand,
  EcashStoreSignal,
} from '../../../machines/money/ecash/ecash-protocol.ts';
import { ecashStore } from './ecash-store.ts';
import { ecashName } from '../payments/money-databases.ts';

const ME = '7e'.repeat(32);

test('E-48 after a read that failed while another tab wrote, the log continues', async () => {
  const faults: IdbFaults = {};
  const heard: EcashStoreSignal[] = [];
  const channel = (name: string) => new BroadcastChannel(name);
  const { factory, keyRange } = fakeIdb(faults);
  const logic = ecashStore({
    factory,
    keyRange,
    seal: fakeSeal(),
    locks: undefined,
    channel,
  });
  const parent = setup({
    types: { events: {} as EcashStoreSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'log', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  const other = channel(ecashName(ME).database);
  const isHeard = (type: EcashStoreSignal['type']) =>
    vi.waitFor(() => expect(heard.map((one) => one.type)).toContain(type));
  await isHeard('ecashLog.opened');
  const tried = vi.fn(() => new DOMException('the disk is slow', 'UnknownError'));
  faults.fail = (operation) => (operation === 'getAll' ? tried() : undefined);
  other.postMessage('appended');
  await vi.waitFor(() => expect(tried).toHaveBeenCalled());
  faults.fail = () => undefined;
  const append: EcashStoreCommand = {
    type: 'ecashLog.append',
    lines: [{ type: 'allowed', mint: 'https://mint.example' }],
  };
  actor.getSnapshot().children['log']?.send(append);
  await isHeard('ecashLog.appended');
  other.close();
  actor.stop();
});
