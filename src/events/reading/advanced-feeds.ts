import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import { field, isRecord } from '../json.ts';
import { RESULT } from '../kinds.ts';
import { clipLine } from '../text.ts';
import { readFeedSpec } from './same-spec.ts';

/** A feed that the service names to try. */
export interface AdvancedFeed {
  readonly name: string;
  readonly spec: string;
}

const MOST = 60;
const MAX_NAME = 100;

/** Feeds in the answer to `get_advanced_feeds` (10000150); what is no specification is left out. */
export function advancedFeedsIn(claims: readonly Claim[]): readonly AdvancedFeed[] {
  return contentsOf(claims, RESULT.AdvancedFeeds)
    .flatMap((content) => (Array.isArray(content) ? content : []))
    .flatMap((entry: unknown): readonly AdvancedFeed[] => {
      if (!isRecord(entry)) return [];
      const [name, given] = [field(entry, 'name'), field(entry, 'specification')];
      const spec = typeof given === 'string' ? given : JSON.stringify(given ?? '');
      return typeof name === 'string' && readFeedSpec(spec) ? [{ name: clipLine(name, MAX_NAME), spec }] : [];
    })
    .slice(0, MOST);
}
