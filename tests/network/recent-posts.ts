import type { SignedEvent } from '../../src/events/nostr/event.ts';
import type { Rng } from '../../service/town/prng.ts';

/** Something that was said lately and may be answered; `root` is what its thread began with, `weight` how much it is noticed. */
export interface Post {
  readonly event: SignedEvent;
  readonly author: number;
  readonly root: SignedEvent;
  readonly weight: number;
}

/** What was said lately. */
export interface Shelf {
  put(post: Post): void;
  /** One that is noticed: new, and said by somebody who is heard. */
  noticed(rng: Rng): Post | undefined;
  /** One of the last answers, whose talk goes on. */
  talk(rng: Rng): Post | undefined;
  /** The last post of an author, where it is still here. */
  lastOf(author: number): Post | undefined;
}

const MOST = 20_000;
const TALKS = 300;
const LOOKS = 12;

export function openShelf(): Shelf {
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
