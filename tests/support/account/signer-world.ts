import { createActor, setup, SimulatedClock } from 'xstate';
import {
  signerMachine,
  type SignerActor,
  type SignerEvent,
} from '../../../src/machines/account/signing/signer.machine.ts';
import { fakeSigner } from './fake-signer.ts';

/** The account of these tests. */
export const ME = 'a'.repeat(64);

export type SignerWorld = ReturnType<typeof startSigner>;

/** A session with only the parts that the signer needs. It keeps the messages of the signer. */
export function startSigner(machine: typeof signerMachine = signerMachine, open = true) {
  const clock = new SimulatedClock();
  const signer = fakeSigner();
  const news: string[] = [];
  const parent = setup({
    types: { events: {} as SignerEvent | { type: 'signer.keyNeeded' } },
    actors: { signer: machine.provide({ actors: { port: signer.logic } }) },
  }).createMachine({
    invoke: {
      id: 'signer',
      src: 'signer',
      input: { account: { pubkey: ME, method: 'extension' }, open },
    },
    on: { 'signer.keyNeeded': { actions: ({ event }) => news.push(event.type) } },
  });
  const root = createActor(parent, { clock }).start();
  const actor = root.getSnapshot().children['signer'] as SignerActor;
  return { actor, clock, signer, news, send: (event: SignerEvent) => actor.send(event) };
}
