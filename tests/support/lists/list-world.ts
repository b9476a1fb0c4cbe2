import { type CallbackActorLogic, enqueueActions, fromCallback } from 'xstate';
import {
  entryKey,
  LIST_DEFINITIONS,
  type ListName,
} from '../../../src/events/account/lists/list-definitions.ts';
import type { ListIntent, ListQuestion } from '../../../src/events/account/lists/list-intents.ts';
import { risksIn } from '../../../src/events/account/lists/list-base.ts';
import { listQuery } from '../../../src/events/account/lists/list-query.ts';
import { replaces, type Tag, type VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { stateOf } from '../../../src/events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';
import {
  type ListEditContext,
  type ListEditEvent,
  type ListNews,
  risksOf,
  savedNews,
} from '../../../src/machines/account/lists/list-edit-context.ts';
import { failedNews } from '../../../src/machines/account/lists/list-edit-decisions.ts';
import {
  type ListEditActor,
  listEditMachine,
} from '../../../src/machines/account/lists/list-edit.machine.ts';
import {
  type ListsActor,
  listsMachine,
} from '../../../src/machines/account/lists/lists.machine.ts';
import type {
  VersionsCommand,
  VersionsSignal,
} from '../../../src/machines/account/lists/lists-context.ts';
import { ME, type OutboxTab, outboxWorld, RELAYS } from '../publish/outbox-world.ts';
import { trusted } from '../events/trusted.ts';
import { registryOf } from '../account/feature-registry.ts';

export type ListTab = ReturnType<typeof openTab>;
export type ListWorld = ReturnType<typeof listWorld>;

/**
 * A source of versions. Not `up`: it refuses at once. `late`: it answers after 3 seconds. `silent`:
 * it never answers. `paused`: this device does not ask it, and sends through the caching service.
 * `mute`: it accepts events, but its OK is lost. `lenient`: it also says OK to events older than
 * its own. `hides`: it refuses events for a newer version that it does not serve.
 */
export interface Source {
  up: boolean;
  late: boolean;
  silent: boolean;
  paused: boolean;
  mute: boolean;
  readonly lenient: boolean;
  hides: boolean;
  newest: VerifiedEvent | undefined;
}

const LATE = 3_000;
/** Relays refuse events dated further ahead. Seconds. */
const FUTURE = 900;

/** A lock with one holder among all tabs. */
function fakeLock() {
  const waiting: Array<() => void> = [];
  let isTaken = false;
  const next = (): void => {
    const give = waiting.shift();
    isTaken = give !== undefined;
    give?.();
  };
  const logic = fromCallback<{ type: 'lock.unavailable' }, { account: string; list: ListName }>(
    ({ sendBack }) => {
      let isMine = false;
      const give = (): void => {
        isMine = true;
        sendBack({ type: 'lock.granted' });
      };
      if (isTaken) waiting.push(give);
      else {
        isTaken = true;
        give();
      }
      return () => {
        if (isMine) next();
        else if (waiting.includes(give)) waiting.splice(waiting.indexOf(give), 1);
      };
    },
  );
  return { logic, isTaken: () => isTaken };
}

type LockLogic = CallbackActorLogic<
  { type: 'lock.unavailable' },
  { account: string; list: ListName }
>;

/** A lock that is granted to every tab at once. */
const everybody: LockLogic = fromCallback(({ sendBack }) => sendBack({ type: 'lock.granted' }));
/** A browser without locks. */
const nobody: LockLogic = fromCallback(({ sendBack }) => sendBack({ type: 'lock.unavailable' }));

/** The versions that the device stores, for all its tabs. */
function fakeVersions(now: () => number) {
  const kept = new Map<string, VerifiedEvent>();
  const logic = fromCallback<VersionsCommand, { account: string }>(({ sendBack, receive }) => {
    const report = () =>
      sendBack({
        type: 'versions.found',
        events: [...kept.values()],
        now: seconds(now()),
      } satisfies VersionsSignal);
    report();
    receive(({ events, without }) => {
      for (const event of events) kept.set(event.id, event);
      for (const id of without) kept.delete(id);
      report();
    });
  });
  return logic;
}

interface House {
  readonly list: ListName;
  readonly lists: typeof listsMachine;
  readonly machine: typeof listEditMachine;
  readonly lock: LockLogic;
  readonly versions: ReturnType<typeof fakeVersions>;
  readonly now: () => number;
  readonly sent: (version: VerifiedEvent, intents: readonly ListIntent[], isRisky: boolean) => void;
}

function openTab(
  world: ReturnType<typeof outboxWorld>,
  { list, lists, machine, lock, versions, now, sent }: House,
) {
  const news: ListNews[] = [];
  const watched = new Set<unknown>();
  /** Record news of the editors on the way. */
  const tell = (newsOf: (context: ListEditContext) => ListNews) =>
    enqueueActions(
      ({
        context,
        enqueue,
      }: {
        context: ListEditContext;
        enqueue: { sendParent: (event: ListNews) => void };
      }) => {
        news.push(newsOf(context));
        enqueue.sendParent(newsOf(context));
      },
    );
  const edit = machine.provide({
    actors: { lock },
    actions: {
      notifySaved: tell(savedNews) as never,
      notifyFailed: tell(failedNews) as never,
    },
  });
  const logic = lists.provide({ actors: { versions, edit } });
  const tab: OutboxTab = world.open(
    ...registryOf({ lists: logic }).filter(({ id }) => id === 'lists'),
  );
  const keeper: ListsActor = tab.child('lists');
  const root = tab.root;
  tab.scope.send({
    type: 'relayList.changed',
    relays: RELAYS.map((url) => ({ url, read: true, write: true })),
  });
  /**
   * Record every version that leaves the editor, and whether the user confirmed a base that may be
   * stale.
   */
  const watch = (actor: ListEditActor): void => {
    let last: unknown;
    let isRisky = false;
    actor.subscribe((snapshot) => {
      const { queue, planned, base } = snapshot.context;
      const accepted = risksOf(snapshot.context).silent;
      const [first] = queue;
      const isAccepted = risksIn(base).some((source) => accepted.has(source));
      if (snapshot.matches({ working: 'signing' }) && planned?.ok)
        isRisky =
          isAccepted ||
          (planned.plan.reasons.some((reason) =>
            ['unsure-base', 'paused-base', 'new-list'].includes(reason),
          ) &&
            first?.agreed !== undefined);
      const version = snapshot.matches({ working: 'publishing' }) ? first?.version : undefined;
      if (version && version.state !== 'taken' && last !== version.event)
        sent(version.event, first?.intents ?? [], isRisky);
      if (version) last = version.event;
    });
  };
  const find = (): ListEditActor | undefined => {
    const actor = keeper.getSnapshot().children[`edit ${list}`];
    if (actor && !watched.has(actor)) watch(actor);
    watched.add(actor);
    return actor;
  };
  const editor = (): ListEditActor => {
    const actor = find();
    if (!actor) throw new Error('nothing was edited yet');
    return actor;
  };
  const failedJob = (): string => find()?.getSnapshot().context.failures[0]?.job ?? '';
  return {
    ...tab,
    tab,
    root,
    /** The editor, after the first edit. */
    get list() {
      return editor();
    },
    isBusy: () => find() !== undefined && editor().getSnapshot().value !== 'idle',
    failures: () => find()?.getSnapshot().context.failures ?? [],
    news,
    /** Decrypted private parts, by ciphertext. */
    opened: () => keeper.getSnapshot().context.opened,
    send: (event: ListEditEvent) => find()?.send(event),
    edit: (...intents: ListIntent[]) => {
      keeper.send({ type: 'lists.edit', list, intents, now: seconds(now()) });
      find();
    },
    /** An edit that is confirmed in any case. */
    ask: (question: ListQuestion, ...intents: ListIntent[]) => {
      keeper.send({ type: 'lists.edit', list, intents, now: seconds(now()), question });
      find();
    },
    resume: (job: string) => {
      keeper.send({ type: 'lists.resume', job });
      find();
    },
    /** Retry the first failed edit, as the publishing list does. */
    retry: () => keeper.send({ type: 'lists.resume', job: failedJob() }),
    dismiss: () =>
      tab.actor.send({ type: 'outbox.discard', job: failedJob(), unlessSending: true }),
    /** Perform the first open request of the signer. Ciphertexts are the plain text with a mark. */
    approve: () => {
      const request = tab.signer.open().find(({ from }) => from.getSnapshot().status === 'active');
      if (!request) return;
      if (request.act.do === 'sign') tab.sign();
      else if (request.act.do === 'encrypt') tab.signer.sign(`sealed:${request.act.text}`, request);
      else if (request.act.text.startsWith('sealed:'))
        tab.signer.sign(request.act.text.slice('sealed:'.length), request);
      else tab.signer.refuse(request);
    },
  };
}

/** Let promises and timers of zero run. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

export interface Surroundings {
  readonly list?: ListName;
  readonly lists?: typeof listsMachine;
  readonly machine?: typeof listEditMachine;
  readonly held?: readonly Tag[] | undefined;
  readonly content?: string;
  /**
   * `locks`: one tab after the other. `none`: tabs are not separated and know it. `lawless`: they
   * are not separated and continue.
   */
  readonly turns?: 'locks' | 'none' | 'lawless';
  /** False if no relay says OK to events older than its own. */
  readonly isLenient?: boolean;
}

/**
 * One list of an account, edited in several tabs with the real machines. A caching service mirrors
 * every accepted version; there are two write relays. `held`: the version that all start with.
 */
export function listWorld({
  list = 'follows',
  lists = listsMachine,
  machine = listEditMachine,
  held = [],
  content = '',
  turns = 'locks',
  isLenient = true,
}: Surroundings = {}) {
  const world = outboxWorld({ eager: true });
  const lock = fakeLock();
  const { kind } = LIST_DEFINITIONS[list];
  const first =
    held.length > 0 || content !== ''
      ? trusted({ pubkey: ME, kind, tags: held, content, created_at: world.now() - 100 })
      : undefined;
  const fresh = { up: true, late: false, silent: false, paused: false, mute: false, hides: false };
  const sources = new Map<string, Source>(
    ['cache', ...RELAYS].map((name, at) => [
      name,
      { ...fresh, newest: first, lenient: isLenient && at === 2 },
    ]),
  );
  const tabs: ListTab[] = [];
  const lost: string[] = [];
  /** Keys of entries lost after a warning that the user accepted. */
  const risked = new Set<string>();
  /** Ids of versions that this device refuses from any source. */
  const unreadable = new Set<string>();
  const clock = { skew: 0 };
  /** Versions that a relay refused, and versions that a relay accepted but did not store. */
  const refused = new Set<string>();
  const lied = new Set<VerifiedEvent>();
  const now = () => world.now() + clock.skew;
  const versions = fakeVersions(now);

  const newestOf = (events: ReadonlyArray<VerifiedEvent | undefined>) =>
    events.reduce((best, one) => (one && replaces(one, best) ? one : best), undefined);
  /** Return the ids of versions that the user gave up. The checks ignore them. */
  const given = () =>
    new Set(
      [...world.disk.records().values()].flatMap((one) =>
        one.event && stateOf(one) === 'discarded' ? [one.event.id] : [],
      ),
    );
  const newest = (not: ReadonlySet<string> = given()) =>
    newestOf(
      [...sources.values()].map((source) =>
        source.newest && not.has(source.newest.id) ? undefined : source.newest,
      ),
    );
  /** Relays refuse a date too far ahead, or a version older than theirs. */
  const refusalOf = ({ created_at }: VerifiedEvent): string =>
    inSeconds(created_at) > world.now() + FUTURE
      ? 'invalid: created_at is too far in the future'
      : 'replaced: have newer event';
  const keysOf = (tags: readonly Tag[] = []) => tags.flatMap((tag) => entryKey(list, tag) ?? []);
  const keep = (name: string, event: VerifiedEvent): boolean => {
    const source = sources.get(name);
    if (!source || source.hides || inSeconds(event.created_at) > world.now() + FUTURE) return false;
    const isNew = replaces(event, source.newest);
    if (isNew) source.newest = event;
    return isNew || source.newest?.id === event.id || source.lenient;
  };
  /** Record keys that the newest stored version has, a sent one lacks and no intent removed. */
  const sent = (version: VerifiedEvent, intents: readonly ListIntent[], isRisky: boolean): void => {
    const after = new Set(keysOf(version.tags));
    const removed = new Set(
      intents.flatMap(({ act, tag }) => (act === 'remove' ? keysOf([tag]) : [])),
    );
    const gone = keysOf(newest(new Set([...given(), version.id]))?.tags).filter(
      (key) => !after.has(key) && !removed.has(key),
    );
    if (isRisky) for (const key of gone) risked.add(key);
    else lost.push(...gone);
  };
  /** The caching service receives every event that any relay accepts. */
  const mirror = (): void => {
    for (const { newest, silent } of sources.values()) if (newest && !silent) keep('cache', newest);
  };
  const askedAt = new WeakMap<object, number>();
  const isQuiet = (source: Source | undefined, question: object): boolean => {
    if (!source?.up) return false;
    const at = askedAt.get(question) ?? world.clock.now();
    askedAt.set(question, at);
    return source.silent || (source.late && world.clock.now() < at + LATE);
  };
  const answerOf = ({ newest }: Source) => {
    if (!newest) return { events: [] };
    return unreadable.has(newest.id) ? { events: [], rejected: 1 } : { events: [newest] };
  };
  const answerRelays = (): void => {
    for (const question of world.questions.filter(({ open }) => open)) {
      const { from, url } = question;
      const source = sources.get(url);
      if (isQuiet(source, question)) continue;
      question.open = false;
      if (from.getSnapshot().status !== 'active') continue;
      if (source?.up && !source.paused)
        from.send({ type: 'relay.events', url, ...answerOf(source) });
      const reason = source?.paused ? ({ code: 'relay.suspended' } as const) : undefined;
      from.send({ type: 'relay.ended', url, complete: source?.up === true && !reason, reason });
    }
    for (const delivery of world.waiting()) {
      const source = sources.get(delivery.url);
      const isTaken = source?.up === true && keep(delivery.url, delivery.event);
      if (source?.up && !source.mute && !isTaken) refused.add(delivery.event.id);
      if (isTaken && source.newest?.id !== delivery.event.id) lied.add(delivery.event);
      world.answer(
        delivery,
        source?.up && !source.mute ? (isTaken ? 'accepted' : 'rejected') : 'silent',
        isTaken || !source?.up || source.mute ? '' : refusalOf(delivery.event),
      );
    }
  };
  const verb = listQuery(list, ME).verb;
  /** Answer every open request: sources that are up answer, the others do not. */
  const answer = (): void => {
    answerRelays();
    mirror();
    const cache = sources.get('cache');
    for (const { bus, broadcast } of tabs) {
      for (const asked of bus.open()) {
        const { query } = asked;
        if (query.verb === 'broadcast_events') broadcast('none');
        else if (isQuiet(cache, asked.from)) continue;
        else if (!cache?.up) bus.refuse(query.verb);
        else bus.answer(query.verb === verb ? answerOf(cache) : {}, query.verb);
      }
    }
  };
  const open = (): ListTab => {
    const own = turns === 'locks' ? lock.logic : turns === 'none' ? nobody : everybody;
    const tab = openTab(world, { list, lists, machine, lock: own, versions, now, sent });
    tabs.push(tab);
    return tab;
  };
  return {
    ...world,
    lock,
    sources,
    listTabs: tabs,
    open,
    answer,
    /** One relay answers one delivery. */
    confirm: world.answer,
    keep,
    /**
     * Another device publishes a version, which every source accepts. `created_at`: seconds, by
     * default the device's clock.
     */
    publishElsewhere: (tags: readonly Tag[], created_at = now()) => {
      const event = trusted({ pubkey: ME, kind: LIST_DEFINITIONS[list].kind, tags, created_at });
      for (const name of sources.keys()) keep(name, event);
      return event;
    },
    first,
    /** The clock of the device. */
    device: clock,
    lost,
    risked,
    unreadable,
    /** All parties answer their requests until no more happen. */
    run: async (approve = true) => {
      for (let round = 0; round < 12; round++) {
        await settled();
        world.settle();
        answer();
        world.settle();
        await settled();
        if (approve) for (const tab of tabs) tab.approve();
      }
    },
    crash: (tab: ListTab) => {
      tabs.splice(tabs.indexOf(tab), 1);
      tab.root.stop();
      world.crash(tab.tab);
    },
    /**
     * Versions that a relay accepted but did not store, with no contradiction by another relay. Its
     * word is all that can be known.
     */
    promised: () => [...lied].filter(({ id }) => !refused.has(id)),
    /** True if a source stores a version that the user gave up. */
    isDivided: () =>
      [...sources.values()].some((source) => source.newest && given().has(source.newest.id)),
    /** The newest version that any source stores, and the keys of its entries. */
    entries: () => ({ newest: newest(), keys: keysOf(newest()?.tags) }),
  };
}

/** Return every signed version, in the order of the log. */
export const signedIn = ({ disk }: ListWorld): readonly VerifiedEvent[] =>
  disk.log.flatMap((entry) => (entry.type === 'signed' ? [entry.event] : []));

/** Create a world with one tab whose edit waits for its signature. */
export async function signing(surroundings: Surroundings, ...intents: readonly ListIntent[]) {
  const world = listWorld(surroundings);
  const tab = world.open();
  tab.edit(...intents);
  await world.run(false);
  return { world, tab };
}

/** Sign and send the waiting edit, with no answer yet. */
export async function sign(world: ListWorld, tab: ListTab): Promise<void> {
  tab.approve();
  await settled();
  world.settle();
}
