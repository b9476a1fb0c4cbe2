import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isRecord } from '../../core/json.ts';
import { isHex } from '../../core/hex.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';

/**
 * People that the caching service suggests to new users, grouped by topic (10000134). The service's
 * claim, not theirs.
 */
export interface SuggestedGroup {
  readonly name: string;
  readonly members: readonly string[];
}

const MAX_GROUPS = 20;
const MAX_MEMBERS = 50;
const MAX_NAME = 60;

/**
 * Read the groups from an answer to get_suggested_users. Empty groups and repeated members are left
 * out (INV-ISOLATE).
 */
export function readSuggestions(claims: readonly Claim[]): readonly SuggestedGroup[] {
  const rows = contentsOf(claims, RESULT.SuggestedUsersByCategory);
  const groups = rows.flatMap((content) =>
    Array.isArray(content) ? content.flatMap((row) => groupOf(row) ?? []) : [],
  );
  return groups.slice(0, MAX_GROUPS);
}

/**
 * Number of recommended accounts (LIMIT-02): alone before a name is typed, or beside the account
 * that is most likely meant.
 */
const RECOMMENDED = 10;
const RECOMMENDED_BESIDE = 9;

/** Return the recommended accounts, each once. If `beside` is given, it comes first (LIMIT-02). */
export function recommendedPeople(
  groups: readonly SuggestedGroup[],
  beside: string | undefined,
): readonly string[] {
  const members = [...new Set(groups.flatMap((group) => group.members))].filter(
    (pubkey) => pubkey !== beside,
  );
  return beside === undefined
    ? members.slice(0, RECOMMENDED)
    : [beside, ...members.slice(0, RECOMMENDED_BESIDE)];
}

function groupOf(row: unknown): SuggestedGroup | undefined {
  const name = isRecord(row) ? field(row, 'group') : undefined;
  const members = isRecord(row) ? field(row, 'members') : undefined;
  if (typeof name !== 'string' || !Array.isArray(members)) return undefined;
  const pubkeys = members.flatMap((member) => {
    const pubkey = isRecord(member) ? field(member, 'pubkey') : undefined;
    return typeof pubkey === 'string' && isHex(pubkey, 64) ? [pubkey] : [];
  });
  return pubkeys.length === 0
    ? undefined
    : { name: clipLine(name, MAX_NAME), members: [...new Set(pubkeys)].slice(0, MAX_MEMBERS) };
}
