import {
  type SigningErrorCode,
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { isHex } from '../../../events/core/hex.ts';
import { clipLine } from '../../../events/core/text.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ExtensionAnswer } from '../../../machines/account/keys/key-protocol.ts';
import type { SignAction } from '../../../machines/core/sign-request.ts';

/** The page as extensions see it. Its values are not trusted. */
interface ExtensionPage {
  readonly nostr?: unknown;
}

export interface ExtensionDeps {
  readonly page: ExtensionPage;
  readonly wait: (ms: number) => Promise<void>;
}

/** The extension's answer, unchecked, or the reason why there is none. */
export type ExtensionResult = { readonly value: unknown } | { readonly failure: SigningFailure };

/** ACCOUNT-02: extensions load late. After the first look there are four more, every 250 ms. */
const RETRIES = 4;
const PAUSE = 250;
const MAX_TEXT = 200;

/**
 * Ask the extension for its public key (NIP-07). It may prompt the user, so only call this on
 * request.
 */
export async function askPublicKey(deps: ExtensionDeps): Promise<ExtensionAnswer> {
  const result = await callExtension(deps, ['getPublicKey'], [], 'pubkey-no-nsec');
  if ('failure' in result) return result;
  const { value } = result;
  const pubkey = typeof value === 'string' ? value.toLowerCase() : '';
  return isHex(pubkey, 64)
    ? { pubkey }
    : { failure: signingFailure('pubkey-no-nsec', { code: 'extension.noPubkey' }) };
}

/**
 * Ask the extension to sign, encrypt or decrypt (NIP-07). Every error is a failure. For silence the
 * caller sets the timeout.
 */
export async function askExtension(
  deps: ExtensionDeps,
  act: SignAction,
  created_at: Seconds,
): Promise<ExtensionResult> {
  if (act.do !== 'sign')
    return callExtension(deps, [act.scheme, act.do], [act.peer, act.text], 'bad-cipher');
  return callExtension(
    deps,
    ['signEvent'],
    [templateOf(act.template, created_at)],
    'event_not_signed',
  );
}

async function callExtension(
  deps: ExtensionDeps,
  path: readonly string[],
  args: readonly unknown[],
  code: SigningErrorCode,
): Promise<ExtensionResult> {
  const nostr = await findExtension(deps);
  if (nostr === undefined) return { failure: signingFailure('no_nostr_extension') };
  try {
    const found = methodOf(nostr, path);
    if (!found)
      return {
        failure: signingFailure(code, {
          code: 'extension.lacks',
          params: { text: path.join(' ') },
        }),
      };
    const value: unknown = await Reflect.apply(found.method, found.of, args);
    return { value };
  } catch (error) {
    return { failure: signingFailure(code, refusalOf(error)) };
  }
}

/** Look for an extension, which may be injected late (E-37). */
async function findExtension({ page, wait }: ExtensionDeps): Promise<unknown> {
  for (let left = RETRIES; ; left--) {
    const nostr = nostrOf(page);
    if (nostr !== undefined || left === 0) return nostr;
    await wait(PAUSE);
  }
}

function nostrOf(page: ExtensionPage): unknown {
  try {
    const { nostr } = page;
    return isObject(nostr) ? nostr : undefined;
  } catch {
    return undefined;
  }
}

function methodOf(
  nostr: unknown,
  path: readonly string[],
): { method: Function; of: unknown } | undefined {
  let of: unknown;
  let value: unknown = nostr;
  for (const name of path) {
    of = value;
    value = isObject(value) ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'function' ? { method: value, of } : undefined;
}

/** A separate copy, so that the extension cannot change ours. */
function templateOf({ kind, content, tags }: EventTemplate, created_at: Seconds) {
  return { kind, content, created_at, tags: tags.map((tag) => [...tag]) };
}

function refusalOf(error: unknown): SigningFailure['detail'] {
  let said = '';
  try {
    said = typeof error === 'string' ? error : error instanceof Error ? error.message : '';
  } catch {
    // an unreadable message is ignored
  }
  const text = clipLine(said, MAX_TEXT);
  return text === ''
    ? { code: 'extension.refused' }
    : { code: 'extension.refusedFor', params: { text } };
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
