import { type DoneActorEvent, enqueueActions, type ErrorActorEvent, setup } from 'xstate';
import { contentsOf } from '../../../events/connection/other-claims.ts';
import { query } from '../../../events/connection/verbs.ts';
import { isRecord } from '../../../events/core/json.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { hostLookups } from './host-lookups.ts';
import { promiseAdapter } from '../../core/ports.ts';

/**
 * The public key in a well-known document, or null: the owner of a name (NIP-05, PROFILE-12), or
 * the signer of zap receipts (ZAP-05).
 */
export type NameKey = string | null;

/**
 * `by`: the host itself, or the caching service, whose answer is a claim. `nobody`: neither had an
 * answer.
 */
export interface NameAnswer {
  readonly key: NameKey;
  readonly by: 'host' | 'service' | 'nobody';
}

export interface VerifiedNamesInput {
  readonly bus: Bus;
  /** Address of the caching service of the page's own origin, which this page asks itself. */
  readonly home: string | undefined;
}

export interface NameLookUp {
  readonly address: string;
  /** Id of the actor that asks: `names` or `providers`. */
  readonly asker: string;
}

interface Context extends VerifiedNamesInput {
  /**
   * Key: `name@domain`, a bare name at the own origin (ROUTE-16), or the url of a lightning
   * address.
   */
  readonly answers: ReadonlyMap<string, NameAnswer>;
  readonly queue: readonly string[];
  /** Addresses that are being looked up. */
  readonly open: readonly string[];
}

export type VerifiedNamesEvent =
  | { type: 'name.check'; address: string }
  /** Asks the host itself, because the user wants it and the caching service has no answer. */
  | { type: 'name.checkDirectly'; address: string }
  /** A lookup has timed out. */
  | { type: 'name.timedOut'; address: string }
  | DoneActorEvent<NameKey | Outcome>
  | ErrorActorEvent;

const lookUp = promiseAdapter<NameKey, NameLookUp>(async ({ input, signal }) =>
  (await hostLookups.adapter())(input, signal),
);

const KEPT = 2_000;
/** Maximum parallel lookups. Those of the own origin do not wait for others. */
const MOST = 12;

/**
 * Looks up each address once at the caching service, to hide the reader from hosts of authors
 * (TRUST-08). Only the page's own origin, and a host that the user presses, are asked directly. A
 * failed or slow lookup gives null. The actor `providers` looks up lightning addresses separately,
 * so that names claimed by a profile cannot interfere.
 */
export const verifiedNamesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as VerifiedNamesEvent,
    input: {} as VerifiedNamesInput,
  },
  actors: { lookUp, request: requestMachine },
  delays: { timeout: 8_000 },
  actions: {
    /**
     * Add an address to the queue, or an answer to the others. Then start as many lookups as there
     * is room for.
     */
    take: enqueueActions(
      ({ context: { bus, home, answers, queue, open }, event, enqueue, self }) => {
        const address = 'actorId' in event ? event.actorId : event.address;
        const isPress = event.type === 'name.checkDirectly';
        const isOpen = open.includes(address);
        if (isPress || event.type === 'name.check') {
          const known = answers.get(address);
          if (isOpen || queue.includes(address) || (known && !(isPress && known.by === 'nobody')))
            return;
          queue = [...queue, address];
        } else {
          if (!isOpen) return;
          enqueue.stopChild(address);
          open = open.filter((one) => one !== address);
          answers = new Map([
            ...[...answers].slice(1 - KEPT),
            [address, 'output' in event ? answerIn(event.output) : NOBODY],
          ]);
        }
        for (const one of queue) {
          const isDirect = (isPress && one === address) || isOwn(one, home);
          if (!isDirect && open.length >= MOST) continue;
          open = [...open, one];
          if (isDirect)
            enqueue.spawnChild('lookUp', { id: one, input: { address: one, asker: self.id } });
          else {
            const payload = { address: one };
            const asked =
              self.id === 'names'
                ? query('verified_name', payload)
                : query('zap_provider', payload);
            enqueue.spawnChild('request', { id: one, input: { bus, query: asked } });
          }
          enqueue.raise({ type: 'name.timedOut', address: one }, { delay: 'timeout' });
        }
        enqueue.assign({ answers, queue: queue.filter((one) => !open.includes(one)), open });
      },
    ),
  },
}).createMachine({
  id: 'verifiedNames',
  context: ({ input }) => ({ ...input, answers: new Map(), queue: [], open: [] }),
  on: {
    'name.check': { actions: 'take' },
    'name.checkDirectly': { actions: 'take' },
    'name.timedOut': { actions: 'take' },
    'xstate.done.actor.*': { actions: 'take' },
    'xstate.error.actor.*': { actions: 'take' },
  },
});

const NOBODY: NameAnswer = { key: null, by: 'nobody' };
const HOST = /[@/]+/;

/**
 * True for a bare name, and for an address at the host of `home`. Its port refuses an address with
 * two hosts.
 */
function isOwn(address: string, home = ''): boolean {
  const [, host] = address.split(HOST);
  return host === undefined || host === home.split(HOST)[1];
}

/** Return the answer. A host returns a key or null, the service an outcome. */
function answerIn(output: NameKey | Outcome): NameAnswer {
  if (output === null || typeof output === 'string') return { key: output, by: 'host' };
  const [told] = output.ok ? contentsOf(output.answer.claims, RESULT.WellKnownKey) : [];
  return isRecord(told)
    ? { key: typeof told['pubkey'] === 'string' ? told['pubkey'] : null, by: 'service' }
    : NOBODY;
}
