import { type AnyActorRef, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { reportedMessage } from '../../../src/events/account/user-message.ts';
import { addressOf } from '../../../src/events/nostr/address.ts';
import { replaces, tagValue, type VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type { Filter } from '../../../src/events/connection/filter.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import {
  readOriginOfArticle,
  versionOfDraft,
} from '../../../src/events/compose/article/article-draft.ts';
import {
  BLANK_ARTICLE,
  isBlankArticle,
  isSameArticle,
} from '../../../src/events/compose/article/article-edit.ts';
import {
  type ArticleVersion,
  type ArticleVersions,
  hasSeen,
  NO_VERSIONS,
  withoutVersions,
  withVersions,
} from '../../../src/events/compose/article/article-versions.ts';
import type { OutboxRecords } from '../../../src/events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../../src/events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../../src/events/publish/outbox/event-template.ts';
import { inMillis, type Millis, millis, seconds } from '../../../src/events/core/time.ts';
import { isKept } from '../../../src/machines/compose/article/article-context.ts';
import { articleEditMachine } from '../../../src/machines/compose/article/article-edit.machine.ts';
import type {
  ArticlesCommand,
  ArticlesSignal,
} from '../../../src/machines/compose/article/article-protocol.ts';
import type { ArticleWritingActor } from '../../../src/machines/compose/article/article-writing.machine.ts';
import { elapse } from '../machines/clock.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import type { PublishIntent } from '../../../src/machines/core/outbox-protocol.ts';

export const ME = '1'.repeat(64);
export const DRAFT = 'a-draft';
const RELAY = pressed('wss://one.example');
const START = 1_700_000_000_000;

/** A cipher in the form of NIP-44 that any key can decrypt. */
export const seal = (clear: string): string =>
  Buffer.from([2, ...Buffer.from(clear.padEnd(200))]).toString('base64');
const unseal = (text: string): string =>
  Buffer.from(text, 'base64').subarray(1).toString().trimEnd();

/** One answer of the relay: its time, and the events that it stored then. */
interface Looked {
  readonly at: Millis;
  readonly ids: ReadonlySet<string>;
}

type Device = ReturnType<typeof newDevice>;
/** One device of the account: its disk, and the log of its outbox. */
function newDevice(name: string): {
  readonly name: string;
  disk: Map<string, ArticleVersions>;
  records: OutboxRecords;
} {
  return { name, disk: new Map<string, ArticleVersions>(), records: new Map() };
}

/**
 * Devices of one account with real editors over one relay. The test plays disks, outbox, signer and
 * the clock. `faults`: violations found.
 */
export function articleWorld({
  machine = articleEditMachine,
  isLocal = true,
}: {
  machine?: typeof articleEditMachine;
  isLocal?: boolean;
} = {}) {
  const clock = new SimulatedClock();
  const now = () => millis(START + clock.now());
  const relay = new Map<string, VerifiedEvent>();
  const faults: string[] = [];
  /** The relays that received an event, by its kind. */
  const sent: Array<{ readonly kind: number; readonly urls: readonly string[] }> = [];
  /**
   * `next` replaced `old` between a look at the relay and the sending, so that no writer could have
   * seen it.
   */
  const races: Array<{ readonly old: ArticleVersion; readonly next: ArticleVersion }> = [];
  let isDown = false;
  let count = 0;

  /**
   * The relay keeps the newest version. A draft that replaces a version unknown to its writer is a
   * fault. `looked`: the writer's last look at the relay, and the events in its answer. Later
   * changes in the same moment are a race, not a fault, as relays do not compare versions.
   */
  const store = (event: VerifiedEvent, looked?: Looked): void => {
    const address = addressOf(event) ?? event.id;
    const before = relay.get(address);
    const [old, next] = [before, event].map((one) =>
      one && one.content !== '' ? versionOfDraft(one, unseal(one.content)) : undefined,
    );
    if (!replaces(event, before)) {
      // within one second the lower id wins: the later version was replaced
      if (old && next && event.kind === KIND.Draft && !hasSeen(old, next) && !hasSeen(next, old))
        races.push({ old: next, next: old });
      return;
    }
    if (
      event.kind === KIND.Draft &&
      old &&
      next &&
      !hasSeen(next, old) &&
      !isSameArticle(next.text, old.text)
    ) {
      if (looked?.at === now() && !looked.ids.has(before?.id ?? '')) races.push({ old, next });
      else
        faults.push(
          `INV-NO-LOSS ${old.text.content} was overwritten unseen by ${next.text.content}`,
        );
    }
    relay.set(address, event);
  };
  const matches = (
    event: VerifiedEvent,
    { kinds = [], '#d': names = [] }: Filter & { readonly '#d'?: readonly string[] },
  ) => kinds.includes(event.kind) && names.includes(tagValue(event, 'd') ?? '');

  const open = (device: Device) => {
    const articles = fakePort<ArticlesCommand, { account: string }, ArticlesSignal>();
    const bus = fakeBus();
    const signer = fakeSession(({ act }) => {
      if (act.do === 'sign')
        return trusted({ ...act.template, created_at: act.template.created_at ?? 0, pubkey: ME });
      return act.do === 'encrypt' ? seal(act.text) : unseal(act.text);
    });
    const watchers = new Set<AnyActorRef>();
    const attending = new Set<AnyActorRef>();
    let looked: Looked | undefined;
    const note = (lines: readonly OutboxEntryDraft[]): void => {
      device.records = foldOutbox(
        device.records,
        lines.map((line) => ({ ...line, at: seconds(Math.floor(inMillis(now()) / 1_000)) })),
      );
      const job = lines[0]?.job ?? '';
      const record = device.records.get(job);
      for (const one of watchers) if (record) one.send({ type: 'outbox.jobChanged', record });
      for (const one of attending) one.send({ type: 'outbox.changed', records: device.records });
    };
    const publish = ({ draft, now: at, from, origin = '' }: PublishIntent): void => {
      const job = `${origin} ${draft.content}`;
      const isKnown = device.records.has(job);
      if (from) watchers.add(from);
      from?.send({ type: 'outbox.jobCreated', job });
      if (isKnown) return note([{ job, type: 'retried' }]);
      const event = trusted({ ...draft, pubkey: ME, created_at: at });
      const wish = { type: 'event', draft, origin } as const;
      note([
        { job, type: 'intended', account: ME, wish },
        { job, type: 'drafted', template: templateOf(draft, ME, at), relays: [RELAY] },
        { job, type: 'signed', event },
      ]);
      // deletions and emptied drafts are answered at once
      if (draft.kind !== KIND.LongForm) {
        store(event);
        note([{ job, type: 'answered', relay: RELAY, accepted: true }]);
      }
    };
    const told: AnyEventObject[] = [];
    const answers: Record<string, (event: AnyEventObject) => void> = {
      'relays.ask': ({ from, ask, urls }) => {
        if (ask.kind === 'publish') {
          sent.push({ kind: ask.event.kind, urls });
          if (!isDown) store(ask.event, looked);
          from.send({
            type: 'relay.outcome',
            url: urls[0],
            eventId: ask.event.id,
            outcome: isDown ? 'silent' : 'accepted',
          });
          return;
        }
        const events = [...relay.values()].filter((event) =>
          ask.filters.some((filter: Filter) => matches(event, filter)),
        );
        if (!isDown) looked = { at: now(), ids: new Set(events.map(({ id }) => id)) };
        if (!isDown) from.send({ type: 'relay.events', url: RELAY, events });
        for (const url of urls) from.send({ type: 'relay.ended', url, complete: !isDown });
      },
      'outbox.subscribe': ({ from }) => {
        attending.add(from);
        from.send({ type: 'outbox.changed', records: device.records });
      },
      'outbox.subscribeToOrigin': ({ from, origin }) => {
        const record = [...device.records.values()].findLast(
          ({ wish }) => wish.type === 'event' && wish.origin === origin,
        );
        if (!record) return void from.send({ type: 'outbox.jobMissing' });
        watchers.add(from);
        from.send({ type: 'outbox.jobCreated', job: record.job });
        from.send({ type: 'outbox.jobChanged', record });
      },
      'outbox.discard': ({ job }) => note([{ job, type: 'discarded' }]),
      'outbox.retry': ({ job }) => note([{ job, type: 'retried' }]),
      'intents.publish': (event) => publish(event as PublishIntent),
    };
    const scope = createActor(
      setup({ types: { events: {} as AnyEventObject } }).createMachine({
        on: {
          '*': {
            actions: ({ event }) => {
              const answer = answers[event.type];
              if (answer) queueMicrotask(() => answer(event));
              else told.push(event);
            },
          },
        },
      }),
    ).start();
    const parent = setup({
      types: { events: {} as AnyEventObject },
      actors: { articleEdit: machine.provide({ actors: { articles: articles.logic } }) },
    }).createMachine({
      invoke: {
        id: 'articleEdit',
        src: 'articleEdit',
        input: {
          account: ME,
          isLocal,
          bus: bus.bus,
          signer: signer.ref,
          scope,
          home: 'https://here.example',
        },
      },
      on: { '*': {} },
    });
    const root = createActor(parent, { clock }).start();
    const edit = root.getSnapshot().children['articleEdit'] as AnyActorRef;
    articles.report({ type: 'articles.found', drafts: new Map(device.disk) });
    edit.send({ type: 'relayList.changed', relays: [{ url: RELAY, read: true, write: true }] });
    let done = 0;
    /** Versions that were dropped unchanged. */
    const went = new Set<string>();
    const sync = (): void => {
      for (const command of articles.told().slice(done)) {
        const before = device.disk.get(command.draft) ?? NO_VERSIONS;
        if (command.type === 'articles.keep') {
          const { draft, version } = command;
          device.disk.set(draft, withVersions(before, [version]));
          articles.report({
            type: 'articles.kept',
            draft,
            until: { [version.id]: inMillis(version.at) },
          });
        } else {
          const left = withoutVersions(before, command.until);
          for (const id of before.keys()) if (!left.has(id)) went.add(id);
          if (left.size === 0) device.disk.delete(command.draft);
          else device.disk.set(command.draft, left);
          check(before, command.draft);
        }
      }
      done = articles.told().length;
    };
    /**
     * INV-NO-LOSS: a version dropped from a disk was accepted as an article, or seen by the writer
     * of its successor.
     */
    const check = (gone: ArticleVersions, draft: string): void => {
      const accepted = [...device.records.values()].flatMap(({ wish, relays }) => {
        const from = wish.type === 'event' ? readOriginOfArticle(wish.origin) : undefined;
        const version = from?.draft === draft ? gone.get(from.id) : undefined;
        return version && [...relays.values()].some(({ outcome }) => outcome === 'accepted')
          ? [version]
          : [];
      });
      // a text that continues in another draft is stored there
      const elsewhere = [...device.disk].flatMap(([name, versions]) =>
        name === draft ? [] : [...versions.values()],
      );
      accepted.push(...elsewhere);
      for (const one of gone.values())
        if (
          one.made === 'here' &&
          !accepted.some(
            (version) => hasSeen(version, one) || isSameArticle(version.text, one.text),
          )
        )
          faults.push(`INV-NO-LOSS ${one.text.content} was dropped before anybody accepted it`);
    };
    const child = (): ArticleWritingActor | undefined => edit.getSnapshot().children.writing;
    /** INV-NO-LOSS: text reported as saved is on the disk. */
    const checkSaid = (): void => {
      const context = child()?.getSnapshot().context;
      if (!context?.isTouched || !isKept(context)) return;
      const there = device.disk.get(context.draft)?.get(context.mine.id);
      const isThere = there !== undefined && inMillis(there.at) >= inMillis(context.mine.at);
      if (!isThere && !went.has(context.mine.id))
        faults.push(`INV-NO-LOSS ${context.mine.text.content} is said to be kept, and is not`);
    };
    const send = (event: Parameters<ArticleWritingActor['send']>[0]) => child()?.send(event);
    const pending = () =>
      [...device.records.values()].filter(
        ({ event, relays }) =>
          event && [...relays.values()].every(({ outcome }) => outcome === 'waiting'),
      );
    return {
      device,
      edit,
      child,
      signer,
      told,
      begin: (draft = DRAFT, isNew = false) =>
        edit.send({ type: 'articleEdit.begin', draft, sitting: `${device.name}${count++}`, isNew }),
      leave: (draft = DRAFT) => edit.send({ type: 'articleEdit.leave', draft }),
      send,
      write: (content: string, title = 'The lamps') =>
        send({ type: 'article.write', text: { ...BLANK_ARTICLE, title, content }, now: now() }),
      text: () => child()?.getSnapshot().context.mine.text.content,
      is: (tag: Parameters<ReturnType<ArticleWritingActor['getSnapshot']>['hasTag']>[0]) =>
        child()?.getSnapshot().hasTag(tag) === true,
      conflicts: () => child()?.getSnapshot().context,
      publish: (note = false) =>
        send({
          type: 'article.publish',
          now: seconds(Math.floor(inMillis(now()) / 1_000)),
          client: undefined,
          note,
        }),
      /** The relay accepts or refuses the events in transit. */
      accept: (accepted = true, reason = '') => {
        for (const { job, event } of pending()) {
          if (event && accepted) store(event);
          note([
            { job, type: 'answered', relay: RELAY, accepted, reason: reportedMessage(reason) },
            ...(accepted ? [] : [{ job, type: 'broadcast', accepted: [] } as const]),
          ]);
        }
      },
      /** No connection to the relay is possible. */
      miss: () => {
        for (const { job } of pending())
          note([
            { job, type: 'silent', relay: RELAY, reason: { code: 'relay.errored' } },
            { job, type: 'broadcast', accepted: [] },
          ]);
      },
      report: articles.report,
      commands: articles.told,
      sync,
      checkSaid,
      /** The caching service answers with the relay's events. */
      answer: () => {
        while (bus.open().length > 0)
          bus.answer({
            events: [...relay.values()].filter(
              ({ kind }) => kind === KIND.LongForm || kind === KIND.PrivateRelays,
            ),
          });
      },
      crash: () => root.stop(),
    };
  };
  type Tab = ReturnType<typeof open>;
  const tabs: Tab[] = [];
  /** Finish all open work; tabs of one device notify each other. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 24; round++) {
      for (const tab of tabs) {
        tab.checkSaid();
        tab.answer();
        tab.sync();
      }
      await Promise.resolve();
    }
  };
  return {
    clock,
    now,
    relay,
    faults,
    races,
    /**
     * Races that a device with the replaced text was not told about. A look at the relay must
     * reveal them.
     */
    untold: (devices: readonly Device[], draft = DRAFT): readonly string[] =>
      races.flatMap(({ old, next }) => {
        if (isBlankArticle(old.text)) return [];
        const kept = devices.map(({ disk }) => [...(disk.get(draft)?.values() ?? [])]);
        const holders = kept.filter((versions) => versions.some((one) => hasSeen(one, old)));
        const isTold = holders.some((versions) => versions.some((one) => hasSeen(one, next)));
        return isTold
          ? []
          : [
              `INV-NO-LOSS nobody was told that ${old.text.content} gave way to ${next.text.content}`,
            ];
      }),
    sent,
    settle,
    device: newDevice,
    open: (device: Device): Tab => {
      const tab = open(device);
      tabs.push(tab);
      return tab;
    },
    crash: (tab: Tab) => {
      tab.crash();
      tabs.splice(tabs.indexOf(tab), 1);
    },
    wait: async (ms: number) => {
      for (let left = ms; left > 0; left -= 500) {
        elapse(clock, Math.min(500, left), 50);
        await settle();
      }
    },
    down: (on: boolean) => {
      isDown = on;
    },
    /** Return the relay's version of a draft, decrypted. */
    saved: (draft = DRAFT): ArticleVersion | undefined => {
      const event = relay.get(`${KIND.Draft}:${ME}:${draft}`);
      return event && event.content !== ''
        ? versionOfDraft(event, unseal(event.content))
        : undefined;
    },
    /** Set the account's relays for private content. */
    nameRelays: (...urls: readonly string[]) => {
      const content = seal(JSON.stringify(urls.map((url) => ['relay', url])));
      relay.set('named', trusted({ kind: KIND.PrivateRelays, pubkey: ME, content }));
    },
    articles: () => [...relay.values()].filter(({ kind }) => kind === KIND.LongForm),
  };
}
