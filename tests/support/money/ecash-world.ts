import { type Actor, createActor, SimulatedClock } from 'xstate';
import { ecashMint } from '../../../src/adapters/money/ecash/ecash-mint.ts';
import { ecashStore } from '../../../src/adapters/money/ecash/ecash-store.ts';
import { newEcashWords } from '../../../src/adapters/money/ecash/ecash-words.ts';
import type { DeviceSeal } from '../../../src/adapters/account/keys/device-seal.ts';
import type { Proof } from '../../../src/events/money/ecash/cashu.ts';
import { balancesOf, type EcashJob, ecashStateOf, isEcashOpen, type Purse } from '../../../src/events/money/ecash/ecash-log.ts';
import { type Seconds, seconds } from '../../../src/events/core/time.ts';
import { ecashCheckMachine } from '../../../src/machines/money/ecash/ecash-check.machine.ts';
import { ecashJobMachine } from '../../../src/machines/money/ecash/ecash-job.machine.ts';
import { type EcashEvent, ecashMachine } from '../../../src/machines/money/ecash/ecash.machine.ts';
import { fakeLocks } from '../browser/fake-locks.ts';
import { fakeIdb } from '../browser/fake-idb.ts';

const ME = 'a'.repeat(64);
export const NOW = seconds(1_800_000_000);

/** A seal that nothing else opens, and that costs nothing. */
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
  /** The page is gone, whatever it was about to do. */
  readonly crash: () => void;
}

/** What a test puts in the place of what is there: another log, another way to ask mints. */
interface WorldOptions {
  readonly home?: string;
  /** Where mints keep time of their own. */
  readonly now?: () => Seconds;
  /** Lines from which on the log is made one line. */
  readonly most?: number;
  readonly log?: ReturnType<typeof ecashStore>;
  readonly mint?: (port: ReturnType<typeof ecashMint>) => ReturnType<typeof ecashMint>;
}

/** A mint by its address. */
interface MintServer {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Whether it is really at work on a question, which takes as long as it takes. */
  readonly isAnswering?: () => boolean;
}

/** Told before each step that a crash could come between: a line being sealed, a question going out, its answer coming in. */
export type Step = 'seal' | 'ask' | 'answer';

/** One device with its disk; tabs that come and go; and mints by their address, all of which are asked by what would ask real ones. */
export function ecashWorld(
  mints: readonly MintServer[],
  { home = 'https://here.example', now = () => NOW, most, log, mint: asks = (port) => port }: WorldOptions = {},
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
      const answer = await mint.fetch(`https://mint.invalid/${url.href.slice(mint.url.length + 1)}`, init);
      onStep('answer');
      // what comes to a page that is gone comes to nobody
      return isGone ? new Promise<Response>(() => undefined) : answer;
    };
    const mint = asks(ecashMint({ fetch: net, now }));
    const watched: DeviceSeal = {
      ...seal,
      seal: async (bytes, name) => {
        const sealed = await seal.seal(bytes, name);
        onStep('seal');
        // nothing more is written by a page that is gone
        return isGone ? new Promise<string>(() => undefined) : sealed;
      },
    };
    const deps = {
      factory: idb.factory,
      seal: watched,
      locks: tab.locks,
      channel: (name: string) => new BroadcastChannel(name),
      ...(most ? { most } : {}),
    };
    const logic = ecashMachine.provide({
      actors: {
        log: log ?? ecashStore(deps),
        words: newEcashWords(crypto),
        job: ecashJobMachine.provide({ actors: { mint } }),
        check: ecashCheckMachine.provide({ actors: { mint } }),
      },
    });
    const actor = createActor(logic, { input: { account: ME, home }, clock, inspect: () => void events++ });
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

  /** Lets things happen, and time pass, until it is so. */
  const until = async (isSo: () => boolean, most = 200): Promise<void> => {
    for (let turn = 0; turn < most; turn++) {
      // time passes only where nothing else happens
      for (let idle = 0; idle < 4; idle++) {
        const before = events;
        await new Promise((resolve) => setTimeout(resolve));
        if (isSo()) return;
        if (events !== before || mints.some(({ isAnswering }) => isAnswering?.())) idle = 0;
      }
      // what waits long need not be waited for in small steps
      for (const { clock } of tabs) clock.increment(turn < 20 ? 1_000 : 10_000);
    }
    const how = [...tabs].map((tab) => [
      tab.actor.getSnapshot().value,
      ...[...tab.purse().jobs.values()].flatMap((job) =>
        isEcashOpen(job) ? [{ ...job, how: tab.actor.getSnapshot().children[`ecash ${job.job}`]?.getSnapshot() }] : [],
      ),
    ]);
    throw new Error(`it did not come to that: ${JSON.stringify(how)}`);
  };

  return {
    idb,
    open,
    until,
    end: () => [...tabs].forEach((tab) => tab.crash()),
    /** Steps of all tabs, one after the other. */
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

/** A mint that is really there, as `ecashWorld` asks it. `hears`: is told each path first. */
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

/** Proofs that the wallet knows of and the mint would take: free ones, those on their way, and those it gave away. */
export function knownProofs({ proofs, jobs }: Purse): readonly Proof[] {
  const own = [...proofs.values()].map(({ proof }) => proof);
  const given = [...jobs.values()].flatMap(({ settled }) => settled?.given ?? []);
  return [...new Map([...own, ...given].map((proof) => [proof.C, proof])).values()];
}
