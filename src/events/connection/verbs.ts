import type { VERB_TABLE } from './verb-table.ts';

/** A verb of the caching service. */
export type VerbName = keyof typeof VERB_TABLE;

/** Payloads by verb, from the table that client and service share. */
export type Verbs = { readonly [V in VerbName]: NonNullable<(typeof VERB_TABLE)[V]['takes']> };

/** A question with its payload checked against the verb, without the fields that are undefined. */
export function query<V extends keyof Verbs>(
  verb: V,
  payload: Verbs[V],
): { readonly verb: V; readonly payload: Readonly<Record<string, unknown>> } {
  return { verb, payload: Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)) };
}

/** Sets a connection up so that long answers come compressed (CACHE-02). */
export const SETUP = query('set_primal_protocol', { compression: 'zlib' });
