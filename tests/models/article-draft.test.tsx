// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { type AnyActorRef, type AnyMachineSnapshot, assign } from 'xstate';
import { beforeAll } from 'vitest';
import { emptyRanges } from '../support/views/empty-ranges.ts';
import { longDate } from '../../src/events/core/format.ts';
import { inMillis, seconds } from '../../src/events/core/time.ts';
import { articleEditPath, draftPath } from '../../src/events/compose/article/article-path.ts';
import type { ArticleVersions } from '../../src/events/compose/article/article-versions.ts';
import { failureReason } from '../../src/events/publish/outbox/publish-failure.ts';
import type { OutboxEntryDraft } from '../../src/events/publish/outbox/outbox-entry.ts';
import {
  type ArticleContext,
  articleIn,
  baseOf,
  conflictsOf,
  isElsewhere,
  isKept,
  isOpposed,
  isReady,
  isSaved,
  isUnheard,
} from '../../src/machines/compose/article/article-context.ts';
import { articleEditMachine } from '../../src/machines/compose/article/article-edit.machine.ts';
import type {
  ArticlesCommand,
  ArticlesSignal,
} from '../../src/machines/compose/article/article-protocol.ts';
import { articleWritingMachine } from '../../src/machines/compose/article/article-writing.machine.ts';
import { ArticleText } from '../../src/views/compose/article/ArticleText.tsx';
import { articleEditEnglish as words } from '../../src/views/ui/strings/article-edit.ts';
import { A } from '../support/account/session-world.ts';
import { fakePort } from '../support/machines/fake-port.ts';
import {
  answerTo,
  BEGINNINGS,
  type Beginning,
  DRAFT,
  emptiedBy,
  graph,
  IDENTIFIER,
  keyOf,
  LEFT,
  type Line,
  linesOf,
  type Look,
  nextVersion,
  otherVersion,
  STORED,
  untilAll,
} from '../support/publish/article-graph.ts';
import { seal } from '../support/publish/article-world.ts';
import { inEnglish, reasonInEnglish } from '../support/views/in-english.ts';
import {
  dialog,
  fetchViews,
  offers,
  renderedAccount,
  toasts,
} from '../support/views/rendered-account.tsx';
import { actorAt, endQuestion } from '../support/views/rendered-app.tsx';
import {
  button,
  main,
  type Played,
  press,
  testRenderedTrips,
} from '../support/views/rendered-trips.ts';

const PATHS: Readonly<Record<Beginning, string>> = {
  new: '/reads/edit',
  stored: draftPath(DRAFT),
  'on relays': draftPath(DRAFT),
  published: articleEditPath({ pubkey: A, identifier: IDENTIFIER }),
};
const NOW = seconds(1_700_000_000);
/** The name of the field. */
const TEXT = 'Text of the article';

type Rendered = Awaited<ReturnType<typeof renderedAccount>>;

/** The app opens with the first step, because its path depends on the beginning. */
async function open(writing = articleWritingMachine) {
  const articles = fakePort<ArticlesCommand, { account: string }, ArticlesSignal>();
  const articleEdit = articleEditMachine.provide({ actors: { articles: articles.logic, writing } });
  let rendered: Rendered | undefined;
  const app = (): Rendered => {
    if (!rendered) throw new Error('the app is not open');
    return rendered;
  };
  return {
    articles,
    app,
    begin: async (beginning: Beginning) => {
      rendered = await renderedAccount(PATHS[beginning], { machines: { articleEdit } });
    },
    click: (element: Element) => app().click(element),
    close: () => rendered?.close(),
    /** The texts that the disk and the relays have. */
    disk: new Set<string>(),
    relays: new Set<string>(),
    /** The commands that the disk carried out, and their number for the log. */
    stored: new Set<ArticlesCommand>(),
    answered: { log: 0 },
  };
}
type World = Awaited<ReturnType<typeof open>>;

const editOf = (world: World) => actorAt(world.app().scope(), 'articleEdit');
const writingOf = (world: World): AnyActorRef => actorAt(editOf(world), 'writing');
const contextOf = (world: World): ArticleContext => writingOf(world).getSnapshot().context;

/** Type into the fields, the text as Markdown. */
async function type(world: World, text: { title: string; content: string }): Promise<void> {
  for (const [name, value] of [
    ['Title', text.title],
    [TEXT, text.content],
  ] as const) {
    const field = fieldOf(name);
    if (field && field.value !== value)
      await world.app().settle(() => void fireEvent.change(field, { target: { value } }));
  }
}
const fieldOf = (name: string): HTMLTextAreaElement | undefined =>
  [...main().getElementsByTagName('textarea')].find((one) => one.ariaLabel === name);

/** The disk stores its open commands: versions of others at once, the text only if `isOwn`. */
async function keep(world: World, isOwn: boolean): Promise<void> {
  const { articles, stored, disk } = world;
  const own = contextOf(world).mine.id;
  const commands = articles
    .told()
    .filter((one) => one.type === 'articles.keep' && !stored.has(one))
    .flatMap((one) =>
      one.type === 'articles.keep' && (isOwn || one.version.id !== own) ? one : [],
    );
  if (commands.length === 0) return;
  await world.app().settle(() => {
    for (const command of commands) {
      const { draft, version } = command;
      stored.add(command);
      disk.add(version.text.content);
      articles.report({
        type: 'articles.kept',
        draft,
        until: { [version.id]: inMillis(version.at) },
      });
    }
  });
}

/** Return the lines that the log received since its last answer. */
function toldLines({ answered, ...world }: World): readonly OutboxEntryDraft[] {
  const told = world.app().log.told();
  const lines = told
    .slice(answered.log)
    .flatMap((one) => (one.type === 'store.append' ? one.lines : []));
  answered.log = told.length;
  return lines;
}
async function append(world: World, lines: readonly OutboxEntryDraft[]): Promise<void> {
  if (lines.length === 0) return;
  const { log, settle } = world.app();
  const entries = lines.map((line) => ({ ...line, at: NOW }));
  await settle(() => log.report({ type: 'store.appended', entries }));
}

/** The log answers: it is open, and leads. */
async function openLog(world: World, lines: readonly OutboxEntryDraft[] = []): Promise<void> {
  const { log, settle } = world.app();
  const entries = lines.map((line) => ({ ...line, at: NOW }));
  await settle(() => {
    log.report({ type: 'store.opened', entries, now: NOW });
    log.report({ type: 'store.leadershipChanged', leading: true });
  });
}

/** The log becomes unreadable, and is read again. Its answer is slow. */
function slowLog(world: World): Promise<void> {
  const outbox = actorAt(world.app().scope(), 'outbox');
  return world.app().settle(() => {
    if (!outbox.getSnapshot().hasTag('open')) return;
    outbox.send({ type: 'xstate.error.actor.store', error: new Error('x') });
    outbox.send({ type: 'xstate.after.pause.outbox.broken' });
  });
}

/** Answer the first prompt of the signer; `text`: the result, if it is no signature. */
async function sign(world: World, does: boolean, text?: string): Promise<void> {
  const { signer } = world.app().keys;
  const [prompt] = signer.open();
  if (!prompt) return;
  await world.app().settle(() => {
    if (!does) signer.refuse(prompt);
    else if (text === undefined) signer.approve(prompt);
    else {
      prompt.answers++;
      signer.report({ type: 'signer.answered', id: prompt.id, answer: { text } });
    }
  });
}

/** Relays and service answer a look; the signer opens a draft, or refuses. */
async function answerLook(world: World, id: string, how: Look): Promise<void> {
  const { event, clear } = answerTo(contextOf(world), how);
  const look = actorAt(writingOf(world), id);
  const events = event ? [event] : [];
  const isHeard = how !== 'unheard';
  const { open: urls } = look.getSnapshot().context;
  const published = look.getSnapshot().children['published'];
  await world.app().settle(() => {
    if (published)
      endQuestion(world.app(), published, {
        how: isHeard ? 'end' : 'notice',
        arrival: { events: clear === undefined ? events : [] },
      });
    for (const url of urls) {
      look.send({ type: 'relay.events', url, events });
      look.send({ type: 'relay.ended', url, complete: isHeard });
    }
  });
  if (clear === undefined) return;
  if (how === 'draft') world.relays.add('saved');
  await sign(world, how !== 'sealed', clear);
}

/** The signer encrypts and signs the draft, or refuses; the relay accepts it, or no one does. */
async function answerSave(world: World, how: string): Promise<void> {
  const save = actorAt(writingOf(world), 'save');
  const { version, clear } = save.getSnapshot().context;
  if (how === 'unsigned') return sign(world, false);
  await sign(world, true, seal(clear));
  await sign(world, true);
  const broadcast = actorAt(save, 'broadcast');
  const { event, relays } = broadcast.getSnapshot().context;
  const outcome = how === 'ok' ? 'accepted' : 'silent';
  if (how === 'ok') world.relays.add(version.text.content);
  await world.app().settle(() => {
    for (const url of relays)
      broadcast.send({ type: 'relay.outcome', url, eventId: event.id, outcome });
  });
  if (how !== 'ok')
    await world
      .app()
      .settle(() => endQuestion(world.app(), actorAt(broadcast, 'service'), { how: 'end' }));
}

async function answerJob(world: World, line: Line): Promise<void> {
  const context = contextOf(world);
  if (writingOf(world).getSnapshot().matches({ text: 'checking' })) {
    const lines = (LEFT.get(line) ?? []).flatMap((one) =>
      linesOf(one, 'left', { draft: DRAFT, mine: STORED }),
    );
    return openLog(world, lines);
  }
  if (line === 'signed' || line === 'refused') await sign(world, line === 'signed');
  const told = toldLines(world);
  const isTold = line === 'begun' || line === 'signed' || line === 'refused';
  return append(world, isTold ? told : linesOf(line, context.job ?? '', context));
}

const PRESSED: Readonly<Record<string, string>> = {
  'article.restore': words.conflict.take,
  'article.cancelLeave': words.conflict.keep,
  'article.keepSeparate': words.elsewhere.apart,
  'article.unseal': words.missing.retry,
};
const IN_DIALOG: Readonly<Record<string, string>> = {
  'article.closeReview': words.review.back,
  'article.publish': words.review.publish,
  'article.retry': words.review.again,
};

async function play(world: World, { type: name, play: how, ...event }: Played): Promise<void> {
  if (name === 'article.begun') {
    const beginning = event['beginning'] as Beginning;
    const { draft, versions } = BEGINNINGS[beginning];
    await world.begin(beginning);
    for (const { text } of versions.values()) world.disk.add(text.content);
    await world.app().settle(() =>
      world.articles.report({
        type: 'articles.found',
        drafts: new Map<string, ArticleVersions>(versions.size > 0 ? [[draft, versions]] : []),
      }),
    );
  } else await step(world, name, how ?? '', event);
  await keep(world, false);
  if (!fieldOf(TEXT)) await press(world, 'Markdown');
  const isWriting = writingOf(world).getSnapshot().hasTag('editable');
  // the log also stores that a job is discarded
  if (isWriting && actorAt(world.app().scope(), 'outbox').getSnapshot().hasTag('open'))
    await append(world, toldLines(world));
}

async function step(world: World, name: string, how: string, event: object): Promise<void> {
  const { settle } = world.app();
  const { articles } = world;
  const context = contextOf(world);
  const { draft } = context;
  const review = dialog(words.review.title);
  const pressed = PRESSED[name];
  if (pressed !== undefined) return press(world, pressed);
  if (name === 'article.publish') await slowLog(world);
  const answer = IN_DIALOG[name];
  if (answer !== undefined) return press(world, answer, review);
  const child = /^xstate\.done\.actor\.(\w+)$/.exec(name)?.[1];
  if (child === 'save') return answerSave(world, how);
  if (child !== undefined) return answerLook(world, child, how as Look);
  switch (name) {
    case 'article.write':
      return type(world, (event as { text: { title: string; content: string } }).text);
    case 'article.kept':
      return keep(world, true);
    case 'article.updated': {
      const version = how === 'next' ? nextVersion(context) : otherVersion(context);
      world.disk.add(version.text.content);
      return settle(() => articles.report({ type: 'articles.updated', draft, version }));
    }
    case 'articles.writeFailed':
      return settle(() => articles.report({ type: name, ...event } as ArticlesSignal));
    case 'article.removed':
      return settle(() =>
        articles.report({ type: 'articles.removed', draft, until: untilAll(context) }),
      );
    case 'article.found':
      return settle(() =>
        actorAt(editOf(world), 'watch').send({
          type: 'relay.events',
          url: 'x',
          events: [emptiedBy(context)],
        }),
      );
    case 'article.save':
      return press(world, button(words.conflict.open) ? words.conflict.open : words.saveDraft);
    case 'article.load': {
      if (review) return press(world, words.review.look, review);
      return settle(() => void document.dispatchEvent(new Event('visibilitychange')));
    }
    case 'article.review':
      return press(world, words.publish, header());
    case 'article.edit':
      await press(
        world,
        button(words.review.change, review) ? words.review.change : words.review.back,
        review,
      );
      // an order that waits for the log is discarded
      if (!actorAt(world.app().scope(), 'outbox').getSnapshot().hasTag('open')) {
        await openLog(world);
        const lines = toldLines(world);
        const job = lines.find((one) => one.type === 'intended')?.job ?? '';
        await append(world, [...lines, { job, type: 'discarded' }]);
      }
      return;
    case 'outbox.jobMissing':
    case 'outbox.jobCreated':
      return openLog(world);
    case 'outbox.jobChanged':
      return answerJob(world, how as Line);
    default:
      return settle(() => writingOf(world).send({ type: name, ...event }));
  }
}

const header = (): HTMLElement => main().getElementsByTagName('header')[0] ?? main();
const wordsOf = (notice: Element) => [notice.children[1]?.textContent.trim(), ...offers(notice)];

function shown({ disk, relays }: World) {
  const footer = main().getElementsByTagName('footer').item(0);
  const isPosted = toasts().includes('Article published');
  if (!footer) {
    const section = main().getElementsByTagName('section').item(0);
    return {
      isPosted,
      title: section?.getElementsByTagName('h2').item(0)?.textContent,
      text: section?.getElementsByTagName('p').item(0)?.textContent,
      offers: section
        ? [...section.querySelectorAll('a, button')].map(({ textContent }) => textContent)
        : [],
    };
  }
  const status = main().querySelector('header [role=status]')?.textContent ?? '';
  const text = fieldOf(TEXT)?.value ?? '';
  const review = dialog(words.review.title);
  return {
    isPosted,
    status,
    /** INV-NO-LOSS: false if a text is said to be saved where it is not. */
    isTrue:
      (!status.startsWith(words.state.kept) || disk.has(text)) &&
      (status !== words.state.saved || relays.has(text)),
    title: fieldOf('Title')?.value,
    text,
    notices: [...(footer.previousElementSibling?.children ?? [])].map(wordsOf),
    offers: [...offers(header()), ...offers(footer)],
    review: review && {
      address: review.getElementsByTagName('dd')[2]?.textContent,
      said: review.querySelector('[role=status]')?.textContent.trim(),
      offers: offers(review),
    },
  };
}

/** Why the disk did not store the text. */
type Unkept = 'full' | 'blocked' | undefined;

const ENDED = {
  opening: { title: undefined, text: undefined, offers: [] },
  missing: { ...words.missing, offers: [words.missing.retry] },
  gone: { ...words.gone, offers: [words.gone.mine] },
};

function due(snapshot: AnyMachineSnapshot, world: World): ReturnType<typeof shown> {
  const unkept: Unkept = editOf(world).getSnapshot().context.unkept;
  const context: ArticleContext = snapshot.context;
  const isPosted = snapshot.hasTag('published');
  const other = isElsewhere(context);
  if (isPosted)
    return {
      isPosted,
      title: words.done.title,
      text: other ? words.elsewhere.twice : words.done.text,
      offers: [
        words.done.read,
        ...(other ? [words.elsewhere.other] : []),
        words.done.promote,
        words.mine.title,
      ],
    };
  for (const [tag, { title, text, offers: offered }] of Object.entries(ENDED))
    if (snapshot.hasTag(tag)) return { isPosted, title, text, offers: offered };
  const { title, content } = context.mine.text;
  const isSaving = snapshot.hasTag('saving');
  return {
    isPosted,
    status: unkept ? words.state[unkept] : statusDue(context, isSaving),
    isTrue: true,
    title,
    text: content,
    notices: noticesDue(snapshot, unkept),
    offers: [
      'Back',
      words.preview,
      isSaving || content === '' ? `${words.publish} (off)` : words.publish,
      words.versions.title,
      content === '' || isSaved(context)
        ? `${words.saveDraft} (off)`
        : isSaving
          ? `${words.saveDraft} (busy)`
          : words.saveDraft,
    ],
    review: reviewDue(snapshot),
  };
}

/** COMPOSE-06 and 08: the text is on this device, on its way to the relays, or there. */
function statusDue(context: ArticleContext, isSaving: boolean): string {
  const { state } = words;
  if (isSaving) return state.saving;
  if (context.mine.text.content === '') return state.blank;
  if (!isKept(context)) return state.typing;
  if (isSaved(context)) return state.saved;
  return context.isTouched || !['published', 'newer'].includes(context.mine.text.content)
    ? state.kept
    : words.versions.published;
}

/** INV-NO-LOSS: each conflict is shown until the user decides. */
function noticesDue(snapshot: AnyMachineSnapshot, unkept: Unkept): ReturnType<typeof wordsOf>[] {
  const context: ArticleContext = snapshot.context;
  const { closed, unsaved, failure, reason } = context;
  const [other] = conflictsOf(context);
  const { conflict, elsewhere } = words;
  const isDialog = ['reviewing', 'publishing', 'failed'].some((tag) => snapshot.hasTag(tag));
  const trouble =
    failure && !isDialog
      ? `${words.review.failed} ${inEnglish(reason ?? { code: failure })}`
      : unsaved && words.unsaved[unsaved];
  return [
    ...(isElsewhere(context) ? [[elsewhere.text, elsewhere.edit, elsewhere.apart]] : []),
    ...(other
      ? [
          [
            `${conflict[other.made]} ${conflict.text}`,
            conflict.compare,
            conflict.keep,
            conflict.take,
          ],
        ]
      : closed.length > 0
        ? [[conflict.closed, conflict.open]]
        : []),
    ...(unkept
      ? [[words.state[unkept], words.state.copyText]]
      : trouble === undefined
        ? []
        : [[trouble]]),
  ];
}

/** COMPOSE-06, INV-OUTCOME: the dialog from the review to the relay's answer. */
function reviewDue(snapshot: AnyMachineSnapshot) {
  const context: ArticleContext = snapshot.context;
  const { review: said } = words;
  const { record, chosen } = context;
  const is = (text: unknown) => snapshot.matches({ text });
  const isPublishing = snapshot.hasTag('publishing');
  const isFailed = snapshot.hasTag('failed');
  if (!snapshot.hasTag('reviewing') && !isPublishing && !isFailed) return undefined;
  const identifier = articleIn(context) ?? chosen;
  const base = baseOf(context);
  const isLate = is('late');
  const isOpen = is({ reviewing: 'ready' }) && isReady(context);
  const isAsking = is({ reviewing: 'ready' }) && !isOpposed(context) && isUnheard(context);
  const why = record && failureReason(record);
  const outcome = isFailed
    ? `${said.failed} ${why ? reasonInEnglish(why) : inEnglish({ code: 'publish.unconfirmed' })}`
    : isLate
      ? said.late
      : isPublishing
        ? said.waiting(record?.relays.size ?? 0)
        : is({ reviewing: 'looking' })
          ? said.looking
          : isOpposed(context)
            ? said.conflict
            : isAsking
              ? `${said.unheard}${said.look}`
              : '';
  const foot = isFailed
    ? [said.change, said.again]
    : [
        isPublishing && !isLate ? `${said.back} (off)` : said.back,
        isPublishing ? `${said.sending} (busy)` : isOpen ? said.publish : `${said.publish} (off)`,
      ];
  return {
    address: `${identifier === '' ? said.looking : identifier}${base ? said.replaces(longDate(base.publishedAt, 'en-us')) : said.isNew}`,
    said: outcome,
    offers: [isPublishing ? 'Close (off)' : 'Close', ...(isAsking ? [said.look] : []), ...foot],
  };
}

/** An editor that keeps its text although the user took the other one (planted). */
const stubborn = articleWritingMachine.provide({
  actions: { restore: assign(({ context }) => ({ isTouched: context.isTouched })) },
});

beforeAll(async () => {
  emptyRanges();
  await Promise.all([fetchViews('/reads/edit'), ArticleText.preload()]);
});

testRenderedTrips(
  {
    name: 'an article draft',
    graph,
    keyOf,
    open: () => open(),
    actor: writingOf,
    play,
    shown,
    due,
    each: 51,
  },
  {
    name: 'a text that stays although the other one was taken',
    open: () => open(stubborn),
    fails: /article.restore/,
  },
);
