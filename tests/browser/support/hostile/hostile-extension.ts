import { npubEncode } from 'nostr-tools/nip19';
import { signed } from '../../../support/events/signed.ts';
import type { Page } from '../test.ts';

/** An event template that the page asks an extension to sign. */
interface Asked {
  readonly kind: number;
  readonly content: string;
  readonly tags: string[][];
  readonly created_at: number;
}

export const ME = 5;
export const STRANGER = 6;

/** Install an extension (NIP-07) that holds key 5 and misbehaves on command (E-34). */
export async function giveExtension(page: Page): Promise<void> {
  await page.exposeFunction('signAs', (key: number, { kind, content, tags, created_at }: Asked) =>
    signed({ kind, content, tags, created_at }, key),
  );
  const [pubkey, other] = [signed({}, ME).pubkey, signed({}, STRANGER).pubkey];
  await page.addInitScript(install, {
    me: ME,
    stranger: STRANGER,
    pubkey,
    other,
    npub: npubEncode(pubkey),
  });
}

/**
 * Sets one fault for each of the next requests for a signature or public key. Afterwards the
 * extension is honest.
 */
export async function misbehave(page: Page, ...faults: readonly string[]): Promise<void> {
  await page.evaluate((names) => Reflect.get(window, 'hostile').next.push(...names), faults);
}

/** True if all faults were used. */
export async function hasMet(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'hostile').next.length === 0);
}

/** Switches the extension to another account. */
export async function switchKey(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, 'hostile').turn());
}

/** Removes the extension, or adds it after that many milliseconds. */
export async function takeAway(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, 'hostile').show(false));
}
export async function bringBack(page: Page, after = 0): Promise<void> {
  await page.evaluate(
    (ms) => void setTimeout(() => Reflect.get(window, 'hostile').show(true), ms),
    after,
  );
}

/** Releases all withheld answers. */
export async function release(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const answer of Reflect.get(window, 'hostile').held.splice(0)) answer();
  });
}

/** Runs in the page, so it uses only its argument. */
function install(keys: {
  me: number;
  stranger: number;
  pubkey: string;
  other: string;
  npub: string;
}): void {
  type Event = Asked & { id: string; sig: string; pubkey: string };
  const { stranger, npub } = keys;
  let { me, pubkey } = keys;
  const sign = (template: Asked, key = me): Promise<Event> =>
    Reflect.get(window, 'signAs')(key, template);
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  const asStranger = async (asked: Asked) => sign(asked, stranger);
  const state = {
    next: new Array<string>(),
    held: new Array<() => void>(),
    turn: () => {},
    show: (isThere: boolean) => void isThere,
  };
  const nothing = new Promise<never>(() => undefined);
  const thenable = (...answers: readonly unknown[]) => ({
    // oxlint-disable-next-line unicorn/no-thenable -- what hostile code hands over
    then: (resolve: (value: unknown) => void) => answers.forEach((answer) => resolve(answer)),
  });
  const trap = (good: Event, name: string) =>
    Object.defineProperty({ ...good }, name, {
      enumerable: true,
      get: () => {
        throw new Error('a trap');
      },
    });
  const faults: Record<string, (asked: Asked) => unknown> = {
    honest: (asked) => sign(asked),
    'another key': asStranger,
    'another key under this name': async (asked) => ({ ...(await asStranger(asked)), pubkey }),
    'another id': async (asked) => {
      const good = await sign(asked);
      return { ...good, id: flip(good.id) };
    },
    'another signature': async (asked) => {
      const good = await sign(asked);
      return { ...good, sig: flip(good.sig) };
    },
    'the signature of something else': async (asked) => {
      const [good, other] = [await sign(asked), await sign({ ...asked, content: 'ALTERED' })];
      return { ...good, sig: other.sig };
    },
    'other content': (asked) => sign({ ...asked, content: `${asked.content} ALTERED` }),
    'other tags': (asked) => sign({ ...asked, tags: [...asked.tags, ['client', 'ALTERED']] }),
    'fewer tags': (asked) =>
      sign({ ...asked, tags: asked.tags.slice(1), content: `${asked.content} ` }),
    'another kind': (asked) => sign({ ...asked, kind: 30_023 }),
    'another time': (asked) => sign({ ...asked, created_at: asked.created_at + 1 }),
    'something asked before': (asked) => sign({ ...asked, content: 'ALTERED', tags: [] }),
    'the asked object, changed': async (asked) => {
      asked.tags.push(['p', pubkey]);
      return sign(Object.assign(asked, { content: 'ALTERED' }));
    },
    'not signed at all': (asked) => ({ ...asked }),
    silence: () => nothing,
    late: async (asked) => {
      const good = await sign(asked);
      await new Promise<void>((resolve) => state.held.push(resolve));
      return good;
    },
    'twice, first well': async (asked) =>
      thenable(await sign(asked), await sign({ ...asked, content: 'ALTERED' })),
    'twice, first wrong': async (asked) =>
      thenable(await sign({ ...asked, content: 'ALTERED' }), await sign(asked)),
    'a throw': () => {
      throw new Error('User rejected');
    },
    'a throw of nothing': () => {
      throw undefined;
    },
    'a throw of a trap': () => {
      throw Object.defineProperty(new Error(), 'message', {
        get: () => {
          throw new Error('a trap');
        },
      });
    },
    'a refusal': () => Promise.reject('denied'),
    nothing: () => undefined,
    null: () => null,
    'a number': () => 7,
    'a text': async (asked) => JSON.stringify(await sign(asked)),
    'a list': async (asked) => [await sign(asked)],
    'a function': () => () => 'event',
    'a circle': () => {
      const circle: Record<string, unknown> = {};
      return Object.assign(circle, { circle });
    },
    'a huge one': async (asked) => ({
      ...(await sign(asked)),
      content: 'ALTERED '.repeat(3_000_000),
    }),
    'endless tags': async (asked) => ({
      ...(await sign(asked)),
      tags: Array.from({ length: 500_000 }, () => ['t', 'ALTERED']),
    }),
    'a trap in its content': async (asked) => trap(await sign(asked), 'content'),
    'a trap in its id': async (asked) => trap(await sign(asked), 'id'),
    'something else at each look': async (asked) => {
      const [good, bad] = [await sign(asked), await sign({ ...asked, content: 'ALTERED' })];
      let looks = 0;
      return new Proxy(good, { get: (_, name) => Reflect.get(looks++ < 8 ? good : bad, name) });
    },
    'its own JSON': async (asked) => {
      const bad = await sign({ ...asked, content: 'ALTERED' });
      return { ...(await sign(asked)), toJSON: () => bad };
    },
  };
  const keyFaults: Record<string, () => unknown> = {
    honest: () => Promise.resolve(pubkey),
    silence: () => nothing,
    late: () => new Promise((resolve) => state.held.push(() => resolve(pubkey))),
    'a throw': () => {
      throw new Error('User rejected');
    },
    'a refusal': () => Promise.reject('denied'),
    nothing: () => undefined,
    'an npub': () => npub,
    'a list': () => [pubkey],
    'too much': () => pubkey.repeat(100_000),
    'a trap': () => ({
      get length(): number {
        throw new Error('a trap');
      },
    }),
  };
  const nostr = {
    getPublicKey: () => keyFaults[state.next.shift() ?? 'honest']?.(),
    signEvent: (asked: Asked) => faults[state.next.shift() ?? 'honest']?.(asked),
  };
  state.turn = () => {
    [me, pubkey] = [stranger, keys.other];
  };
  state.show = (isThere) => {
    Object.assign(window, { nostr: isThere ? nostr : undefined });
  };
  Object.assign(window, { hostile: state, nostr });
}
