import { isPayload } from '../../account/keys/cipher-payload.ts';
import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';

/**
 * A wallet connection that a program stores with the account's service, encrypted for the account
 * itself (`user-nwc`).
 */
export interface SavedWallet {
  /** Unique within one answer. */
  readonly id: string;
  /** The name that the program gave it. May be empty. */
  readonly name: string;
  /** The connection string, encrypted (NIP-44, or NIP-04). */
  readonly sealed: string;
}

const MOST = 20;
const LONGEST_NAME = 60;
/** Limit of encrypted characters: a connection string has 4,000 at most. */
const LONGEST = 16_000;

/**
 * Return the wallet connections in an answer, each once, in its order. Entries other than pairs of
 * a name and an encrypted text are left out (INV-ISOLATE).
 */
export function savedWalletsIn(claims: readonly Claim[]): readonly SavedWallet[] {
  const content = contentsOf(claims, RESULT.AppSubsettings).find(isRecord);
  const list = content && field(content, 'nwcList');
  const pairs: readonly unknown[] = Array.isArray(list) ? list.slice(0, MOST) : [];
  const wallets = pairs.flatMap((pair, at): readonly SavedWallet[] => {
    if (!Array.isArray(pair)) return [];
    const [name, sealed]: readonly unknown[] = pair;
    if (typeof sealed !== 'string' || sealed.length > LONGEST || !isSealed(sealed)) return [];
    return [
      {
        id: `saved ${at}`,
        name: typeof name === 'string' ? clipLine(name, LONGEST_NAME) : '',
        sealed,
      },
    ];
  });
  return wallets.filter(
    ({ sealed }, at) => wallets.findIndex((one) => one.sealed === sealed) === at,
  );
}

function isSealed(text: string): boolean {
  return isPayload('nip44', text) || isPayload('nip04', text);
}
