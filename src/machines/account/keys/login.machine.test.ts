import { inEnglish, saying } from '../../../../tests/support/views/in-english.ts';
import { createActor, type EventObject, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { signingFailure, signingMessage } from '../../../events/account/signing/signing-error.ts';
import type { KeyCommand, KeySignal, PairInput, PairSignal } from './key-protocol.ts';
import { type LoginEvent, loginMachine, type LoginOrder } from './login.machine.ts';
import { pinMachine } from './pin.machine.ts';

const ME = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e';
const NPUB = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const HEX = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const WORDS = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong';

/** From the NIP-49 test vectors. */
const LOCKED =
  'ncryptsec1qgpc7jmmzmds376r8slazywlagrm5eerlrx7njnjenweggq2atjl0h9vmpk8f9gad0tqy3pwch8e49kyj5qtehp4mjwpzlshx5f5cce8feukst08w52zf4a7gssdqvt3eselup7x4zzezlme3ydxpjaf';

function start(input?: LoginOrder, other?: typeof loginMachine) {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const key = fakePort<KeyCommand, undefined, KeySignal | PairSignal>();
  const pair = fakePort<EventObject, PairInput, KeySignal | PairSignal>();
  const pin = pinMachine.provide({
    actors: { lock: ports.port('lock'), open: ports.port('open'), erase: ports.port('erase') },
  });
  const machine = loginMachine.provide({
    actors: { extension: ports.port('extension'), key: key.logic, pair: pair.logic, pin },
  });
  const actor = createActor(other ?? machine, { clock, input }).start();
  return {
    actor,
    clock,
    ports,
    key,
    pair,
    send: (event: LoginEvent) => actor.send(event),
    submit: (text: string) => {
      const typed = secretOf(text);
      actor.send({ type: 'login.submit', text: typed });
      return typed;
    },
    says: (signal: KeySignal | PairSignal) =>
      (signal.type.startsWith('key') ? key : pair).report(signal),
    problem: () => actor.getSnapshot().context.problem,
    said: () => {
      const { problem } = actor.getSnapshot().context;
      return problem && inEnglish(signingMessage(problem));
    },
    account: () => actor.getSnapshot().output?.account,
    pin: () => actor.getSnapshot().children.pin,
  };
}

/** Return the sources that the key's port was asked to open, without secrets. */
const opened = (world: ReturnType<typeof start>) =>
  world.key.told().flatMap((one) => (one.type === 'key.open' ? [one.source.from] : []));

describe('by key', () => {
  test("ACCOUNT-02 an invalid key gets 'Please enter a valid Nostr private key' (invalid-nsec)", () => {
    const world = start();
    for (const text of [
      '',
      'hello',
      NSEC.slice(1),
      `nostrconnect://${HEX}?relay=wss://r.example&secret=x`,
    ]) {
      world.submit(text);
      expect(world.actor.getSnapshot().value).toBe('choosing');
      expect(world.problem()?.code).toBe('invalid-nsec');
    }
    world.submit('hello');
    expect(world.said()).toBe('Please enter a valid Nostr private key');
    world.submit(' zoe@example.com ');
    expect([world.actor.getSnapshot().value, world.problem()?.code]).toEqual([
      'choosing',
      'invalid-nsec',
    ]);
    expect(world.said()).toMatch(/^This is a public address: .* an extension\./);
    world.submit('bunker://abc');
    expect([world.actor.getSnapshot().value, world.problem()?.code]).toEqual([
      'choosing',
      'invalid-nsec',
    ]);
    expect(world.said()).toMatch(/^This is not a valid signer link\./);
    expect(world.key.lives).toEqual([]);
  });

  test('ACCOUNT-02 ACCOUNT-03 an nsec is opened in the port, gets a PIN, and signs in with an open key', async () => {
    const world = start();
    const typed = world.submit(` ${NSEC}\n`);
    expect(typed.reveal()).toBeUndefined();
    expect(world.key.told()).toMatchObject([{ type: 'key.open', source: { from: 'nsec' } }]);
    world.says({ type: 'key.opened', pubkey: ME });
    world.pin()?.send({ type: 'pin.submit', pin: secretOf('1234'), repeated: secretOf('1234') });
    await world.ports.answer(true);
    expect(world.account()).toEqual({ pubkey: ME, method: 'key', lock: 'pin' });
    expect(world.key.last()).toMatchObject({
      ended: true,
      told: [{ type: 'key.open' }, { type: 'key.handOver' }],
    });
  });

  test('ACCOUNT-03 without a PIN the device stores it, or the page if the device does not', () => {
    for (const lock of ['device', 'page'] as const) {
      const world = start();
      world.submit(NSEC);
      world.says({ type: 'key.opened', pubkey: ME });
      world.pin()?.send({ type: 'pin.skip' });
      world.pin()?.send({ type: 'pin.confirm' });
      expect(world.key.told().at(-1)).toEqual({ type: 'key.keep' });
      world.says({ type: 'key.kept', lock });
      expect(world.account()).toEqual({ pubkey: ME, method: 'key', lock });
    }
  });

  test('E-47 a key with a PIN that the device cannot store lasts until the page closes', async () => {
    const world = start();
    world.submit(NSEC);
    world.says({ type: 'key.opened', pubkey: ME });
    world.pin()?.send({ type: 'pin.submit', pin: secretOf('1234'), repeated: secretOf('1234') });
    await world.ports.answer(false);
    expect(world.account()).toEqual({ pubkey: ME, method: 'key', lock: 'page' });
  });

  test('cancelling the PIN cancels the sign-in: the key is not handed over', () => {
    const world = start();
    world.submit(NSEC);
    world.says({ type: 'key.opened', pubkey: ME });
    world.pin()?.send({ type: 'pin.cancel' });
    expect(world.actor.getSnapshot().value).toBe('choosing');
    expect(world.key.last()).toMatchObject({ ended: true, told: [{ type: 'key.open' }] });
  });

  test('SIGN-07 a mnemonic is passed on as such, and its errors are shown', () => {
    const world = start();
    world.submit(WORDS);
    expect(opened(world)).toEqual(['mnemonic']);
    world.says({
      type: 'key.refused',
      failure: signingFailure('invalid-nsec', { code: 'key.words' }),
    });
    expect([world.actor.getSnapshot().value, world.said()]).toEqual([
      'choosing',
      'Invalid backup words: one of them is wrong, or their order is',
    ]);
  });

  test("SIGN-07 too few or too many words are 'Invalid backup words' with their number", () => {
    const world = start();
    for (const count of [3, 11, 13, 25]) {
      world.submit('abandon '.repeat(count));
      expect(world.problem(), String(count)).toEqual({
        code: 'invalid-nsec',
        detail: saying(`Invalid backup words: there are ${count} instead of 12 or 24`),
      });
    }
    expect(world.key.lives).toEqual([]);
  });

  test('bare hex is not used as a key before the user says which', () => {
    const secret = start();
    secret.submit(HEX);
    expect(secret.actor.getSnapshot().value).toBe('telling');
    expect(secret.key.lives).toEqual([]);
    secret.send({ type: 'login.asSecret' });
    expect(opened(secret)).toEqual(['hex']);
    const reader = start();
    reader.submit(HEX);
    reader.send({ type: 'login.asPublic' });
    expect(reader.account()).toEqual({ pubkey: HEX, method: 'readonly' });
  });

  test('ACCOUNT-02 an ncryptsec asks for its password, again if wrong, and is stored as it came', () => {
    const world = start();
    world.submit(LOCKED);
    expect(world.actor.getSnapshot().value).toEqual({ keyed: 'password' });
    world.send({ type: 'login.password', pin: secretOf('wrong') });
    world.says({
      type: 'key.refused',
      failure: signingFailure('invalid-nsec', { code: 'key.password' }),
    });
    expect([world.actor.getSnapshot().value, world.said()]).toEqual([
      { keyed: 'password' },
      'This is not the password of this key',
    ]);
    world.send({ type: 'login.password', pin: secretOf('right') });
    world.says({ type: 'key.opened', pubkey: ME });
    world.says({ type: 'key.kept', lock: 'pin' });
    expect(world.account()).toEqual({ pubkey: ME, method: 'key', lock: 'pin' });
    expect(opened(world)).toEqual(['locked', 'locked']);
  });

  test('E-33 a new key is created only on request', () => {
    expect(opened(start({ creates: true }))).toEqual(['new-words']);
    for (const text of ['', 'x', NPUB, LOCKED]) {
      const typed = start();
      typed.submit(text);
      expect(opened(typed)).toEqual([]);
    }
  });
});

test('ACCOUNT-07 a new key ends the sign-in with its account, or without a key with the reason', async () => {
  const made = start({ creates: true });
  made.says({ type: 'key.opened', pubkey: ME });
  made.pin()?.send({ type: 'pin.skip' });
  made.pin()?.send({ type: 'pin.confirm' });
  made.says({ type: 'key.kept', lock: 'device' });
  expect(made.actor.getSnapshot().output).toEqual({
    account: { pubkey: ME, method: 'key', lock: 'device' },
    problem: undefined,
  });
  expect(made.key.told().at(-1)).toEqual({ type: 'key.handOver' });
  const left = start({ creates: true });
  left.says({ type: 'key.opened', pubkey: ME });
  left.pin()?.send({ type: 'pin.cancel' });
  expect(left.actor.getSnapshot().output).toEqual({ account: undefined, problem: undefined });
  expect(left.key.lives.every(({ ended }) => ended)).toBe(true);
  const refused = start({ creates: true });
  refused.says({ type: 'key.refused', failure: signingFailure('not-secure-env') });
  expect(refused.actor.getSnapshot().output?.problem?.code).toBe('not-secure-env');
});

describe('by other signers', () => {
  test('ACCOUNT-02 an npub signs in for reading, without any port', () => {
    const world = start();
    world.submit(`nostr:${NPUB}`);
    expect(world.account()).toEqual({ pubkey: ME, method: 'readonly' });
    expect([world.key.lives, world.pair.lives, world.ports.all]).toEqual([[], [], []]);
  });

  test('ACCOUNT-02 the extension returns the public key; without one, an error shows', async () => {
    const world = start();
    world.send({ type: 'login.extension' });
    await world.ports.answer({ failure: signingFailure('no_nostr_extension') });
    expect(world.said()).toBe('Nostr extension is required to send events');
    world.send({ type: 'login.extension' });
    expect(world.problem()).toBeUndefined();
    await world.ports.answer({ pubkey: ME });
    expect(world.account()).toEqual({ pubkey: ME, method: 'extension' });
  });

  test('E-34 an extension with an invalid key, an error or no answer does not sign in', async () => {
    for (const pubkey of ['', NPUB, ME.toUpperCase()]) {
      const world = start();
      world.send({ type: 'login.extension' });
      await world.ports.answer({ pubkey });
      expect(world.problem()?.code).toBe('pubkey-no-nsec');
    }
    const throwing = start();
    throwing.send({ type: 'login.extension' });
    await throwing.ports.fail();
    expect(throwing.problem()?.code).toBe('pubkey-no-nsec');
    const silent = start();
    silent.send({ type: 'login.extension' });
    elapse(silent.clock, 120_000, 1_000);
    expect([silent.actor.getSnapshot().value, silent.problem()?.code]).toEqual([
      'choosing',
      'pubkey-no-nsec',
    ]);
  });

  test('ACCOUNT-02 a remote signer is paired by its address, or by an offer that it accepts', () => {
    const named = start();
    named.submit(`bunker://${HEX}?relay=wss://r.example&secret=s`);
    expect(named.pair.last().input.pointer).toMatchObject({ pubkey: HEX });
    named.says({ type: 'pair.challenged', url: 'https://x.example/' });
    expect(named.actor.getSnapshot().context.challenge).toBe('https://x.example/');
    named.says({ type: 'pair.paired', pubkey: ME });
    expect(named.account()).toEqual({ pubkey: ME, method: 'remote' });
    const offered = start();
    offered.send({ type: 'login.offer' });
    expect(offered.pair.last().input.pointer).toBeUndefined();
    offered.says({ type: 'pair.offered', uri: 'nostrconnect://x' });
    expect(offered.actor.getSnapshot().context.uri).toBe('nostrconnect://x');
    offered.says({ type: 'pair.failed', failure: signingFailure('no_socket') });
    expect(offered.actor.getSnapshot().context).toMatchObject({
      uri: undefined,
      problem: { code: 'no_socket' },
    });
  });

  test('ACCOUNT-02 a slow signer gets a hint after 30 s; going back keeps its link until another way', () => {
    const world = start();
    const link = `bunker://${HEX}?relay=wss://r.example&secret=s`;
    const context = () => world.actor.getSnapshot().context;
    world.submit(link);
    elapse(world.clock, 29_000, 1_000);
    expect(context().isSlow).toBe(false);
    elapse(world.clock, 1_000, 1_000);
    expect(context().isSlow).toBe(true);
    world.send({ type: 'login.back' });
    const kept = context().entry;
    expect([world.actor.getSnapshot().value, kept?.reveal(), context().isSlow]).toEqual([
      'choosing',
      link,
      false,
    ]);
    expect(world.pair.last().ended).toBe(true);
    world.send({ type: 'login.offer' });
    expect([kept?.reveal(), context().entry]).toEqual([undefined, undefined]);
  });

  test('a remote signer that never answers times out after five minutes', () => {
    const world = start();
    world.send({ type: 'login.offer' });
    elapse(world.clock, 5 * 60_000, 1_000);
    expect([
      world.actor.getSnapshot().value,
      world.problem()?.code,
      world.pair.last().ended,
    ]).toEqual(['choosing', 'no_socket', true]);
  });
});

test('E-32 typed secrets are forgotten whenever the sign-in ends', () => {
  const bunker = `bunker://${HEX}?relay=wss://r.example&secret=s3cret`;
  for (const end of ['cancel', 'fail'] as const) {
    for (const text of [NSEC, WORDS, HEX, bunker]) {
      const world = start();
      world.submit(text);
      if (text === HEX) world.send({ type: 'login.asSecret' });
      const [source] = world.key
        .told()
        .flatMap((one) =>
          one.type === 'key.open' && 'text' in one.source ? [one.source.text] : [],
        );
      const secret = source ?? world.pair.last().input.pointer?.secret;
      expect(secret?.reveal()).toBeDefined();
      if (end === 'cancel') world.send({ type: 'login.cancel' });
      else
        world.says(
          text === bunker
            ? { type: 'pair.failed', failure: signingFailure('no_socket') }
            : { type: 'key.refused', failure: signingFailure('invalid-nsec') },
        );
      expect(secret?.reveal()).toBeUndefined();
      const { entry } = world.actor.getSnapshot().context;
      // after a failure it is the text of the field, for another attempt
      expect(entry?.reveal()).toBe(end === 'cancel' ? undefined : text);
      expect(JSON.stringify(world.actor.getSnapshot().context)).not.toMatch(
        /nsec1v|67dea2ed|zoo|s3cret/,
      );
    }
  }
});

test('ACCOUNT-02 E-32 a wrong text stays for another attempt, until a sign-in succeeds or is closed', () => {
  for (const end of ['success', 'cancel'] as const) {
    const world = start();
    const entry = () => world.actor.getSnapshot().context.entry;
    for (const text of ['hello', 'zoo zoo zoo', WORDS.replace('wrong', 'wrogn')]) {
      world.submit(text);
      if (world.key.lives.length > 0)
        world.says({ type: 'key.refused', failure: signingFailure('invalid-nsec') });
      expect([world.actor.getSnapshot().value, entry()?.reveal()]).toEqual(['choosing', text]);
    }
    const wrong = entry();
    world.submit(WORDS);
    const last = entry();
    expect([wrong?.reveal(), last?.reveal()]).toEqual([undefined, WORDS]);
    if (end === 'success') {
      world.says({ type: 'key.opened', pubkey: ME });
      world.pin()?.send({ type: 'pin.skip' });
      world.pin()?.send({ type: 'pin.confirm' });
      world.says({ type: 'key.kept', lock: 'device' });
    } else world.send({ type: 'login.cancel' });
    expect([world.actor.getSnapshot().status, last?.reveal()]).toEqual(['done', undefined]);
  }
});

test('ACCOUNT-02 the text of a refused file does not come into the field', () => {
  const world = start();
  world.send({ type: 'login.submit', text: secretOf(WORDS), isFile: true });
  world.says({ type: 'key.refused', failure: signingFailure('invalid-nsec') });
  expect(world.actor.getSnapshot().context.entry).toBeUndefined();
});

test('ACCOUNT-02 words whose numbers do not fit are refused with the place', () => {
  const world = start();
  world.submit(
    WORDS.split(' ')
      .map((word, at) => `${at < 4 ? at + 1 : at + 2}. ${word}`)
      .join(' '),
  );
  expect(world.said()).toBe(
    'Invalid backup words: the number of word 5 doesn’t fit. Are all words there, in order?',
  );
});

test('cancelling ends without an account', () => {
  const world = start();
  world.submit(NSEC);
  world.says({ type: 'key.opened', pubkey: ME });
  world.send({ type: 'login.cancel' });
  expect(world.actor.getSnapshot().status).toBe('done');
  expect(world.account()).toBeUndefined();
  expect(world.key.last().ended).toBe(true);
});

test('INV-PROGRESS a key that cannot be stored and a silent worker lead back to the form', () => {
  const world = start();
  world.submit(NSEC);
  elapse(world.clock, 60_000, 1_000);
  expect(world.actor.getSnapshot().value).toBe('choosing');
  const kept = start();
  kept.submit(LOCKED);
  kept.send({ type: 'login.password', pin: secretOf('x') });
  kept.says({ type: 'key.opened', pubkey: ME });
  elapse(kept.clock, 9_000, 1_000);
  expect(kept.account()).toBeUndefined();
  elapse(kept.clock, 1_000);
  expect(kept.account()).toEqual({ pubkey: ME, method: 'key', lock: 'page' });
});

test('INV-PROGRESS an unanswered key type or password leads back to the form after ten minutes', () => {
  for (const text of [HEX, LOCKED]) {
    const world = start();
    world.submit(text);
    elapse(world.clock, 9 * 60_000, 10_000);
    expect([
      world.actor.getSnapshot().hasTag('form'),
      world.actor.getSnapshot().value === 'choosing',
    ]).toEqual([true, false]);
    elapse(world.clock, 60_000, 10_000);
    expect([world.actor.getSnapshot().value, world.actor.getSnapshot().context.typed]).toEqual([
      'choosing',
      { type: 'invalid' },
    ]);
  }
});

test('waiting is shown; a silent or failing counterpart is named, with the form back', async () => {
  const waits = (world: ReturnType<typeof start>) => {
    const { tags } = world.actor.getSnapshot();
    expect([tags.has('waiting'), tags.has('form')]).toEqual([true, false]);
    return world;
  };
  const ends = (world: ReturnType<typeof start>, text: string) => {
    const { tags, value } = world.actor.getSnapshot();
    expect([value, tags.has('form'), tags.has('waiting'), world.said()]).toEqual([
      'choosing',
      true,
      false,
      text,
    ]);
  };
  const begin = (event: LoginEvent | string, machine?: typeof loginMachine) => {
    const world = start(undefined, machine);
    if (typeof event === 'string') world.submit(event);
    else world.send(event);
    return world;
  };
  const slow: ReadonlyArray<[LoginEvent | string, number, string]> = [
    [NSEC, 60_000, 'No answer. Please try again.'],
    [{ type: 'login.offer' }, 300_000, 'No answer. Please try again.'],
    [{ type: 'login.extension' }, 120_000, 'The extension did not answer. Please try again.'],
  ];
  for (const [event, timeout, text] of slow) {
    const world = waits(begin(event));
    elapse(world.clock, timeout - 1_000, 1_000);
    waits(world);
    elapse(world.clock, 1_000);
    ends(world, text);
  }
  const throwing = waits(begin({ type: 'login.extension' }));
  await throwing.ports.fail();
  ends(throwing, 'The extension did not answer. Please try again.');
  // no adapter is provided, so the port fails on start
  ends(begin(NSEC, loginMachine), 'Keys can be kept and used only over https');
  ends(begin({ type: 'login.offer' }, loginMachine), 'The signer could not be reached');
  ends(
    begin(`nostrconnect://${HEX}?relay=wss://r.example&secret=x`),
    'This is an address for signers. Paste the bunker address of your signer instead.',
  );
  const locked = start();
  locked.submit(LOCKED);
  locked.send({ type: 'login.password', pin: secretOf('right') });
  locked.says({ type: 'key.opened', pubkey: ME });
  waits(locked);
});

test('the next sign-in method shows nothing of the last one', () => {
  const world = start();
  world.submit('hello');
  expect(world.problem()?.code).toBe('invalid-nsec');
  for (const type of ['login.offer', 'login.extension'] as const) {
    world.submit('hello');
    world.send({ type });
    expect(world.problem()).toBeUndefined();
    if (type === 'login.offer') world.says({ type: 'pair.challenged', url: 'https://x.example/' });
    if (type === 'login.offer')
      world.says({ type: 'pair.failed', failure: signingFailure('no_socket') });
  }
  expect(world.actor.getSnapshot().context.challenge).toBeUndefined();
});

test('BEYOND-12 a passkey signs in and the key stays stored; a failure leads back to the form', () => {
  const world = start();
  world.send({ type: 'login.passkey' });
  expect(world.key.told()).toEqual([{ type: 'key.open', source: { from: 'passkey' } }]);
  world.key.report({
    type: 'key.refused',
    failure: signingFailure('invalid-nsec', { code: 'passkey.failed' }),
  });
  expect([world.actor.getSnapshot().value, world.said()]).toEqual([
    'choosing',
    'This passkey opened no account here. Sign in with your key or your PIN.',
  ]);
  world.send({ type: 'login.passkey' });
  world.key.report({ type: 'key.opened', pubkey: ME });
  world.key.report({ type: 'key.kept', lock: 'pin' });
  expect(world.actor.getSnapshot().output).toMatchObject({
    account: { pubkey: ME, method: 'key', lock: 'pin' },
  });
});

test('BEYOND-16 a backup file signs in with its passphrase; a failure leads back to the form', () => {
  const world = start();
  const [file, passphrase] = [new Blob(['x']), secretOf('four long words here')];
  world.send({ type: 'login.archive', file, passphrase });
  expect(world.key.told()).toEqual([
    { type: 'key.open', source: { from: 'archive', file, passphrase } },
  ]);
  world.key.report({
    type: 'key.refused',
    failure: signingFailure('invalid-nsec', { code: 'archive.noKey' }),
  });
  expect([world.actor.getSnapshot().value, passphrase.reveal()]).toEqual(['choosing', undefined]);
  world.send({ type: 'login.archive', file, passphrase: secretOf('four long words here') });
  world.key.report({ type: 'key.opened', pubkey: ME });
  world.key.report({ type: 'key.kept', lock: 'pin' });
  expect(world.actor.getSnapshot().output).toMatchObject({
    account: { pubkey: ME, method: 'key', lock: 'pin' },
  });
});
