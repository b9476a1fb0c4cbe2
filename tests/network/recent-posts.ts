import type { SignedEvent } from '../../src/events/nostr/event.ts';
import type { Rng } from '../../town/prng.ts';

/**
 * A recent post that may get replies. `root`: the first post of its thread. `weight`: how much
 * attention it gets.
 */
export interface Post {
  readonly event: SignedEvent;
  readonly author: number;
  readonly root: SignedEvent;
  readonly weight: number;
}

/** Recent posts. */
export interface RecentPosts {
  put(post: Post): void;
  /** Return a popular post: new, and by a well-known author. */
  noticed(rng: Rng): Post | undefined;
  /** Return one of the last replies, whose thread continues. */
  talk(rng: Rng): Post | undefined;
  /** Return the last post of an author, if it is still kept. */
  lastOf(author: number): Post | undefined;
}

const MOST = 20_000;
const TALKS = 300;
const LOOKS = 12;

export function openShelf(): RecentPosts {
  const posts: Post[] = [];
  const talks: Post[] = [];
  const last = new Map<number, Post>();
  let put = 0;
  const back = (rng: Rng) => posts[(put - 1 - Math.floor(posts.length * rng.next() ** 4)) % MOST];
  return {
    put(post) {
      const old = posts[put % MOST];
      if (old && last.get(old.author) === old) last.delete(old.author);
      posts[put++ % MOST] = post;
      last.set(post.author, post);
      if (post.event !== post.root) talks[put % TALKS] = post;
    },
    noticed(rng) {
      let best: Post | undefined;
      for (let look = 0; look < LOOKS; look++) {
        const post = put === 0 ? undefined : back(rng);
        if (post && (!best || post.weight > best.weight)) best = post;
      }
      return best;
    },
    talk: (rng) => talks[rng.int(0, TALKS - 1)],
    lastOf: (author) => last.get(author),
  };
}
