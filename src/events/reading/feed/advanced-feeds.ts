import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import { readFeedSpec, sameSpec } from './parse-feed-spec.ts';

/** A feed that the service suggests to try. */
export interface AdvancedFeed {
  readonly name: string;
  readonly spec: string;
}

const MOST = 60;
const MAX_NAME = 100;

/**
 * Return the feeds in the answer to `get_advanced_feeds` (10000150). Malformed specifications are
 * left out.
 */
export function advancedFeedsIn(claims: readonly Claim[]): readonly AdvancedFeed[] {
  return contentsOf(claims, RESULT.AdvancedFeeds)
    .flatMap((content) => (Array.isArray(content) ? content : []))
    .flatMap((entry: unknown): readonly AdvancedFeed[] => {
      if (!isRecord(entry)) return [];
      const [name, given] = [field(entry, 'name'), field(entry, 'specification')];
      const spec = typeof given === 'string' ? given : JSON.stringify(given ?? '');
      return typeof name === 'string' && readFeedSpec(spec)
        ? [{ name: clipLine(name, MAX_NAME), spec }]
        : [];
    })
    .slice(0, MOST);
}

/** Fields of a specification that describe a feed. */
const TELLING = ['query', 'topic', 'id', 'kind'] as const;

/** Return the name of an unnamed feed: the service's name, else its descriptive fields. */
export function specName(spec: string, known: readonly AdvancedFeed[]): string {
  const named = known.find((one) => sameSpec(one.spec, spec))?.name;
  const fields = readFeedSpec(spec) ?? {};
  const told = TELLING.flatMap((name) => {
    const value = field(fields, name);
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
  return clipLine(named ?? told[0] ?? spec, MAX_NAME);
}
