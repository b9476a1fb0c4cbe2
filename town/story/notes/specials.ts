import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, nprofileOf, npubOf } from '../../../src/events/nostr/nip19.ts';
import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import { openInvoice, type TownInvoice } from '../kinds/play-invoice.ts';
import { type ArticleRef, person, type World } from '../world.ts';

/** Author, time and circle of a text. `tags` collects the tags that the text requires. */
export interface Speaking {
  readonly author: Person;
  readonly at: number;
  readonly circle: string;
  readonly rng: Rng;
  /** People of a scripted conversation by letter. */
  readonly cast: ReadonlyMap<string, Person>;
  readonly tags: Tag[];
}

/**
 * Return the value of `{@name}` in a text (docs/demo-town.md lists the names), or `undefined` if it
 * is not available.
 */
export function special(world: World, name: string, speaking: Speaking): string | undefined {
  const { author, circle, rng } = speaking;
  const follows = world.graph[author.index] ?? [];
  if (name === '')
    return mention(world, speaking, rng.sample(friends(world, follows, circle), 1)[0]);
  if (/^[a-l]$/.test(name)) return mention(world, speaking, speaking.cast.get(name));
  if (name === 'known')
    return mention(
      world,
      speaking,
      rng.sample(
        friends(world, follows, circle).filter((friend) => friend.known),
        1,
      )[0],
    );
  if (name === 'profile')
    return `${world.baseUrl}/p/${npubOf(rng.sample(friends(world, follows, circle), 1)[0]?.pubkey ?? author.pubkey)}`;
  if (name === 'article' || name === 'embed') return articleLink(world, speaking, name === 'embed');
  if (name === 'emoji') return emoji(world, speaking);
  if (name === 'invoice')
    return owed(world, author.pubkey, {
      seed: world.seed,
      at: speaking.at,
      sats: rng.pick([500, 1000, 2100, 5000, 10_000, 21_000]),
      text: `Play sats: thank you, ${author.displayName}`,
      name: `${author.name}${speaking.at}`,
      expiry: rng.pick([3600, 86_400, 2_592_000]),
    });
  if (name === 'ecash') return ecashToken(world, speaking);
  return mention(world, speaking, world.byName.get(name));
}

/** Return an invoice that anyone may pay. */
function owed({ ledger }: World, payee: string, terms: TownInvoice): string {
  const invoice = openInvoice(terms, payee);
  ledger.owe(invoice);
  return invoice.bolt11;
}

function friends(world: World, follows: readonly number[], circle: string): Person[] {
  return follows
    .map((index) => person(world, index))
    .filter((friend) => friend.circles.includes(circle));
}

/** Return a `nostr:` mention and add its p tag (NIP-27). */
function mention(
  world: World,
  { tags, rng }: Speaking,
  whom: Person | undefined,
): string | undefined {
  if (!whom) return undefined;
  if (!tags.some((tag) => tag[0] === 'p' && tag[1] === whom.pubkey))
    tags.push(['p', whom.pubkey, world.relay]);
  return `nostr:${rng.chance(0.7) ? npubOf(whom.pubkey) : nprofileOf(whom.pubkey)}`;
}

function articleLink(
  world: World,
  { author, circle, rng, tags }: Speaking,
  embed: boolean,
): string | undefined {
  const about = world.articles.filter(
    (article) => article.circle === circle && article.author !== author,
  );
  const article: ArticleRef | undefined = rng.sample(about, 1)[0];
  if (!article) return undefined;
  const address = {
    kind: KIND.LongForm,
    pubkey: article.author.pubkey,
    identifier: article.identifier,
  };
  if (!embed) return `${world.baseUrl}/a/${naddrOf(address)}`;
  tags.push(
    ['a', `${KIND.LongForm}:${address.pubkey}:${address.identifier}`, world.relay, 'mention'],
    ['p', address.pubkey, world.relay],
  );
  return `nostr:${naddrOf(address)}`;
}

/** Return a custom emoji (NIP-30). */
function emoji(world: World, { rng, tags }: Speaking): string | undefined {
  const name = rng.sample([...world.shelf.emoji.keys()], 1)[0];
  const url = name === undefined ? undefined : world.shelf.emoji.get(name)?.url;
  if (name === undefined || url === undefined) return undefined;
  tags.push(['emoji', name, url]);
  return `:${name}:`;
}

/**
 * Return a token in the form of NUT-00 (cashuA) that can be redeemed once, or `undefined` without a
 * mint.
 */
function ecashToken({ mint, ledger }: World, { author, at, rng }: Speaking): string | undefined {
  // Drawn in any case, so that the rest of the story is the same without a mint.
  const amounts = rng.pick([
    [64, 32, 4],
    [128, 2],
    [256, 64, 16],
    [16, 4, 1],
  ]);
  const memo = rng.pick([
    'For the ferry fund',
    'Tea is on me',
    'Found in a coat pocket',
    'Lamp oil',
  ]);
  if (!mint) return undefined;
  const name = `${author.name} ${at}`;
  const proofs = mint.sign(name, amounts);
  ledger.give({ name, amounts });
  const token = { token: [{ mint: mint.mint, proofs }], unit: 'sat', memo };
  return `cashuA${Buffer.from(JSON.stringify(token)).toString('base64url')}`;
}
