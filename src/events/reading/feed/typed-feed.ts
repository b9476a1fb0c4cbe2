import { isRecord, parseJson } from '../../core/json.ts';
import { type FeedSpec, printFeedSpec } from './feed-spec.ts';
import { readFeedSpec } from './parse-feed-spec.ts';

/**
 * A feed that the user typed: a specification (JSON, or an id of an old client), else the words of
 * a search.
 */
export interface TypedFeed {
  readonly spec: string;
  readonly feedkind: 'user' | 'search';
}

/**
 * Read the typed text. `undefined` if it is empty. `kind`: the kind to search for, unless the
 * search names one.
 */
export function typedFeed(typed: string, kind: 'notes' | 'reads'): TypedFeed | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const spec = readFeedSpec(text);
  if (spec)
    return { spec: isRecord(parseJson(text)) ? text : printFeedSpec(spec), feedkind: 'user' };
  return { spec: printFeedSpec(searchSpec(text, kind)), feedkind: 'search' };
}

function searchSpec(words: string, kind: 'notes' | 'reads'): FeedSpec {
  return {
    id: 'advsearch',
    query: kind === 'notes' || /\bkind:\d/.test(words) ? words : `kind:30023 ${words}`,
  };
}
