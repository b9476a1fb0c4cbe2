import { createActor, createMachine } from 'xstate';
import { buildAuth } from '../../src/events/connection/relay-auth.ts';
import type { Walk } from './machines.ts';
import { signDesk } from './sign-desk.ts';
import { trusted } from './trusted.ts';

const from = createActor(createMachine({})).start();
const signer = signDesk().ref;
const account = 'b'.repeat(64);
const error = new Error('x');
const event = trusted({ content: 'walked' });
const URL = 'wss://relay.example';
const proof = trusted({ ...buildAuth(URL, 'c') });
const ok = (eventId: string, accepted: boolean, reason = '') => ({ type: 'ok', eventId, accepted, reason });

/** Walks of the machines that publish, in the form of `walks`. */
export const publishWalks: Record<string, Walk> = {
  relay: {
    input: { url: URL, seed: 0, suspended: false, signer, account },
    also: [{ url: URL, seed: 0, suspended: true, signer, account }],
    samples: {
      'xstate.error.actor.socket': [{ type: 'xstate.error.actor.socket', error }],
      'sign.settled': [proof, event].map((signed) => ({ type: 'sign.settled', id: 'proof', outcome: { ok: true, event: signed } })),
      'socket.closed': [{ type: 'socket.closed', reason: 'closed' }],
      'socket.heard': [
        { type: 'socket.heard', heard: [] },
        { type: 'socket.heard', heard: [{ type: 'challenge', challenge: 'c' }, ok(event.id, false, 'auth-required: x')] },
        { type: 'socket.heard', heard: [ok(proof.id, true)] },
        { type: 'socket.heard', heard: [ok(proof.id, false)] },
      ],
      'relay.ask': [{ type: 'relay.ask', from, ask: { kind: 'publish', event } }],
      'relay.expired': [{ type: 'relay.expired', id: '1' }],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.retries,
        Math.min(1, s.context.pending.length),
        Math.min(1, s.context.held.length),
        s.context.proof !== undefined,
      ]),
  },
  relayPool: {
    input: { seed: 0, signer, account },
    samples: {
      'pool.relays': [{ type: 'pool.relays', relays: [{ url: URL, read: true, write: true }] }],
      'pool.ask': [{ type: 'pool.ask', from, ask: { kind: 'publish', event }, urls: ['wss://guest.example', 'no'] }],
      'pool.retry': [{ type: 'pool.retry', url: URL }],
      'pool.proxy': [true, false].map((on) => ({ type: 'pool.proxy', on })),
      'pool.idle': [{ type: 'pool.idle', key: 'wss://guest.example' }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.relay', actorId: `relay ${URL}`, error }],
    },
    key: (s) => JSON.stringify([s.value, [...s.context.members.keys()], s.context.proxied]),
  },
};
