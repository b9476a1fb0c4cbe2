import { CACHE } from '../../../events/account/lists/list-base.ts';

/** The name of a place that keeps versions of a list: the caching service, or a relay. */
export const listSource = (source: string): string =>
  source === CACHE ? 'the caching service' : source.replace(/^wss?:\/\//, '');
