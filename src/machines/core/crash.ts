import type { EventObject } from 'xstate';
import { withoutSecrets } from '../../events/core/redact-secrets.ts';

/**
 * A failed descendant, for the developer tools: its path of actor ids below the root, and its error
 * message.
 */
export interface Crash {
  readonly actor: string;
  readonly message: string;
}

/** Read XState's error event. The message must not contain a secret (TRUST-05). */
export function crashOf(event: EventObject): Crash {
  const error: unknown = 'error' in event ? event.error : undefined;
  return {
    actor: 'actorId' in event && typeof event.actorId === 'string' ? event.actorId : '',
    message: messageOf(error),
  };
}

/** Return the error message without secrets. */
export function messageOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error));
}
