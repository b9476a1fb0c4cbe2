// @vitest-environment jsdom
import { quotedMessage } from '../../src/events/account/user-message.ts';
import { seconds } from '../../src/events/core/time.ts';
import { inEnglish } from '../support/views/in-english.ts';
import { type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot } from 'xstate';
import { beforeAll, describe } from 'vitest';
import { CACHE } from '../../src/events/account/lists/list-base.ts';
import { follow } from '../../src/events/account/lists/list-intents.ts';
import { formatList } from '../../src/events/core/format-list.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { npubOf, shortNpub } from '../../src/events/nostr/nip19.ts';
import type { ListEditContext } from '../../src/machines/account/lists/list-edit-context.ts';
import { listEditMachine } from '../../src/machines/account/lists/list-edit.machine.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { stateOf } from '../../src/events/publish/outbox/outbox.ts';
import { LIST_RECORDS, listWalks, NONE_OWN } from '../support/lists/list-walks.ts';
import {
  dialog,
  fetchViews,
  offers,
  renderedAccount,
  toastRegion,
  toasts,
} from '../support/views/rendered-account.tsx';
import { actorAt, endQuestion } from '../support/views/rendered-app.tsx';
import { A, B, HERE } from '../support/account/session-world.ts';
import {
  endings,
  main,
  type Played,
  press,
  testRenderedTrips,
} from '../support/views/rendered-trips.ts';
import { trusted } from '../support/events/trusted.ts';

const PATH = `/p/${npubOf(B)}`;

/** A follow or unfollow of someone who is in the stored list, or not. */
interface ListAction {
  readonly on: boolean;
  readonly others: readonly string[];
}

function listOf({ on, others }: ListAction) {
  const people = on ? others : [B, ...others];
  return trusted({
    pubkey: A,
    kind: KIND.Contacts,
    tags: people.map((pubkey) => ['p', pubkey]),
    created_at: 1,
  });
}

function keyOf({ value, context }: AnyMachineSnapshot): string {
  const { queue, failures, base, open, answers, planned, silent } = context;
  const [first] = queue;
  const isDecided =
    value.working === 'drafting' ||
    value.working?.signing !== undefined ||
    value.working === 'publishing';
  const heard = answers.map(({ answered, events }: { answered: boolean; events: unknown[] }) => [
    answered,
    events.length > 0,
  ]);
  return JSON.stringify([
    value,
    first && [first.job !== undefined, !isDecided && first.agreed, standing(first.version)],
    failures.map(({ version, job }: Failure) => [standing(version), job !== undefined]),
    isDecided && planned?.ok && [planned.plan.draft.tags.length, base.unheard.length],
    value.working === 'fetching' && [open.size, heard],
    value === 'asking' && [base.state, base.unheard, planned.plan.reasons],
    [...silent].toSorted((one, other) => one.localeCompare(other)),
  ]);
}

type Failure = ListEditContext['failures'][number];

const standing = (version: Failure['version']) =>
  version && [version.state, version.unheard.length];

/**
 * Events that other tests cover: resumed ledger entries, events from relays, ciphers (a list of
 * follows has no private part).
 */
const ASIDE = new Set([
  'list.resume',
  'relay.events',
  'lock.unavailable',
  'xstate.error.actor.request',
]);

/**
 * One failure at a time, and a job's name only where it is awaited. Otherwise 800 edges, without
 * more coverage. The network's news reach no editor before its first edit.
 */
function allows({ value, context }: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const { queue, failures, open } = context;
  if (ASIDE.has(event.type)) return false;
  if (event.type === 'network.offline') return queue.length > 0 || failures.length > 0;
  if (event.type === 'list.edit') return queue.length === 0 && failures.length === 0;
  if (event.type === 'list.cancel') return value === 'asking';
  if (event.type === 'xstate.done.actor.request') return open.has(CACHE);
  if (event.type === 'relay.ended') return open.has(event['url']);
  if (event.type === 'outbox.jobCreated') return value.working === 'drafting';
  if (event.type === 'outbox.jobChanged')
    return value.working === 'publishing' && stateOf(event['record']) !== 'sending';
  return true;
}

/** The version as the editor makes it. */
const versionOf = ({ on, others }: ListAction) =>
  trusted({
    pubkey: A,
    kind: KIND.Contacts,
    tags: [...others, ...(on ? [B] : [])].map((pubkey) => ['p', pubkey]),
    created_at: 5,
  });
const signedOf = (deed: ListAction) => ({ ok: true, event: versionOf(deed) });
const newsOf = (deed: ListAction) =>
  LIST_RECORDS.map((record) => ({
    type: 'outbox.jobChanged',
    record: record.event ? { ...record, event: versionOf(deed) } : record,
  }));

/** Replaces any number of versions. The graph does not count them, and a long trip has many. */
const patient = listEditMachine.provide({ guards: { isContested: () => false } });

function graphOf(deed: ListAction) {
  const answer = { events: [listOf(deed)], referenced: [], claims: [] };
  const url = HERE.homeRelay;
  return explore(patient, {
    input: {
      list: 'follows',
      account: A,
      bus: nobody,
      signer: nobody,
      scope: nobody,
      isOffline: false,
      ...HERE,
    },
    samples: {
      ...listWalks['listEdit']?.samples,
      ...endings('request', { ok: true, answer }, ['full', 'none', 'notice']),
      'list.edit': [{ type: 'list.edit', intents: [follow(B, deed.on)], now: 1 }],
      'list.recalled': [
        { type: 'list.recalled', recalled: { versions: [], own: NONE_OWN, relays: [url], now: 5 } },
      ],
      'sign.settled': [
        signedOf(deed),
        { ok: false, failure: { code: 'event_not_signed', detail: quotedMessage('no') } },
      ].map((outcome) => ({
        type: 'sign.settled',
        id: 'sign',
        outcome,
      })),
      'outbox.jobChanged': newsOf(deed),
      'relay.events': [{ type: 'relay.events', url, events: answer.events }],
      'relay.ended': [{ type: 'relay.ended', url, complete: true }],
    },
    key: keyOf,
    allows,
  });
}
async function open(deed: ListAction, listEdit = patient) {
  const world = await renderedAccount(PATH, { machines: { listEdit } });
  await world.settle(() =>
    world.app.send({ type: 'facts.received', events: [listOf(deed)], claims: [], now: seconds(1) }),
  );
  return { ...world, deed, told: new Set<string>() };
}
type World = Awaited<ReturnType<typeof open>>;

const editor = (world: World): AnyActorRef => actorAt(world.scope(), 'lists', 'edit follows');
/** The button contains both labels to keep its size. Return the one that is not hidden. */
const saidOn = (button: Element): string =>
  button.querySelector('span > span:not([aria-hidden])')?.textContent ?? '';
const followButton = () =>
  [...main().getElementsByTagName('button')].find(
    (button) => button.textContent.includes('ollow') && /^(Unf|F)ollow$/.test(saidOn(button)),
  );

async function play(world: World, event: Played): Promise<void> {
  for (const one of offers(toastRegion())) await press(world, one, toastRegion());
  const question = dialog('Change your follow list?');
  switch (event.type) {
    case 'list.edit': {
      const button = followButton();
      return button && world.click(button);
    }
    case 'list.confirm':
      return press(world, 'Save', question);
    case 'list.cancel':
      return press(world, 'Cancel', question);
    case 'list.recalled':
      return world.settle(() =>
        world.versions.report({ type: 'versions.found', events: [], now: seconds(5) }),
      );
    case 'lock.granted':
      return world.settle(() => world.lock.report(event));
    case 'xstate.done.actor.request': {
      const arrival = event.play === 'full' ? { events: [listOf(world.deed)] } : {};
      const how = event.play === 'notice' ? 'notice' : 'end';
      return world.settle(() =>
        endQuestion(world, actorAt(editor(world), 'request'), { how, arrival }),
      );
    }
    case 'outbox.jobCreated': {
      const { request } = editor(world).getSnapshot().context.queue[0];
      return world.settle(() => editor(world).send({ ...event, request }));
    }
    default:
      return world.settle(() => editor(world).send(event));
  }
}

function shown() {
  const question = dialog('Change your follow list?');
  const button = followButton();
  return {
    button: `${button && saidOn(button)}${button?.ariaBusy ? ' (busy)' : ''}`,
    said: toasts(),
    question: question && {
      paragraphs: [...question.getElementsByTagName('p')].map(({ textContent }) => textContent),
      rows: [...question.getElementsByTagName('li')].map(({ textContent }) => textContent),
      offers: offers(question),
    },
  };
}

/**
 * ACCOUNT-08 and 09, BEYOND-01: the difference entry by entry, the reason of the question, and the
 * result in the words of the ledger.
 */
function due(snapshot: AnyMachineSnapshot, { deed, told }: World): ReturnType<typeof shown> {
  const { queue, failures } = snapshot.context;
  const isFollowed = queue.length > 0 ? deed.on : !deed.on;
  const news: string[] = failures.map(({ message }: Failure) => inEnglish(message) ?? '');
  const fresh = news.filter((text) => !told.has(text));
  told.clear();
  for (const text of news) told.add(text);
  return {
    button: `${isFollowed ? 'Unfollow' : 'Follow'}${queue.length > 0 ? ' (busy)' : ''}`,
    said: fresh,
    question: snapshot.hasTag('asking') ? questionDue(snapshot, deed) : undefined,
  };
}

const KEPT = ['', '1 other entry stays as it is.', '2 other entries stay as they are.'];

const nameOf = (source: string) =>
  source === CACHE ? 'the caching service' : source.replace(/^wss?:\/\//, '');

function questionDue(
  { context: { base, silent } }: AnyMachineSnapshot,
  { on, others }: ListAction,
) {
  const kept = base.state === 'known' ? others.length : 0;
  const isUnsure = base.unheard.some((source: string) => !silent.has(source));
  const isFew = kept + (on ? 1 : 0) < 2;
  const isNew = base.state === 'none';
  const reasons = [
    isFew &&
      isNew &&
      'We know of nobody that you follow yet. If you have a list elsewhere, this replaces it.',
    isFew && !isNew && 'You will follow fewer than two people after this.',
    !isFew && isNew && 'We found no earlier list. If one exists elsewhere, this replaces it.',
    isUnsure &&
      `${formatList(base.unheard.map(nameOf), 'en-us')} didn’t answer, so a newer version may exist there.`,
    KEPT[kept],
  ];
  return {
    paragraphs: reasons.filter((one): one is string => typeof one === 'string' && one !== ''),
    rows: [`${on ? '+Added' : '−Removed'}${shortNpub(B)}`],
    offers: [
      ...(isUnsure ? base.unheard : [])
        .filter((source: string) => source !== CACHE)
        .map((url: string) => `Remove ${nameOf(url)} and save`),
      'Cancel',
      'Save',
    ],
  };
}

beforeAll(() => fetchViews(PATH));

describe.each<ListAction>([
  { on: true, others: ['c'.repeat(64), 'd'.repeat(64)] },
  { on: false, others: ['c'.repeat(64)] },
])('followed: $on,', (deed) => {
  testRenderedTrips(
    {
      name: 'an edit of a list',
      graph: graphOf(deed),
      keyOf,
      open: () => open(deed),
      actor: editor,
      play,
      shown,
      due,
    },
    {
      name: 'an edit whose failure nobody is told of',
      open: () => open(deed, patient.provide({ actions: { notifyFailed: () => {} } })),
      fails: /said/,
    },
  );
});
