import { type DoneActorEvent, enqueueActions, setup } from 'xstate';
import { type CheckedName, type NameAnswer, nameCheckMachine } from './name-check.machine.ts';

interface Context {
  /** `name@domain`, or a bare name at the own origin (ROUTE-16). */
  readonly answers: ReadonlyMap<string, NameAnswer>;
  readonly queue: readonly string[];
  /** Those that are looked up just now. */
  readonly open: readonly string[];
}

export type VerifiedNamesEvent = { type: 'name.check'; address: string } | DoneActorEvent<CheckedName>;

const KEPT = 2_000;
/** So many are looked up side by side; so many of them at one domain, and beside them at the own origin. */
const MOST = 6;
const MOST_OF_ONE = 2;

/** Looks names up, each once, in order as far as there is room: a domain that never answers holds up nobody but itself, and no page of the own origin. */
export const verifiedNamesMachine = setup({
  types: { context: {} as Context, events: {} as VerifiedNamesEvent },
  actors: { check: nameCheckMachine },
  guards: {
    isNew: ({ context: { answers, queue, open }, event }) =>
      event.type === 'name.check' && !answers.has(event.address) && !queue.includes(event.address) && !open.includes(event.address),
  },
  actions: {
    add: enqueueActions(({ context: { queue }, event, enqueue }) => {
      if (event.type === 'name.check') enqueue.assign({ queue: [...queue, event.address] });
    }),
    keep: enqueueActions(({ context: { answers, open }, event, enqueue }) => {
      if (!('output' in event)) return;
      const { address, answer } = event.output;
      enqueue.stopChild(address);
      enqueue.assign({
        answers: new Map([...[...answers].slice(1 - KEPT), [address, answer]]),
        open: open.filter((one) => one !== address),
      });
    }),
    look: enqueueActions(({ context: { queue, open }, enqueue }) => {
      const next = withRoom(queue, open);
      for (const address of next) enqueue.spawnChild('check', { id: address, input: { address } });
      enqueue.assign({ queue: queue.filter((one) => !next.includes(one)), open: [...open, ...next] });
    }),
  },
}).createMachine({
  id: 'verifiedNames',
  context: { answers: new Map(), queue: [], open: [] },
  on: {
    'name.check': { guard: 'isNew', actions: ['add', 'look'] },
    'xstate.done.actor.*': { actions: ['keep', 'look'] },
  },
});

function withRoom(queue: readonly string[], open: readonly string[]): readonly string[] {
  const sites = open.map(siteOf);
  return queue.filter((address) => {
    const site = siteOf(address);
    const isFull = site !== '' && sites.filter((one) => one !== '').length >= MOST;
    if (isFull || sites.filter((one) => one === site).length >= MOST_OF_ONE) return false;
    return sites.push(site);
  });
}

/** Whose server it is, by the last two labels: its names below cost it nothing. Empty: the own origin's. */
function siteOf(address: string): string {
  return (address.split('@')[1] ?? '').trim().toLowerCase().split(':')[0]?.split('.').slice(-2).join('.') ?? '';
}
