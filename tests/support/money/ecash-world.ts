import { type Actor, createActor, fromPromise, SimulatedClock } from 'xstate';
import { ecashMint } from '../../../src/adapters/money/ecash/ecash-mint.ts';
import { ecashStore } from '../../../src/adapters/money/ecash/ecash-store.ts';
import { newEcashWords } from '../../../src/adapters/money/ecash/ecash-words.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { DeviceSeal } from '../../../src/adapters/account/keys/device-seal.ts';
import type { Proof } from '../../../src/events/money/ecash/cashu.ts';
import {
  balancesOf,
  type EcashJob,
  ecashStateOf,
  isEcashOpen,
  type Purse,
} from '../../../src/events/money/ecash/ecash-log.ts';
import { type Seconds, seconds } from '../../../src/events/core/time.ts';
import { ecashCheckMachine } from '../../../src/machines/money/ecash/ecash-check.machine.ts';
import { ecashJobMachine } from '../../../src/machines/money/ecash/ecash-job.machine.ts';
import { type EcashEvent, ecashMachine } from '../../../src/machines/money/ecash/ecash.machine.ts';
import { fakeLocks } from '../browser/fake-locks.ts';
import { fakeIdb } from '../browser/fake-idb.ts';
import { cachedOutputsFrom } from './cached-outputs.ts';

const ME = 'a'.repeat(64);
export const NOW = seconds(1_800_000_000);

/** A free seal that no other seal can open. */
export function fakeSeal(): DeviceSeal {
  const kept = new Map<string, Uint8Array>();
  return {
    seal: (bytes) => {
      const name = `sealed ${kept.size}`;
      kept.set(name, bytes);
      return Promise.resolve(name);
    },
    open: (sealed) => Promise.resolve(kept.get(sealed)),
    forget: () => Promise.resolve(),
  };
}

export interface EcashTab {
  readonly send: (...events: readonly EcashEvent[]) => void;
  readonly purse: () => Purse;
  readonly actor: Actor<typeof ecashMachine>;
  readonly clock: SimulatedClock;
  /** Close the page, at any point of its work. */
  readonly crash: () => void;
}

/** Replacements that a test supplies: another log, or another access to mints. */
interface WorldOptions {
  readonly home?: string;
  /** The clock of the mints, if it is another one. */
  readonly now?: () => Seconds;
  /** Number of log entries that triggers compaction. */
  readonly most?: number;
  /** The words of a new wallet, if they are not random. The same mint may see them only once. */
  readonly words?: string;
  readonly log?: ReturnType<typeof ecashStore>;
  readonly mint?: (port: ReturnType<typeof ecashMint>) => ReturnType<typeof ecashMint>;
}

/** A mint by its address. */
interface MintServer {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** True while it works on a request, for however long. */
  readonly isAnswering?: () => boolean;
}

/**
 * Called before each step at which a crash is possible: sealing a log entry, sending a request,
 * receiving its response.
 */
export type Step = 'seal' | 'ask' | 'answer';

/**
 * One device with its disk, tabs that open and close, and mints by address. The tabs use the real
 * mint client.
 */
export function ecashWorld(
  mints: readonly MintServer[],
  {
    home = 'https://here.example',
    now = () => NOW,
    most,
    words,
    log,
    mint: asks = (port) => port,
  }: WorldOptions = {},
) {
  const idb = fakeIdb();
  const seal = fakeSeal();
  const browser = fakeLocks();
  const tabs = new Set<EcashTab>();
  let events = 0;
  let onStep: (step: Step) => void = () => undefined;

  const open = (): EcashTab => {
    const clock = new SimulatedClock();
    const tab = browser.tab();
    let isGone = false;
    const net: typeof fetch = async (input, init) => {
      if (isGone) throw new TypeError('gone');
      const mint = mints.find(({ url }) => String(input).startsWith(`${url}/`));
      if (!mint) throw new TypeError('no such host');
      const url = new URL(String(input));
      onStep('ask');
      if (isGone) throw new TypeError('gone');
      const answer = await mint.fetch(
        `https://mint.invalid/${url.href.slice(mint.url.length + 1)}`,
        init,
      );
      onStep('answer');
      // a closed page receives no response
      return isGone ? new Promise<Response>(() => undefined) : answer;
    };
    const mint = asks(ecashMint({ fetch: net, now, outputsFrom: cachedOutputsFrom }));
    const watched: DeviceSeal = {
      ...seal,
      seal: async (bytes, name) => {
        const sealed = await seal.seal(bytes, name);
        onStep('seal');
        // a closed page writes no more
        return isGone ? new Promise<string>(() => undefined) : sealed;
      },
    };
    const deps = {
      factory: idb.factory,
      keyRange: idb.keyRange,
      seal: watched,
      locks: tab.locks,
      channel: (name: string) => new BroadcastChannel(name),
      ...(most ? { most } : {}),
    };
    const logic = ecashMachine.provide({
      actors: {
        log: log ?? ecashStore(deps),
        words:
          words === undefined
            ? newEcashWords(crypto)
            : fromPromise(() => Promise.resolve(secretOf(words))),
        job: ecashJobMachine.provide({ actors: { mint } }),
        check: ecashCheckMachine.provide({ actors: { mint } }),
      },
    });
    const actor = createActor(logic, {
      input: { account: ME, home },
      clock,
      inspect: () => void events++,
    });
    actor.start();
    const opened: EcashTab = {
      send: (...events) => events.forEach((event) => actor.send(event)),
      purse: () => actor.getSnapshot().context.purse,
      actor,
      clock,
      crash: () => {
        isGone = true;
        tabs.delete(opened);
        actor.stop();
        tab.end();
      },
    };
    tabs.add(opened);
    return opened;
  };

  /** Let actions and time pass until the condition holds. */
  const until = async (isSo: () => boolean, most = 200): Promise<void> => {
    for (let turn = 0; turn < most; turn++) {
      // time passes only when no other work is left
      for (let idle = 0; idle < 4; idle++) {
        const before = events;
        await new Promise((resolve) => setImmediate(resolve));
        if (isSo()) return;
        if (events !== before || mints.some(({ isAnswering }) => isAnswering?.())) idle = 0;
      }
      // long waits need no small steps
      for (const { clock } of tabs) clock.increment(turn < 20 ? 1_000 : 10_000);
    }
    const how = [...tabs].map((tab) => [
      tab.actor.getSnapshot().value,
      ...[...tab.purse().jobs.values()].flatMap((job) =>
        isEcashOpen(job)
          ? [{ ...job, how: tab.actor.getSnapshot().children[`ecash ${job.job}`]?.getSnapshot() }]
          : [],
      ),
    ]);
    throw new Error(`it did not come to that: ${JSON.stringify(how)}`);
  };

  return {
    idb,
    open,
    until,
    end: () => [...tabs].forEach((tab) => tab.crash()),
    /** Set the observer of the steps of all tabs. */
    set steps(hear: (step: Step) => void) {
      onStep = hear;
    },
  };
}

/** A wallet's job by its name. */
export function jobOf(tab: EcashTab, job: string): EcashJob | undefined {
  return tab.purse().jobs.get(job);
}

export function stateIn(tab: EcashTab, job: string): string {
  const found = jobOf(tab, job);
  return found ? ecashStateOf(found) : 'none';
}

export function isQuiet(tab: EcashTab): boolean {
  return [...tab.purse().jobs.values()].every((job) => !isEcashOpen(job));
}

/** A real mint, as `ecashWorld` calls it. `hears`: called with each path first. */
export function served(url: string, hears: (path: string) => void = () => undefined): MintServer {
  let underway = 0;
  return {
    url,
    isAnswering: () => underway > 0,
    fetch: async (input, init) => {
      const path = String(input).replace('https://mint.invalid', '');
      hears(path);
      underway++;
      try {
        const answer = await fetch(`${url}${path}`, init);
        return new Response(await answer.arrayBuffer(), answer);
      } finally {
        underway--;
      }
    },
  };
}

export function balance(tab: EcashTab): number {
  return [...balancesOf(tab.purse()).values()].reduce((sum, one) => sum + one, 0);
}

/**
 * Return the proofs that the wallet knows and the mint would accept: free, in flight, and given
 * away.
 */
export function knownProofs({ proofs, jobs }: Purse): readonly Proof[] {
  const own = [...proofs.values()].map(({ proof }) => proof);
  const given = [...jobs.values()].flatMap(({ settled }) => settled?.given ?? []);
  return [...new Map([...own, ...given].map((proof) => [proof.C, proof])).values()];
}
