import { type DoneActorEvent, enqueueActions, type ErrorActorEvent, setup } from 'xstate';
import { promisePort } from '../ports.ts';

/** The key that a well-known document names: whose a name is (NIP-05, PROFILE-12), or who signs for payments (ZAP-05); null where it names none or could not be had. */
export type NameAnswer = string | null;

interface Context {
  /** By `name@domain`, by a bare name at the own origin (ROUTE-16), or by the url of a lightning address. */
  readonly answers: ReadonlyMap<string, NameAnswer>;
  readonly queue: readonly string[];
  /** Those that are looked up just now. */
  readonly open: readonly string[];
}

export type VerifiedNamesEvent =
  | { type: 'name.check'; address: string }
  /** A look-up has had its time. */
  | { type: 'name.late'; address: string }
  | DoneActorEvent<NameAnswer>
  | ErrorActorEvent;

const KEPT = 2_000;
/** So many are looked up side by side; so many of them at one site, and beside them at the own origin. */
const MOST = 6;
const MOST_OF_ONE = 2;

/**
 * Looks names up, each once, in order as far as there is room: a domain that never answers holds up nobody but itself, and no page of the own
 * origin. A look-up that fails or takes too long gives null, and no mark.
 */
export const verifiedNamesMachine = setup({
  types: { context: {} as Context, events: {} as VerifiedNamesEvent },
  actors: { lookUp: promisePort<NameAnswer, { address: string }>('lookUp') },
  delays: { patience: 8_000 },
  actions: {
    /** Puts a name into the queue, or an answer beside the others; then begins what there is room for. */
    take: enqueueActions(({ context: { answers, queue, open }, event, enqueue }) => {
      const address = 'actorId' in event ? event.actorId : event.address;
      const isOpen = open.includes(address);
      if (event.type === 'name.check') {
        if (isOpen || answers.has(address) || queue.includes(address)) return;
        queue = [...queue, address];
      } else {
        if (!isOpen) return;
        enqueue.stopChild(address);
        open = open.filter((one) => one !== address);
        answers = new Map([...[...answers].slice(1 - KEPT), [address, 'output' in event ? event.output : null]]);
      }
      const next = withRoom(queue, open);
      for (const one of next) {
        enqueue.spawnChild('lookUp', { id: one, input: { address: one } });
        enqueue.raise({ type: 'name.late', address: one }, { delay: 'patience' });
      }
      enqueue.assign({ answers, queue: queue.filter((one) => !next.includes(one)), open: [...open, ...next] });
    }),
  },
}).createMachine({
  id: 'verifiedNames',
  context: { answers: new Map(), queue: [], open: [] },
  on: {
    'name.check': { actions: 'take' },
    'name.late': { actions: 'take' },
    'xstate.done.actor.*': { actions: 'take' },
    'xstate.error.actor.*': { actions: 'take' },
  },
});

function withRoom(queue: readonly string[], open: readonly string[]): readonly string[] {
  const sites = open.map(siteOf);
  return queue.filter((address) => {
    const site = siteOf(address);
    const isFull = site !== '' && sites.filter((one) => one !== '').length >= MOST;
    return !isFull && sites.filter((one) => one === site).length < MOST_OF_ONE && sites.push(site);
  });
}

/** Whose server it is, by the last two labels: its names below cost it nothing. Empty: the own origin's. */
function siteOf(address: string): string {
  return (/(?:@|:\/\/)([^/:]*)/.exec(address.toLowerCase())?.[1] ?? '').trim().split('.').slice(-2).join('.');
}
