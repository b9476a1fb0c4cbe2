import type { AnyEventObject, AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import { quotedMessage, reportedMessage } from '../../../src/events/account/user-message.ts';
import {
  clearDraft,
  draftOfArticle,
  originOfArticle,
  versionOfDraft,
} from '../../../src/events/compose/article/article-draft.ts';
import {
  BLANK_ARTICLE,
  type ArticleText,
} from '../../../src/events/compose/article/article-edit.ts';
import {
  type ArticleVersion,
  begunVersion,
  publishedVersion,
} from '../../../src/events/compose/article/article-versions.ts';
import { inMillis, type Millis, millis, plus, seconds } from '../../../src/events/core/time.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import { type OutboxRecord, stateOf } from '../../../src/events/publish/outbox/outbox.ts';
import type { OutboxEntryDraft } from '../../../src/events/publish/outbox/outbox-entry.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import {
  type ArticleContext,
  conflictsOf,
  isElsewhere,
  isKept,
  isReady,
  isSaved,
  isUnheard,
} from '../../../src/machines/compose/article/article-context.ts';
import type { ArticleFound } from '../../../src/machines/compose/article/article-lookup.machine.ts';
import type { articleSaveMachine } from '../../../src/machines/compose/article/article-save.machine.ts';
import { articleWritingMachine } from '../../../src/machines/compose/article/article-writing.machine.ts';
import { A, HERE } from '../account/session-world.ts';
import { trusted } from '../events/trusted.ts';
import { type Edge, exploreFrom, nobody } from '../machines/explore.ts';
import { seal } from './article-world.ts';

export const DRAFT = 'a-draft';
const TITLE = 'The lamps';
export const IDENTIFIER = 'lamps';
/** The identifier under which another device published the draft. */
const ELSEWHERE = 'lamps-of-another-device';
const NOW = seconds(1_700_000_000);

const textOf = (content: string): ArticleText => ({
  ...BLANK_ARTICLE,
  title: TITLE,
  content,
});
const versionAt = (
  id: string,
  content: string,
  now: Millis,
  seen: readonly ArticleVersion[] = [],
) => begunVersion(id, seen, { text: textOf(content), base: undefined, now });

/** The version on this device's disk. */
export const STORED = versionAt('stored', 'stored', millis(1_000));

/** The ways to the editor: the name of the draft, and its versions on this device. */
export const BEGINNINGS = {
  new: { draft: DRAFT, isNew: true, versions: new Map(), identifier: undefined },
  stored: {
    draft: DRAFT,
    isNew: false,
    versions: new Map([[STORED.id, STORED]]),
    identifier: undefined,
  },
  'on relays': { draft: DRAFT, isNew: false, versions: new Map(), identifier: undefined },
  published: {
    draft: draftOfArticle(IDENTIFIER),
    isNew: false,
    versions: new Map(),
    identifier: IDENTIFIER,
  },
} as const;
export type Beginning = keyof typeof BEGINNINGS;

/** Return a time after all known versions, so that each new one differs from those before it. */
function afterAll({ mine, versions }: ArticleContext): Millis {
  const times = [mine, ...versions.values()].map(({ at }) => inMillis(at));
  return millis((Math.floor(Math.max(...times) / 1_000) + 1) * 1_000);
}

/** A version that another tab wrote without having seen this text. */
export function otherVersion(context: ArticleContext): ArticleVersion {
  const at = afterAll(context);
  return versionAt(`other ${inMillis(at)}`, 'other', at);
}

/** A version that another tab wrote after it had seen this text. */
export function nextVersion(context: ArticleContext): ArticleVersion {
  const at = afterAll(context);
  return versionAt(`next ${inMillis(at)}`, 'next', at, [context.mine]);
}

/** Return the range of a removal of all versions: another tab deleted or published the draft. */
export const untilAll = ({ mine, versions }: ArticleContext): Record<string, number> =>
  Object.fromEntries([mine, ...versions.values()].map(({ id, at }) => [id, inMillis(at)]));

/** The emptied draft that another device leaves when it publishes. */
export const emptiedBy = ({ draft }: Pick<ArticleContext, 'draft'>): VerifiedEvent =>
  trusted({
    kind: KIND.Draft,
    pubkey: A,
    content: '',
    tags: [
      ['d', draft],
      ['a', `${KIND.LongForm}:${A}:${ELSEWHERE}`],
    ],
  });

/** `sealed`: the signer does not open the draft. `unheard`: no source answers. */
export type Look =
  | 'nothing'
  | 'draft'
  | 'foreign'
  | 'sealed'
  | 'article'
  | 'newer'
  | 'emptied'
  | 'unheard';

/** Return the relay's answer to a look: the event, and its text once decrypted. */
export function answerTo(
  context: ArticleContext,
  how: Look,
): { readonly event?: VerifiedEvent; readonly clear?: string } {
  const { draft } = context;
  const at = afterAll(context);
  const created_at = inMillis(at) / 1_000;
  const names = [
    ['d', draft],
    ['k', String(KIND.LongForm)],
  ];
  const sealed = (clear: string) => ({
    clear,
    event: trusted({ kind: KIND.Draft, pubkey: A, created_at, tags: names, content: seal(clear) }),
  });
  const article = (content: string) => ({
    event: trusted({
      kind: KIND.LongForm,
      pubkey: A,
      created_at,
      content,
      tags: [
        ['d', IDENTIFIER],
        ['title', TITLE],
      ],
    }),
  });
  switch (how) {
    case 'nothing':
    case 'unheard':
      return {};
    case 'draft':
      return sealed(clearDraft(draft, A, versionAt('elsewhere', 'saved', at)));
    case 'sealed':
    case 'foreign':
      return sealed(
        JSON.stringify({ kind: KIND.LongForm, tags: [['title', TITLE]], content: 'foreign' }),
      );
    case 'article':
      return article('published');
    case 'newer':
      return article('newer');
    case 'emptied':
      return { event: emptiedBy(context) };
  }
}

/** Return the result of a look. */
function foundBy(context: ArticleContext, how: Look): ArticleFound {
  const { event, clear } = answerTo(context, how);
  const isHeard = how !== 'unheard';
  const none = { versions: [], published: undefined, opened: [], closed: [], emptied: undefined };
  if (!event) return { ...none, isHeard };
  if (how === 'sealed') return { ...none, closed: [event.id], isHeard };
  if (how === 'emptied') return { ...none, emptied: event, isHeard };
  if (clear === undefined)
    return { ...none, versions: [publishedVersion(event)], published: event, isHeard };
  const version = versionOfDraft(event, clear);
  return { ...none, versions: version ? [version] : [], opened: [event.id], isHeard };
}

/** Entries of the outbox's log about the article, in the order in which they can come. */
export type Line = 'begun' | 'signed' | 'refused' | 'failed' | 'ok' | 'retried' | 'discarded';

const URL = HERE.homeRelay;

/** Return the entries of the log. `from`: the version that is published. */
export function linesOf(
  line: Line,
  job: string,
  { draft, mine: from }: Pick<ArticleContext, 'draft' | 'mine'>,
): readonly OutboxEntryDraft[] {
  const article = pressed({ kind: KIND.LongForm, tags: [['d', 'x']], content: from.text.content });
  const template = pressed({ ...article, pubkey: A, created_at: NOW });
  switch (line) {
    case 'begun': {
      const wish = { type: 'event', draft: article, origin: originOfArticle(draft, from) } as const;
      return [
        { job, type: 'intended', account: A, wish },
        { job, type: 'drafted', template, relays: [URL] },
      ];
    }
    case 'signed':
      return [{ job, type: 'signed', event: trusted(template) }];
    case 'refused':
      return [{ job, type: 'refused', reason: quotedMessage('no') }];
    case 'failed':
      return [
        {
          job,
          type: 'answered',
          relay: URL,
          accepted: false,
          reason: reportedMessage('blocked: members only'),
        },
        { job, type: 'broadcast', accepted: [] },
      ];
    case 'ok':
      return [{ job, type: 'answered', relay: URL, accepted: true }];
    case 'retried':
      return [{ job, type: 'retried' }];
    case 'discarded':
      return [{ job, type: 'discarded' }];
  }
}

function recordAfter(
  record: OutboxRecord | undefined,
  lines: readonly OutboxEntryDraft[],
): OutboxRecord | undefined {
  return foldOutbox(
    new Map(record ? [[record.job, record]] : []),
    lines.map((line) => ({ ...line, at: NOW })),
  ).get(JOB);
}

const JOB = 'j';
/** The lines of a log that an earlier page left, by its last line. */
export const LEFT: ReadonlyMap<string, readonly Line[]> = new Map<string, readonly Line[]>([
  ['refused', ['begun', 'refused']],
  ['signed', ['begun', 'signed']],
  ['failed', ['begun', 'signed', 'failed']],
  ['ok', ['begun', 'signed', 'ok']],
]);

/** Return the lines that the log accepts next. */
function nextLines(snapshot: AnyMachineSnapshot, record: OutboxRecord | undefined): Line[] {
  if (snapshot.matches({ text: 'failed' }) || snapshot.matches({ text: 'pending' })) {
    const state = record && stateOf(record);
    const isPending = snapshot.matches({ text: 'pending' });
    if (!state) return ['begun'];
    if (state === 'drafted') return ['signed', 'refused', 'discarded'];
    if (state === 'failed') return isPending ? ['retried'] : ['ok', 'retried', 'discarded'];
    return isPending ? ['ok', 'failed', 'discarded'] : ['ok'];
  }
  return [];
}

function jobNews(snapshot: AnyMachineSnapshot): AnyEventObject[] {
  const context: ArticleContext = snapshot.context;
  const isLeft = snapshot.matches({ text: 'checking' });
  const from = isLeft ? { ...context, mine: STORED } : context;
  const news: ReadonlyArray<readonly [string, readonly Line[]]> = isLeft
    ? [...LEFT]
    : nextLines(snapshot, context.record).map((line) => [line, [line]]);
  return news.map(([play, lines]) => ({
    type: 'outbox.jobChanged',
    play,
    record: recordAfter(
      isLeft ? undefined : context.record,
      lines.flatMap((line) => linesOf(line, JOB, from)),
    ),
  }));
}

type At = 'look' | 'check' | 'catchUp' | 'before';

/** Return the possible ends of a look. */
function endsOf(id: At, { context }: AnyMachineSnapshot): Look[] {
  const isArticle = context.identifier !== undefined;
  const isOpposed = conflictsOf(context).length > 0;
  if (id === 'look')
    return isArticle
      ? ['article', 'unheard']
      : context.versions.size > 0
        ? []
        : ['draft', 'sealed', 'emptied', 'unheard'];
  const content: string = context.mine.text.content;
  const isSeen = (text: string) => isOpposed || content === text;
  const news: Look[] = isArticle ? ['newer'] : ['foreign'];
  const more = news.filter((one) => !isSeen(one));
  if (id === 'catchUp')
    return [
      'nothing',
      ...(isArticle ? more : isSaved(context) || context.isSaid ? [] : ['sealed' as const]),
    ];
  if (isOpposed) return ['nothing'];
  if (id === 'check')
    return ['nothing', 'unheard', ...more, ...(isArticle ? [] : ['emptied' as const])];
  if (context.closed.length > 0) return [...more, 'sealed'];
  return ['nothing', 'unheard', ...more];
}

const ended = (id: At) => ({
  [`xstate.done.actor.${id}`]: (snapshot: AnyMachineSnapshot) =>
    endsOf(id, snapshot).map((play) => ({
      type: `xstate.done.actor.${id}`,
      play,
      output: foundBy(snapshot.context, play),
    })),
});

/** Return the version that is being saved: the one at the beginning of the save. */
function savedVersion({ children }: AnyMachineSnapshot): ArticleVersion | undefined {
  const snapshot: SnapshotFrom<typeof articleSaveMachine> | undefined =
    children['save']?.getSnapshot();
  return snapshot?.context.version;
}

function savedEnds(snapshot: AnyMachineSnapshot): AnyEventObject[] {
  const { context } = snapshot;
  const type = 'xstate.done.actor.save';
  const version = savedVersion(snapshot) ?? context.mine;
  const event = trusted({
    kind: KIND.Draft,
    pubkey: A,
    content: seal(version.text.content),
    created_at: inMillis(afterAll(context)) / 1_000,
  });
  return [
    { type, play: 'ok', output: { ok: true, version, event } },
    ...(['unsigned', 'silent'] as const).map((why) => ({
      type,
      play: why,
      output: { ok: false, version, why },
    })),
  ];
}

export function keyOf(snapshot: AnyMachineSnapshot): string {
  const { value } = snapshot;
  const context: ArticleContext = snapshot.context;
  const { mine, closed, isTouched, isSaid, unsaved, failure, record, chosen } = context;
  const isOver = ['published', 'gone'].some((text) => snapshot.matches({ text }));
  const isReviewing = snapshot.hasTag('reviewing');
  return JSON.stringify([
    value,
    context.identifier !== undefined,
    isElsewhere(context),
    context.isApart,
    ...(isOver
      ? []
      : [
          isTouched || context.versions.size > 0,
          mine.text.content,
          conflictsOf(context).map(({ text, made }) => [text.content, made]),
          closed.length > 0,
          [isTouched, isKept(context), isSaved(context), isSaid],
          unsaved,
          failure,
          snapshot.hasTag('saving') && context.isWanted,
          savedVersion(snapshot)?.at === mine.at,
          isReviewing && [chosen === '', isUnheard(context)],
          (snapshot.hasTag('publishing') || snapshot.hasTag('failed')) &&
            record && [stateOf(record), record.event !== undefined],
        ]),
  ]);
}

/** Write one of two texts, the one that is not there. */
const written = ({ context }: AnyMachineSnapshot): AnyEventObject[] => [
  {
    type: 'article.write',
    text: textOf(context.mine.text.content === 'one' ? 'two' : 'one'),
    now: millis(2_000),
  },
];

/**
 * Left aside, as other tests cover them: automatic saving and two devices (`article-edit.test.ts`),
 * the time before relays are known (`article-walks.ts`), an edit of another device's article
 * (`article-watch.machine.test.ts`), older versions and files (tests of views and browsers).
 * The ways lead from one text only, as all texts act alike. With every order these would be
 * thousands of steps.
 */
function allows(snapshot: AnyMachineSnapshot, { type, play }: AnyEventObject): boolean {
  const context: ArticleContext = snapshot.context;
  const { identifier, closed, elsewhere, failure, unsaved, record, isTouched, isApart } = context;
  const is = (text: unknown) => snapshot.matches({ text });
  const saving = (at: unknown) => snapshot.matches({ saving: at });
  const content = context.mine.text.content;
  const [conflict] = conflictsOf(context);
  const isArticle = identifier !== undefined;
  const isStored = isKept(context);
  const isSafe = isSaved(context);
  const isCalm = is({ writing: 'kept' }) && isStored;
  const isQuiet = isCalm && saving({ rested: 'sure' });
  const isPlain = !conflict && closed.length === 0 && !elsewhere && !failure && !unsaved;
  const isReviewed = is({ reviewing: 'ready' });
  /** The text from which the ways lead. */
  const isHome = isQuiet && isPlain && content === 'one' && !context.isSaid && !isSafe;
  const isFirst = isQuiet && isPlain && !isTouched && content !== '';
  switch (type) {
    case 'article.write':
      if (!is('writing') || isApart || conflict || closed.length > 0 || elsewhere) return false;
      if (saving({ rested: 'unsure' })) return isCalm && isSafe;
      return (
        isQuiet || (saving('rested') && isPlain && content === 'one') || (saving('going') && isCalm)
      );
    case 'article.kept':
      return !isStored && is({ writing: 'kept' });
    case 'article.restore':
    case 'article.cancelLeave':
      return isQuiet && conflict !== undefined;
    case 'article.updated':
      if (isArticle) return false;
      if (is('missing')) return play === 'other';
      if (play === 'next') return isHome;
      return isHome || isFirst
        ? content !== 'other'
        : isPlain && (isReviewed || is({ writing: 'unkept' }));
    case 'article.removed':
      return !isArticle && (isHome || isFirst);
    case 'article.found':
      if (isArticle || elsewhere !== undefined) return false;
      return isHome || (isQuiet && content === '') || is('published') || (isReviewed && isPlain);
    case 'article.keepSeparate':
      return isQuiet && isElsewhere(context);
    case 'article.save':
      if (isArticle || !isQuiet) return false;
      if (content === 'stored') return isFirst;
      return (
        isHome ||
        [closed.length > 0, unsaved !== undefined, conflict?.text.content === 'other'].filter(
          Boolean,
        ).length === 1
      );
    case 'article.load':
      return (
        isHome || (isFirst && isArticle) || (isReviewed && saving('rested') && isUnheard(context))
      );
    case 'article.review':
      return isHome || (isQuiet && content === 'one' && !unsaved && !isSafe && !isApart);
    case 'article.publish':
      return isReady(context) && saving('rested');
    case 'outbox.jobCreated':
      return is('ordered') || is('late');
    case 'outbox.jobMissing':
    case 'outbox.jobChanged':
    case 'xstate.after.outboxTimeout.articleWriting.text.checking':
      return saving('rested');
    case 'xstate.after.publishTimeout.articleWriting.text.pending':
      return record !== undefined && stateOf(record) === 'sending';
    case 'xstate.done.actor.catchUp':
      return isCalm || (play === 'nothing' && (is('checking') || isReviewed));
    case 'xstate.done.actor.before':
    case 'xstate.done.actor.save':
    case 'xstate.after.savePause.articleWriting.saving.rested.unsure':
      return isCalm;
    case 'article.closeReview':
      return saving('rested');
    case 'article.unseal':
    case 'article.retry':
    case 'article.edit':
      return true;
    default:
      return /^xstate\.(done|after\.(pause|orderTimeout))/.test(type);
  }
}

const explored = exploreFrom(articleWritingMachine, {
  inputs: Object.entries(BEGINNINGS).map(([beginning, begun]) => ({
    event: { type: 'article.begun', beginning },
    input: {
      ...begun,
      account: A,
      isLocal: false,
      bus: nobody as never,
      signer: nobody as never,
      scope: nobody as never,
      isFinished: false,
      sitting: 's',
      relays: [{ url: URL, read: true, write: true }],
      privates: [],
    },
  })),
  samples: {
    'article.write': written,
    'article.restore': ({ context }) =>
      conflictsOf(context)
        .slice(0, 1)
        .map(({ id }) => ({ type: 'article.restore', id, now: millis(3_000) })),
    'article.cancelLeave': [{ type: 'article.cancelLeave', now: millis(3_000) }],
    'article.updated': ({ context }) => [
      { type: 'article.updated', play: 'other', version: otherVersion(context) },
      { type: 'article.updated', play: 'next', version: nextVersion(context) },
    ],
    'article.removed': ({ context }) => [{ type: 'article.removed', until: untilAll(context) }],
    'article.kept': ({ context }) => [
      { type: 'article.kept', until: { [context.mine.id]: inMillis(context.mine.at) } },
    ],
    'article.found': ({ context }) => [
      { type: 'article.found', draft: context.draft, event: emptiedBy(context) },
    ],
    'article.review': [{ type: 'article.review', chance: 'abc123' }],
    'article.publish': [{ type: 'article.publish', now: NOW, client: undefined, note: false }],
    'article.retry': [{ type: 'article.retry', now: plus(NOW, seconds(1)) }],
    'outbox.jobCreated': [{ type: 'outbox.jobCreated', job: JOB }],
    'outbox.jobChanged': jobNews,
    ...ended('look'),
    ...ended('check'),
    ...ended('catchUp'),
    ...ended('before'),
    'xstate.done.actor.save': savedEnds,
  },
  key: keyOf,
  allows,
});

/** True if the disk has received the text, and has not answered. */
const isAwaited = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ text: { writing: 'kept' }, saving: { rested: 'sure' } }) &&
  !isKept(snapshot.context) &&
  snapshot.context.mine.text.content !== 'two';

/** The disk refuses a text. Only the parent of the editor knows. */
const refusals: readonly Edge[] = [...explored.states].flatMap(([key, { snapshot }]) =>
  snapshot && isAwaited(snapshot)
    ? (['full', 'blocked'] as const).map((reason) => ({
        from: key,
        event: { type: 'articles.writeFailed', reason },
        to: key,
      }))
    : [],
);

/** The graph of an article draft, from each beginning. */
export const graph = { ...explored, edges: [...explored.edges, ...refusals] };
