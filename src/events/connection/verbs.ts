import type { VERB_TABLE } from './verb-table.ts';

export type VerbName = keyof typeof VERB_TABLE;

/** Payloads by verb, from the table that client and service share. */
export type Verbs = { readonly [V in VerbName]: NonNullable<(typeof VERB_TABLE)[V]['takes']> };

/** Build a query whose payload is checked against the verb. Undefined fields are removed. */
export function query<V extends keyof Verbs>(
  verb: V,
  payload: Verbs[V],
): { readonly verb: V; readonly payload: Readonly<Record<string, unknown>> } {
  return {
    verb,
    payload: Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)),
  };
}

/** Asks the service to compress long answers on this connection (CACHE-02). */
export const SETUP = query('set_primal_protocol', { compression: 'zlib' });
