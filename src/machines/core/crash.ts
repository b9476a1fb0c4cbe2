import type { EventObject } from 'xstate';
import { withoutSecrets } from '../../events/core/redact-secrets.ts';

/** A descendant that failed, for the developer tools: its path of ids below the root, and what it said. */
export interface Crash {
  readonly actor: string;
  readonly message: string;
}

/** Reads XState's event of a child's failure; what it says may not hold a secret (TRUST-05). */
export function crashOf(event: EventObject): Crash {
  const error: unknown = 'error' in event ? event.error : undefined;
  return { actor: 'actorId' in event && typeof event.actorId === 'string' ? event.actorId : '', message: messageOf(error) };
}

/** What an error says, without secrets. */
export function messageOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error));
}
