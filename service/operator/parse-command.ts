import { isHex } from '../../src/events/core/hex.ts';
import { decode } from '../../src/events/nostr/nip19.ts';

/** A command of the operator on the store. Keys and ids in hex. */
export type OperatorCommand =
  | { readonly act: 'deny' | 'allow'; readonly keys: readonly string[]; readonly note: string }
  | { readonly act: 'undeny' | 'disallow'; readonly keys: readonly string[] }
  | { readonly act: 'forget'; readonly ids: readonly string[] }
  | { readonly act: 'standings' | 'reports'; readonly isJson: boolean };

interface CommandFlags {
  readonly note?: string | undefined;
  readonly json?: boolean | undefined;
}

const ON_ACCOUNTS = ['deny', 'undeny', 'allow', 'disallow'] as const;
const LISTS = ['standings', 'reports'] as const;
/** Characters. */
const LONGEST_NOTE = 500;

/**
 * Parse a command. Returns an error message if it is invalid, or `undefined` for other commands.
 */
export function parseCommand(
  [name, ...rest]: readonly string[],
  { note = '', json }: CommandFlags,
): OperatorCommand | string | undefined {
  const list = LISTS.find((each) => each === name);
  if (list)
    return rest.length > 0
      ? `Unexpected argument: ${rest[0]}`
      : { act: list, isJson: json ?? false };
  if (name === 'forget') {
    const ids = rest.map(idIn);
    if (rest.length === 0) return 'Name one event or more to forget (note1..., nevent1... or hex)';
    return ids.includes('') ? `Not an event: ${rest[ids.indexOf('')]}` : { act: name, ids };
  }
  const act = ON_ACCOUNTS.find((each) => each === name);
  if (!act) return undefined;
  const keys = rest.map(publicKeyIn);
  if (rest.length === 0)
    return `Name one account or more to ${act} (npub1..., nprofile1... or hex)`;
  if (keys.includes('')) return `Not a public key: ${rest[keys.indexOf('')]}`;
  if (note.length > LONGEST_NOTE) return `A note has at most ${LONGEST_NOTE} characters`;
  return act === 'deny' || act === 'allow' ? { act, keys, note } : { act, keys };
}

/** Return a public key from hex, npub or nprofile, or '' if it is invalid. */
export function publicKeyIn(text: string): string {
  if (isHex(text, 64)) return text;
  const entity = decode(text);
  return entity?.type === 'npub' || entity?.type === 'nprofile' ? entity.pubkey : '';
}

function idIn(text: string): string {
  if (isHex(text, 64)) return text;
  const entity = decode(text);
  return entity?.type === 'note' || entity?.type === 'nevent' ? entity.id : '';
}
