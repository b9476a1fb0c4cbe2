import { saying } from '../../../../tests/support/views/in-english.ts';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { note } from '../../../../tests/support/account/fake-signer.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { seconds } from '../../../events/core/time.ts';
import { loginMachine } from '../../../machines/account/keys/login.machine.ts';
import type { SignAction } from '../../../machines/core/sign-request.ts';
import { extensionBackend } from './extension-backend.ts';
import { askExtension, askPublicKey } from './extension.ts';
import { extensionPort } from '../keys/login-ports.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const KEY = new Uint8Array(32).fill(9);
const EVIL = new Uint8Array(32).fill(66);
const ME = getPublicKey(KEY);
const NOW = 1_700_000_000;
const PEER = getPublicKey(EVIL);

type Template = Parameters<typeof finalizeEvent>[0];
const sign = (template: Template, over: Partial<Template> = {}, key = KEY) =>
  JSON.parse(JSON.stringify(finalizeEvent({ ...template, ...over }, key)));
const honest = {
  getPublicKey: async () => ME,
  signEvent: async (template: Template) => sign(template),
};

/**
 * A page into which an extension is injected at that time. Waiting takes no time but is counted.
 */
function pageAt(nostr: unknown, injectedAt = 0) {
  let now = 0;
  const page = {
    get nostr() {
      return now >= injectedAt ? nostr : undefined;
    },
  };
  return {
    page,
    wait: async (ms: number) => {
      now += ms;
    },
    waited: () => now,
    later: (ms: number) => {
      now += ms;
    },
  };
}

describe('looking for it', () => {
  test.each([0, 250, 1_000])(
    'ACCOUNT-02 E-37 an extension that is injected after %d ms is found',
    async (at) => {
      const world = pageAt(honest, at);
      expect(await askPublicKey(world)).toEqual({ pubkey: ME });
      expect(world.waited()).toBe(at);
    },
  );

  test('ACCOUNT-02 E-37 a missing extension is searched 4 times every 250 ms, then reported; a retry works', async () => {
    const world = pageAt(honest, 5_000);
    expect(await askPublicKey(world)).toEqual({ failure: { code: 'no_nostr_extension' } });
    expect(world.waited()).toBe(1_000);
    world.later(4_000);
    expect(await askPublicKey(world)).toEqual({ pubkey: ME });
  });

  test('ACCOUNT-19 ACCOUNT-02 at a sign-in a missing key is looked for at once, then 4 times every 250 ms', async () => {
    const clock = new SimulatedClock();
    const looks: number[] = [];
    const page = {
      get nostr(): unknown {
        looks.push(clock.now());
        return undefined;
      },
    };
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
    const extension = extensionPort({ page, wait });
    const login = createActor(loginMachine.provide({ actors: { extension } }), {
      input: undefined,
      clock,
    }).start();
    login.send({ type: 'login.extension' });
    for (let ms = 0; ms < 3_000; ms += 50) {
      clock.increment(50);
      await Promise.resolve();
      await Promise.resolve();
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(looks).toEqual([0, 250, 500, 750, 1_000]);
    expect(login.getSnapshot().context.problem?.code).toBe('no_nostr_extension');
  });

  test('E-37 another object in its place is not an extension', async () => {
    for (const nostr of [undefined, null, 7, 'nostr', true])
      expect(await askPublicKey(pageAt(nostr))).toMatchObject({
        failure: { code: 'no_nostr_extension' },
      });
    const throwing = {
      page: {
        get nostr(): unknown {
          throw new Error('no');
        },
      },
      wait: async () => undefined,
    };
    expect(await askPublicKey(throwing)).toMatchObject({ failure: { code: 'no_nostr_extension' } });
  });
});

describe('E-34 its public key', () => {
  test.each<readonly [string, unknown]>([
    ['no method', {}],
    ['a method that is none', { getPublicKey: 'key' }],
    [
      'a throw',
      {
        getPublicKey: () => {
          throw new Error('locked');
        },
      },
    ],
    [
      'a getter that throws',
      {
        get getPublicKey(): unknown {
          throw new Error('no');
        },
      },
    ],
    ['a refusal', { getPublicKey: async () => Promise.reject(new Error('denied')) }],
    ['a refusal without a reason', { getPublicKey: async () => Promise.reject(undefined) }],
    ['an npub', { getPublicKey: async () => 'npub1' }],
    ['an object', { getPublicKey: async () => ({ key: ME }) }],
    ['nothing', { getPublicKey: async () => undefined }],
    ['short hex', { getPublicKey: async () => ME.slice(1) }],
  ])('%s is a failure, not an error', async (_, nostr) => {
    expect(await askPublicKey(pageAt(nostr))).toMatchObject({
      failure: { code: 'pubkey-no-nsec' },
    });
  });

  test('a key in capitals is accepted', async () => {
    expect(await askPublicKey(pageAt({ getPublicKey: () => ME.toUpperCase() }))).toEqual({
      pubkey: ME,
    });
  });
});

describe('E-34 its signed event', () => {
  const { keys } = testKeys();
  const perform = (nostr: unknown, act: SignAction = note('hello', NOW)) =>
    extensionBackend({ pubkey: ME }, { ...pageAt(nostr), keys, now: () => seconds(NOW) }).perform(
      act,
      () => undefined,
    ).done;
  const signing = (signEvent: unknown) => perform({ signEvent });

  test('as requested is used, also with additional fields', async () => {
    expect(await signing(honest.signEvent)).toMatchObject({
      event: { content: 'hello', pubkey: ME, created_at: NOW },
    });
    const more = await signing((template: Template) => ({ ...sign(template), extra: 'x' }));
    expect(more !== 'locked' && 'event' in more && Object.keys(more.event)).not.toContain('extra');
  });

  test.each<readonly [string, (template: Template) => unknown]>([
    ['another account', (template) => sign(template, {}, EVIL)],
    ['other content', (template) => sign(template, { content: 'x' })],
    ['another kind', (template) => sign(template, { kind: 5 })],
    ['other tags', (template) => sign(template, { tags: [['client', 'x']] })],
    ['another time', (template) => sign(template, { created_at: NOW + 1 })],
    ['another id', (template) => ({ ...sign(template), id: 'f'.repeat(64) })],
    ['a wrong signature', (template) => ({ ...sign(template), sig: sign(template, {}, EVIL).sig })],
    ['no signature', (template) => ({ ...template, pubkey: ME, id: '' })],
    ['a text', (template) => JSON.stringify(sign(template))],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a list', () => []],
    ['a number', () => 7],
    [
      'something that cannot be read',
      () =>
        new Proxy(
          {},
          {
            get: (_, name) => {
              if (name !== 'then') throw new Error('no');
            },
          },
        ),
    ],
    [
      'something endless',
      () => {
        const one: Record<string, unknown> = {};
        one['one'] = one;
        return one;
      },
    ],
  ])('INV-IDENTITY %s is not believed (event-sig-not-verified)', async (_, signEvent) => {
    expect(await signing(signEvent)).toMatchObject({ failure: { code: 'event-sig-not-verified' } });
  });

  test('INV-VERIFIED changes that the extension makes afterwards have no effect', async () => {
    let given: Record<string, unknown> = {};
    const performed = signing((template: Template) => {
      given = sign(template);
      return given;
    });
    queueMicrotask(() => {
      given['content'] = 'evil';
    });
    const result = await performed;
    given['content'] = 'evil';
    if (result !== 'locked' && 'event' in result) expect(result.event.content).toBe('hello');
    else expect(result).toMatchObject({ failure: {} });
  });

  test('it cannot change the request', async () => {
    const act = note('hello', NOW);
    await perform(
      {
        signEvent: (template: Template) => {
          template.tags.push(['x']);
          template.content = 'evil';
          return sign(template);
        },
      },
      act,
    );
    expect(act).toEqual(note('hello', NOW));
  });

  test('a refusal is quoted in its own words, on one line and clipped', async () => {
    const refusing = async (error: unknown) =>
      signing(async () => {
        throw error;
      });
    expect(await refusing(new Error('User\nrejected'))).toEqual({
      failure: { code: 'event_not_signed', detail: saying('The extension refused: User rejected') },
    });
    expect(await refusing('no')).toMatchObject({
      failure: { detail: saying('The extension refused: no') },
    });
    for (const error of [undefined, null, {}, 7, new Error('')])
      expect(await refusing(error)).toEqual({
        failure: { code: 'event_not_signed', detail: saying('The extension refused') },
      });
    const long = await refusing('x'.repeat(5_000));
    expect(JSON.stringify(long).length).toBeLessThan(400);
  });

  test('without a requested time it is dated now, and a date far from now is rejected', async () => {
    const timeless: SignAction = {
      do: 'sign',
      template: pressed({ kind: 1, content: 'x', tags: [] }),
    };
    expect(await perform(honest, timeless)).toMatchObject({ event: { created_at: NOW } });
    expect(
      await perform(
        { signEvent: (template: Template) => sign(template, { created_at: 1 }) },
        timeless,
      ),
    ).toMatchObject({
      failure: { code: 'event-sig-not-verified' },
    });
  });
});

describe('E-34 its encryption', () => {
  test('SIGN-04 calls the method of its scheme, with the right `this`', async () => {
    const calls: unknown[] = [];
    class Scheme {
      readonly name: string;
      constructor(name: string) {
        this.name = name;
      }
      encrypt(peer: string, text: string) {
        calls.push([this.name, peer, text]);
        return 'cipher';
      }
      decrypt() {
        return Promise.reject(new Error('cannot'));
      }
    }
    const nostr = { nip04: new Scheme('nip04'), nip44: new Scheme('nip44') };
    const act = { do: 'encrypt', scheme: 'nip44', peer: PEER, text: 'hi' } as const;
    expect(await askExtension(pageAt(nostr), act, seconds(NOW))).toEqual({ value: 'cipher' });
    expect(calls).toEqual([['nip44', PEER, 'hi']]);
    expect(
      await askExtension(pageAt(nostr), { ...act, do: 'decrypt' }, seconds(NOW)),
    ).toMatchObject({ failure: { code: 'bad-cipher' } });
    expect(await askExtension(pageAt({}), act, seconds(NOW))).toEqual({
      failure: { code: 'bad-cipher', detail: saying('The extension cannot nip44 encrypt') },
    });
  });

  test('SIGN-02 a result that is not a text is a bad cipher (bad-cipher)', async () => {
    const { keys } = testKeys();
    const nostr = { nip44: { encrypt: async () => ({ text: 'x' }) } };
    const backend = extensionBackend(
      { pubkey: ME },
      { ...pageAt(nostr), keys, now: () => seconds(NOW) },
    );
    const act = { do: 'encrypt', scheme: 'nip44', peer: PEER, text: 'hi' } as const;
    expect(await backend.perform(act, () => undefined).done).toMatchObject({
      failure: { code: 'bad-cipher' },
    });
  });
});
