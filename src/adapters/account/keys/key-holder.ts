import { encrypt as encryptNip04 } from 'nostr-tools/nip04';
import { encrypt as lockKey } from 'nostr-tools/nip49';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { lockOwner } from '../../../events/account/keys/stored-secret.ts';
import { type KeySecurity, LOG_N, readLockedKey } from '../../../events/account/keys/locked-key.ts';
import { decryptNip04, nip04Key } from '../../../events/account/keys/nip04.ts';
import { conversationKey, decryptNip44, encryptNip44 } from '../../../events/account/keys/nip44.ts';
import { isOwnSettingsRead } from '../../../events/account/signing/request-drafts.ts';
import { PAGE_NONCE } from '../../../events/account/keys/page-cipher.ts';
import { unwrapKey, wrapKey } from '../../../events/account/keys/passkeys.ts';
import { readSignedEvent } from '../../../events/account/signing/signed-answer.ts';
import {
  type SigningErrorCode,
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import { unlockKey } from '../../../events/account/keys/unlock-key.ts';
import { encodeBech32 } from '../../../events/nostr/bech32.ts';
import { bytesOf, isHex } from '../../../events/core/hex.ts';
import { secretKeyOf } from '../../../events/nostr/nip19.ts';
import { inSeconds } from '../../../events/core/time.ts';
import { checkPure } from '../../../events/nostr/verify-pure.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';
import type { DeviceSeal } from './device-seal.ts';
import type { KeyAnswer, KeyTask, KeyText } from './key-worker-protocol.ts';

export interface KeyHolderDeps {
  readonly chance: (size: number) => Uint8Array;
  readonly seal: DeviceSeal;
  /** The word list is large: loaded when a mnemonic is typed. */
  readonly mnemonicKey: () => Promise<(words: string) => Uint8Array | undefined>;
  /** Place of the first word outside of the list, from 1. */
  readonly unknownWordPlace: () => Promise<(words: string) => number | undefined>;
  /** Twelve random words (BIP-39). */
  readonly newWords: () => Promise<string>;
  /**
   * Cost of locking a key, as scrypt's log n. Defaults to LOG_N. Only tests of other behavior pass
   * a smaller value.
   */
  readonly logN?: number;
}

/**
 * An open key. `holders`: opens minus closes. `words`: the words it was made from here. They cannot
 * be derived from the key.
 */
interface Held {
  readonly key: Uint8Array;
  readonly security: KeySecurity;
  readonly words: string | undefined;
  /**
   * Shared keys by scheme and peer. A conversation has many messages, and computing such a key is
   * expensive.
   */
  readonly shared: Map<string, Uint8Array>;
  holders: number;
}

/**
 * The logic of the key worker, without the worker. Open keys exist only here: tasks go in,
 * signatures and texts come out. A missing key is never replaced by a new one (E-33). Never throws
 * or rejects.
 */
export function openKeyHolder(deps: KeyHolderDeps): (task: KeyTask) => Promise<KeyAnswer> {
  const held = new Map<string, Held>();
  const verify = verifyWith(checkPure, 200);
  const { logN = LOG_N } = deps;

  const hold = (key: Uint8Array, security: KeySecurity, words?: string): string | undefined => {
    const pubkey = publicKeyOf(key);
    if (pubkey === undefined) return undefined;
    const before = held.get(pubkey);
    if (!before) held.set(pubkey, { key, security, words, shared: new Map(), holders: 1 });
    else {
      before.holders++;
      key.fill(0);
    }
    return pubkey;
  };
  const close = (pubkey: string): KeyAnswer => {
    const one = held.get(pubkey);
    if (one && --one.holders === 0) {
      for (const bytes of [one.key, ...one.shared.values()]) bytes.fill(0);
      held.delete(pubkey);
    }
    return { ok: true };
  };
  const withKey = async (
    task: { readonly do: string; readonly pubkey: string },
    job: (one: Held) => KeyAnswer | Promise<KeyAnswer>,
  ) => {
    const one = held.get(task.pubkey);
    return one
      ? job(one)
      : failed(
          task.do === 'encrypt'
            ? 'encrypt-no-nsec'
            : task.do === 'decrypt'
              ? 'decrypt-no-nsec'
              : 'sign-no-nsec',
        );
  };
  const perform = async (task: KeyTask): Promise<KeyAnswer> => {
    switch (task.do) {
      case 'open':
        return openKey(task.key, deps, hold);
      case 'hold':
        return withKey(task, (one) => {
          one.holders++;
          return { ok: true };
        });
      case 'close':
        return close(task.pubkey);
      case 'verify':
        return verified(task.event, verify);
      case 'lock':
        return withKey(task, ({ key, security }) => ({
          ok: true,
          text: lockKey(key, task.pin, logN, security),
        }));
      case 'seal':
        return withKey(task, async ({ key }) => ({
          ok: true,
          text: await deps.seal.seal(key, task.pubkey),
        }));
      case 'sealLock':
        return sealedLock(task, deps.seal);
      case 'wrap':
        return withKey(task, ({ key }) => ({
          ok: true,
          text: wrapKey(key, task.prf, deps.chance(PAGE_NONCE), task.pubkey),
        }));
      case 'reseal':
        return resealed(task, deps.seal);
      case 'read':
        return readingSigned(task, deps.seal, verify);
      case 'forget':
        await deps.seal.forget(task.pubkey);
        return { ok: true };
      case 'export':
        return withKey(task, ({ key, words }) => ({
          ok: true,
          text: encodeBech32('nsec', key),
          ...(words === undefined ? {} : { words }),
        }));
      case 'sign':
        return withKey(task, ({ key }) => signed(task.template, key, verify));
      default:
        return withKey(task, (one) => ciphered(task, one, deps.chance));
    }
  };
  return async (task) => {
    try {
      return await perform(task);
    } catch {
      // the error's own text may reveal secrets (E-32)
      return failed(FAILURES[task.do] ?? 'event_not_signed');
    }
  };
}

/**
 * The failure code for an error in each task. A temporary failure does not mean that the key is
 * invalid.
 */
const FAILURES: Partial<Record<KeyTask['do'], SigningErrorCode>> = {
  open: 'not-secure-env',
  seal: 'not-secure-env',
  sealLock: 'not-secure-env',
  wrap: 'not-secure-env',
  reseal: 'not-secure-env',
  read: 'not-secure-env',
  forget: 'not-secure-env',
  encrypt: 'bad-cipher',
  decrypt: 'bad-cipher',
  verify: 'event-sig-not-verified',
};

type Hold = (key: Uint8Array, security: KeySecurity, words?: string) => string | undefined;

async function openKey(text: KeyText, deps: KeyHolderDeps, hold: Hold): Promise<KeyAnswer> {
  if (text.from === 'locked') return openLocked(text, deps, hold);
  if (text.from === 'sealedLock') return openSealedLock(text, deps, hold);
  const words = text.from === 'new-words' ? await deps.newWords() : undefined;
  const key =
    text.from === 'new-words' ? (await deps.mnemonicKey())(words ?? '') : await keyOf(text, deps);
  const isOther =
    key && (text.from === 'sealed' || text.from === 'passkey') && publicKeyOf(key) !== text.pubkey;
  // a key that was typed, pasted or stored without a PIN was not handled securely (NIP-49)
  const pubkey =
    !key || isOther ? undefined : hold(key, text.from.startsWith('new') ? 1 : 0, words);
  if (pubkey !== undefined) return { ok: true, pubkey };
  return failed(
    'invalid-nsec',
    text.from === 'mnemonic' ? await wordsProblem(text.text, deps) : undefined,
  );
}

async function wordsProblem(
  words: string,
  deps: Pick<KeyHolderDeps, 'unknownWordPlace'>,
): Promise<NonNullable<SigningFailure['detail']>> {
  const place = (await deps.unknownWordPlace())(words);
  return place === undefined
    ? { code: 'key.words' }
    : { code: 'key.unknownWord', params: { place } };
}

async function keyOf(
  text: Exclude<KeyText, { readonly from: 'locked' | 'sealedLock' | 'new-words' }>,
  deps: KeyHolderDeps,
): Promise<Uint8Array | undefined> {
  if (text.from === 'new') return deps.chance(32);
  if (text.from === 'sealed') return deps.seal.open(text.sealed, text.pubkey);
  if (text.from === 'passkey') return unwrapKey(text.wrapped, text.prf, text.pubkey);
  if (text.from === 'nsec') return secretKeyOf(text.text);
  if (text.from === 'hex') return isHex(text.text, 64) ? bytesOf(text.text) : undefined;
  const mnemonicKey = await deps.mnemonicKey();
  return mnemonicKey(text.text);
}

/**
 * Opens a locked key. A key that was locked too weakly is locked again with the same password
 * (E-30).
 */
function openLocked(
  { ncryptsec, pin }: { ncryptsec: string; pin: string },
  { logN = LOG_N }: Pick<KeyHolderDeps, 'logN'>,
  hold: Hold,
): KeyAnswer {
  const locked = readLockedKey(ncryptsec);
  const opened = unlockKey(ncryptsec, pin);
  if (!opened.ok || !locked)
    return failed('invalid-nsec', {
      code: opened.ok || opened.why === 'unreadable' ? 'key.form' : 'key.password',
    });
  const { key } = opened;
  const pubkey = hold(key, locked.security);
  if (pubkey === undefined) return failed('invalid-nsec');
  return {
    ok: true,
    pubkey,
    text: locked.logN >= logN ? ncryptsec : lockKey(key, pin, logN, locked.security),
  };
}

/**
 * Open a locked key that this device has sealed. The answer has a text only if the key was locked
 * again.
 */
async function openSealedLock(
  { pubkey, place, sealed, pin }: Extract<KeyText, { from: 'sealedLock' }>,
  deps: Pick<KeyHolderDeps, 'logN' | 'seal'>,
  hold: Hold,
): Promise<KeyAnswer> {
  const bytes = await deps.seal.open(sealed, lockOwner(pubkey, place));
  if (!bytes) return failed('invalid-nsec', { code: 'key.form' });
  const ncryptsec = new TextDecoder().decode(bytes);
  const answer = openLocked({ ncryptsec, pin }, deps, hold);
  if (!answer.ok || answer.text !== ncryptsec || answer.pubkey === undefined) return answer;
  return { ok: true, pubkey: answer.pubkey };
}

/** Seal a locked key, and open it again before it can replace the stored form. */
async function sealedLock(
  { pubkey, place, ncryptsec }: Extract<KeyTask, { do: 'sealLock' }>,
  seal: DeviceSeal,
): Promise<KeyAnswer> {
  const owner = lockOwner(pubkey, place);
  const text = await seal.seal(new TextEncoder().encode(ncryptsec), owner);
  const back = await seal.open(text, owner);
  return back && new TextDecoder().decode(back) === ncryptsec
    ? { ok: true, text }
    : failed('not-secure-env');
}

/** Re-seals a sealed key without opening it for the page. */
async function resealed(
  { pubkey, sealed }: { pubkey: string; sealed: string },
  seal: DeviceSeal,
): Promise<KeyAnswer> {
  const key = await seal.open(sealed, pubkey);
  if (!key) return failed('invalid-nsec');
  try {
    return { ok: true, text: await seal.seal(key, pubkey) };
  } finally {
    key.fill(0);
  }
}

/**
 * Signs reads of the own settings and the seen marker, and forgets the key at once: no other task
 * can use it meanwhile. Other events are not signed.
 */
async function readingSigned(
  { pubkey, sealed, template }: Extract<KeyTask, { do: 'read' }>,
  seal: DeviceSeal,
  verify: Verify,
): Promise<KeyAnswer> {
  if (!isOwnSettingsRead(template)) return failed('event_not_signed');
  const key = await seal.open(sealed, pubkey);
  if (!key) return failed('invalid-nsec');
  try {
    return publicKeyOf(key) === pubkey ? signed(template, key, verify) : failed('invalid-nsec');
  } finally {
    key.fill(0);
  }
}

function signed(
  template: Extract<KeyTask, { do: 'sign' }>['template'],
  key: Uint8Array,
  verify: Verify,
): KeyAnswer {
  const { kind, content, tags, created_at } = template;
  const answer: unknown = finalizeEvent(
    { kind, content, created_at: inSeconds(created_at), tags: tags.map((tag) => [...tag]) },
    key,
  );
  return verified(answer, verify);
}

function verified(answer: unknown, verify: Verify): KeyAnswer {
  const event = readSignedEvent(answer, verify);
  return typeof event === 'string' ? failed('event-sig-not-verified') : { ok: true, event };
}

function ciphered(
  task: Extract<KeyTask, { scheme: string }>,
  one: Held,
  chance: KeyHolderDeps['chance'],
): KeyAnswer {
  const { scheme, peer, text } = task;
  const isEncrypt = task.do === 'encrypt';
  const made =
    scheme === 'nip44'
      ? nip44(isEncrypt, one, peer, text, chance)
      : nip04(isEncrypt, one, peer, text);
  return made === undefined ? failed('bad-cipher') : { ok: true, text: made };
}

function nip44(
  isEncrypt: boolean,
  one: Held,
  peer: string,
  text: string,
  chance: KeyHolderDeps['chance'],
): string | undefined {
  const shared = sharedWith(one, 'nip44', peer, conversationKey);
  if (!shared) return undefined;
  return isEncrypt ? encryptNip44(shared, text, chance(32)) : decryptNip44(shared, text);
}

function nip04(isEncrypt: boolean, one: Held, peer: string, text: string): string | undefined {
  if (isEncrypt) return isHex(peer, 64) ? encryptNip04(one.key, peer, text) : undefined;
  const shared = sharedWith(one, 'nip04', peer, nip04Key);
  return shared && decryptNip04(shared, text);
}

/** Maximum number of shared keys. Gift wraps come from keys that are used once (NIP-59). */
const MOST_SHARED = 64;

function sharedWith(
  { key, shared }: Held,
  scheme: string,
  peer: string,
  compute: (key: Uint8Array, peer: string) => Uint8Array | undefined,
): Uint8Array | undefined {
  const name = `${scheme} ${peer}`;
  const made = shared.get(name) ?? compute(key, peer);
  if (!made) return undefined;
  shared.delete(name);
  shared.set(name, made);
  const [oldest] = shared.keys();
  if (shared.size > MOST_SHARED && oldest !== undefined) {
    shared.get(oldest)?.fill(0);
    shared.delete(oldest);
  }
  return made;
}

function publicKeyOf(key: Uint8Array): string | undefined {
  try {
    return getPublicKey(key);
  } catch {
    return undefined;
  }
}

function failed(code: SigningErrorCode, detail?: SigningFailure['detail']): KeyAnswer {
  return { ok: false, failure: signingFailure(code, detail) };
}
