import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, npubOf } from '../../../src/events/nostr/nip19.ts';
import type { Rng } from '../../prng.ts';
import { fillTemplate } from '../../texts/fill-template.ts';
import { shuffleBagOf } from '../shuffle-bag.ts';
import { laterThan, type Target } from '../notes/likes-and-zaps.ts';
import { DAY, HOUR } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import { type WrittenNotes, keepUnlessRepeated } from '../written-notes.ts';
import type { Essay } from './essays.ts';
import { writeNote } from '../notes/write-note.ts';
import { bankOf, named, type World } from '../world.ts';

/** A published article with its final markdown. */
export interface Article extends Target {
  readonly address: string;
  readonly essay: Essay;
  readonly content: string;
}

/** Publish the essays (NIP-23). Some were published earlier and edited since. */
export function publishArticles(world: World, essays: readonly Essay[]): Article[] {
  return essays.map((essay) => {
    const rng = world.rng.fork(`article ${essay.identifier}`);
    const at = world.now - essay.daysAgo * DAY - rng.between(1, 9) * HOUR;
    const cover = world.shelf.take(essay.scene);
    const { content, tags: inside } = typeset(world, essay);
    const tags: Tag[] = [
      ['d', essay.identifier],
      ['title', essay.title],
      ['summary', essay.summary],
      ...(cover ? [['image', cover.url]] : []),
      ['published_at', String(Math.floor(at))],
      ...essay.tags.map((tag) => ['t', tag.toLowerCase()]),
      ...inside,
    ];
    const edited = rng.chance(0.25) ? laterThan(world, rng, at) : at;
    const event = world.ledger.write({
      author: essay.author,
      at: edited,
      kind: KIND.LongForm,
      content,
      tags,
    });
    const address = `${KIND.LongForm}:${essay.author.pubkey}:${essay.identifier}`;
    const appeal = 5 * essay.author.weight ** 0.6 * rng.between(0.6, 1.8);
    return {
      id: event.id,
      author: essay.author,
      at,
      circle: essay.circle,
      language: 'en',
      appeal,
      kind: KIND.LongForm,
      address,
      essay,
      content,
    };
  });
}

/** Insert people and pictures into an essay. */
function typeset(world: World, essay: Essay): { content: string; tags: Tag[] } {
  const tags: Tag[] = [];
  const withPeople = essay.body.replace(/\[\[([a-z_]+)\]\]/g, (_, name: string) => {
    const { pubkey } = named(world, name);
    if (!tags.some((tag) => tag[1] === pubkey)) tags.push(['p', pubkey, world.relay, 'mention']);
    return `nostr:${npubOf(pubkey)}`;
  });
  const content = withPeople.replace(
    /\(photo:([a-z]+)\)/g,
    (_, scene: string) => `(${world.shelf.take(scene)?.url ?? ''})`,
  );
  return { content, tags };
}

/** Write comments on articles (NIP-22), some of them answered by the author. */
export function commentOnArticles(world: World, articles: readonly Article[], count: number): void {
  const rng = world.rng.fork('comments');
  const lines = shuffleBagOf(
    rng.fork('lines'),
    bankOf(world, 'replies').entries.filter((entry) => entry.mood === 'article'),
  );
  for (let i = 0; i < count; i++) {
    const article = rng.weighted(articles, (one) => one.appeal);
    const [author] = pickListeners(world, rng, article, 1);
    if (!author) continue;
    const entry = lines.next();
    const root: Tag[] = [
      ['A', article.address, world.relay],
      ['K', String(article.kind)],
      ['P', article.author.pubkey, world.relay],
    ];
    const above: Tag[] = [
      ['a', article.address, world.relay],
      ['e', article.id, world.relay],
      ['k', String(article.kind)],
      ['p', article.author.pubkey, world.relay],
    ];
    const at = laterThan(world, rng, article.at);
    const comment = world.ledger.write({
      author,
      at,
      kind: KIND.Comment,
      content: plainLine(world, rng, entry.text),
      tags: [...root, ...above],
    });
    const back = entry.back[0];
    if (back === undefined || at + HOUR > world.now) continue;
    const below: Tag[] = [
      ['e', comment.id, world.relay, author.pubkey],
      ['k', String(KIND.Comment)],
      ['p', author.pubkey, world.relay],
    ];
    world.ledger.write({
      author: article.author,
      at: at + rng.between(0.1, 1) * HOUR,
      kind: KIND.Comment,
      content: plainLine(world, rng, back),
      tags: [...root, ...below],
    });
  }
}

function plainLine(world: World, rng: Rng, text: string): string {
  return (
    fillTemplate(text, {
      rng,
      slots: bankOf(world, 'replies').slots,
      bound: new Map(),
      special: () => '',
    }) ?? text
  );
}

/** Write highlights (NIP-84) of sentences, often the same ones. */
export function highlightArticles(world: World, articles: readonly Article[], count: number): void {
  const rng = world.rng.fork('highlights');
  const marked = articles
    .map((article) => ({
      article,
      passages: rng.fork(article.essay.identifier).sample(passagesOf(article.content), 4),
    }))
    .filter((row) => row.passages.length > 0);
  for (let i = 0; i < count; i++) {
    const { article, passages } = rng.weighted(marked, (row) => row.article.appeal);
    const [author] = pickListeners(world, rng, article, 1);
    const passage = rng.weighted(passages, (one) => 1 / (1 + passages.indexOf(one)) ** 2);
    if (!author) continue;
    const comment = rng.chance(0.2)
      ? plainLine(
          world,
          rng,
          'I read this {how} and then I had to {stand up|sit down|ring my sister}.',
        )
      : undefined;
    const tags: Tag[] = [
      ['a', article.address, world.relay],
      ['p', article.author.pubkey, world.relay, 'author'],
      ['context', passage.context],
      ...(comment === undefined ? [] : [['comment', comment]]),
    ];
    world.ledger.write({
      author,
      at: laterThan(world, rng, article.at),
      kind: KIND.Highlight,
      content: passage.text,
      tags,
    });
  }
}

/**
 * Return sentences that are worth highlighting, with their paragraph. Text with markup is skipped,
 * so that they are found in the rendered article.
 */
export function passagesOf(markdown: string): { text: string; context: string }[] {
  const paragraphs = markdown
    .split('\n\n')
    .filter((block) => /^[A-Z“"]/.test(block) && !/[*_`[\]|~]|https?:|nostr:|^\s|\n/.test(block));
  return paragraphs.flatMap((context) => {
    const sentences = context.split(/(?<=[.?!]) (?=[A-Z])/);
    return sentences
      .filter((text) => text.length > 45 && text.length < 220)
      .map((text) => ({ text, context }));
  });
}

/** Write notes that refer to an article: as an embedded reference, or as a link to its page. */
export function shareArticles(
  world: World,
  desk: WrittenNotes,
  articles: readonly Article[],
  count: number,
): void {
  const rng = world.rng.fork('shares');
  const lines = desk.entries(
    'shares',
    bankOf(world, 'replies').entries.filter((entry) => entry.mood === 'share'),
  );
  for (let i = 0; i < count; i++) {
    const article = rng.weighted(articles, (one) => one.appeal);
    const [author] = pickListeners(world, rng, article, 1);
    const naddr = naddrOf({
      kind: article.kind,
      pubkey: article.author.pubkey,
      identifier: article.essay.identifier,
    });
    if (!author || naddr === undefined) continue;
    const embedded = rng.chance(0.5);
    const text = `${lines.next().text}\\n\\n${embedded ? `nostr:${naddr}` : `${world.baseUrl}/a/${naddr}`}`;
    const extraTags: Tag[] = embedded
      ? [
          ['a', article.address, world.relay, 'mention'],
          ['p', article.author.pubkey, world.relay],
        ]
      : [];
    keepUnlessRepeated(world, desk, () =>
      writeNote(world, rng, {
        author,
        at: laterThan(world, rng, article.at),
        circle: article.circle,
        bank: 'replies',
        mood: 'wonder',
        text,
        extraTags,
        hashtags: 0,
        appeal: 1.3,
      }),
    );
  }
}
