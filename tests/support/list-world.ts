import { createActor, fromCallback, sendTo, setup } from 'xstate';
import { entryKey, LIST_FORMS, type ListName } from '../../src/events/account/list-form.ts';
import type { ListIntent } from '../../src/events/account/list-intents.ts';
import { replaces, type Tag, type VerifiedEvent } from '../../src/events/event.ts';
import { stateOf } from '../../src/events/publish/outbox.ts';
import type { ListEditEvent, ListNews, Recalled } from '../../src/machines/account/list-edit-context.ts';
import { type ListEditActor, listEditMachine } from '../../src/machines/account/list-edit.machine.ts';
import { ME, type OutboxTab, outboxWorld, RELAYS } from './outbox-world.ts';
import { trusted } from './trusted.ts';

export type ListTab = ReturnType<typeof openTab>;
export type ListWorld = ReturnType<typeof listWorld>;

interface Source {
  up: boolean;
  newest: VerifiedEvent | undefined;
}

/** Whose turn it is, among all tabs. */
function fakeLock() {
  const waiting: Array<() => void> = [];
  let isTaken = false;
  const next = (): void => {
    const give = waiting.shift();
    isTaken = give !== undefined;
    give?.();
  };
  const logic = fromCallback<{ type: 'turn.none' }, { account: string; list: ListName }>(({ sendBack }) => {
    let isMine = false;
    const give = (): void => {
      isMine = true;
      sendBack({ type: 'turn.given' });
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
  });
  return { logic, isTaken: () => isTaken };
}

/** A turn for everybody at once. */
const everybody = fromCallback<{ type: 'turn.none' }, { account: string; list: ListName }>(({ sendBack }) =>
  sendBack({ type: 'turn.given' }),
);

/** What stood in the newest version there was when a job was drafted, and whether a person was told that it may not be the base, and agreed. */
interface Drafted {
  readonly tags: readonly Tag[];
  readonly isRisky: boolean;
}

interface House {
  readonly list: ListName;
  readonly machine: typeof listEditMachine;
  readonly lock: Pick<ReturnType<typeof fakeLock>, 'logic'>;
  readonly drafted: Map<string, Drafted>;
  readonly newest: () => VerifiedEvent | undefined;
}

function openTab(world: ReturnType<typeof outboxWorld>, { list, machine, lock, drafted, newest }: House) {
  const tab: OutboxTab = world.open();
  const news: ListNews[] = [];
  const recalled = (): Recalled => {
    const versions = tab.records().flatMap((record) => (record.event && stateOf(record) !== 'discarded' ? [record.event] : []));
    return { versions, relays: RELAYS, now: world.now() };
  };
  const parent = setup({
    types: { events: {} as ListNews },
    actors: { listEdit: machine.provide({ actors: { turn: lock.logic } }) },
  }).createMachine({
    invoke: {
      id: 'list',
      src: 'listEdit',
      input: () => ({
        list,
        account: ME,
        hub: tab.actor.getSnapshot().context.hub,
        pool: tab.pool,
        signer: tab.signer.ref,
        outbox: tab.actor,
      }),
    },
    on: {
      'list.recall': { actions: sendTo('list', () => ({ type: 'list.recalled', recalled: recalled() })) },
      '*': { actions: ({ event }) => news.push(event) },
    },
  });
  const root = createActor(parent, { clock: world.clock }).start();
  const actor = root.getSnapshot().children['list'] as ListEditActor;
  let last: unknown;
  actor.subscribe((snapshot) => {
    const isDrafted = snapshot.matches({ working: 'publishing' }) && last !== snapshot.context.planned;
    last = snapshot.matches({ working: 'publishing' }) ? snapshot.context.planned : undefined;
    const { queue, planned } = snapshot.context;
    if (!isDrafted || !planned?.ok) return;
    const isKnown = planned.plan.reasons.some((reason) => reason === 'unsure-base' || reason === 'new-list');
    const isRisky = isKnown && queue[0]?.agreed !== undefined;
    const job = queue[0]?.job ?? '';
    // what another tab has had signed meanwhile is not drafted anew, whoever tries to
    if (world.disk.records().get(job)?.event === undefined) drafted.set(job, { tags: newest()?.tags ?? [], isRisky });
  });
  return {
    ...tab,
    tab,
    root,
    list: actor,
    news,
    send: (event: ListEditEvent) => actor.send(event),
    edit: (...intents: ListIntent[]) => actor.send({ type: 'list.edit', intents, now: world.now() }),
    /** Does what the first open request of the signer asks for; ciphers are the text itself with a mark. */
    approve: () => {
      const request = tab.signer.open().find(({ from }) => from.getSnapshot().status === 'active');
      if (!request) return;
      if (request.act.do === 'sign') tab.sign();
      else if (request.act.do === 'encrypt') tab.signer.sign(`sealed:${request.act.text}`, request);
      else if (request.act.text.startsWith('sealed:')) tab.signer.sign(request.act.text.slice('sealed:'.length), request);
      else tab.signer.refuse(request);
    },
  };
}

/** Lets promises and timers of zero arrive. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * One list of an account, edited in several tabs with the real machines; a caching service that mirrors what is accepted anywhere, and two
 * write relays, each up or down. `held`: the version that all begin with. `lawless`: tabs do not wait for each other.
 */
export function listWorld({
  list = 'follows',
  machine = listEditMachine,
  held = [],
  content = '',
  lawless = false,
}: {
  lawless?: boolean;
  list?: ListName;
  machine?: typeof listEditMachine;
  held?: readonly Tag[] | undefined;
  content?: string;
} = {}) {
  const world = outboxWorld({ eager: true });
  const lock = fakeLock();
  const { kind } = LIST_FORMS[list];
  const first =
    held.length > 0 || content !== '' ? trusted({ pubkey: ME, kind, tags: held, content, created_at: world.now() - 100 }) : undefined;
  const sources = new Map<string, Source>(['cache', ...RELAYS].map((name) => [name, { up: true, newest: first }]));
  const tabs: ListTab[] = [];
  const drafted = new Map<string, Drafted>();

  const newestOf = (events: ReadonlyArray<VerifiedEvent | undefined>) =>
    events.reduce((best, one) => (one && replaces(one, best) ? one : best), undefined);
  const newest = () => newestOf([...sources.values()].map((source) => source.newest));
  const pending = () =>
    [...world.disk.records().values()].flatMap((record) => (record.event && stateOf(record) !== 'discarded' ? [record.event] : []));
  const keep = (name: string, event: VerifiedEvent): void => {
    const source = sources.get(name);
    if (source && replaces(event, source.newest)) source.newest = event;
  };
  /** The caching service hears of everything that any relay takes. */
  const mirror = (): void => {
    for (const { newest } of sources.values()) if (newest) keep('cache', newest);
  };
  /** Answers everything that is open, as those who are up would, and those who are not would not. */
  const answer = (): void => {
    for (const question of world.questions.filter(({ open }) => open)) {
      question.open = false;
      const { from, url } = question;
      if (from.getSnapshot().status !== 'active') continue;
      const source = sources.get(url);
      if (source?.up && source.newest) from.send({ type: 'relay.events', url, events: [source.newest] });
      from.send({ type: 'relay.ended', url, complete: source?.up === true, reason: '' });
    }
    for (const delivery of world.waiting()) {
      const isUp = sources.get(delivery.url)?.up === true;
      if (isUp) keep(delivery.url, delivery.event);
      world.answer(delivery, isUp ? 'accepted' : 'silent');
    }
    mirror();
    const cache = sources.get('cache');
    for (const { hub, broadcast } of tabs) {
      for (const { query } of hub.open()) {
        if (query.verb === 'broadcast_events') broadcast('none');
        else if (!cache?.up) hub.refuse(query.verb);
        else hub.answer(query.verb === 'import_events' || !cache.newest ? {} : { events: [cache.newest] }, query.verb);
      }
    }
  };
  const open = (): ListTab => {
    const tab = openTab(world, {
      list,
      machine,
      lock: lawless ? { logic: everybody } : lock,
      drafted,
      newest: () => newestOf([newest(), ...pending()]),
    });
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
    keep,
    first,
    /** Everybody does what is asked of him, until nothing more happens. */
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
    drafted,
    /** The newest version that anybody holds, and the keys of its entries. */
    entries: () => ({ newest: newest(), keys: (newest()?.tags ?? []).flatMap((tag) => entryKey(list, tag) ?? []) }),
  };
}
