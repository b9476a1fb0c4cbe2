import { RESULT } from '../../src/events/kinds.ts';
import type { CacheContext } from './context.ts';
import { type Payload, Refusal, requiredHex, textOf } from './payload.ts';
import { rangeResult } from './range.ts';
import { type Result, synthetic } from './results.ts';
import { signedRequest } from './signed-request.ts';
import type { Opened } from './streams.ts';

const RELATIONS: readonly string[] = ['any', 'follows', 'other'];

/** This service lists nobody's private messages yet: no peers (9.1). */
export function directmsgContacts(_: CacheContext, payload: Payload): Result[] {
  requiredHex(payload, 'user_pubkey');
  if (!RELATIONS.includes(textOf(payload, 'relation') ?? 'any')) throw new Refusal('invalid relation');
  return [synthetic(RESULT.MessageStatsPerSender, {}), rangeResult([], [], 'latest_at')];
}

/** Nor does it give the messages between two accounts: an empty page (9.2). */
export function directmsgs(_: CacheContext, payload: Payload): Result[] {
  requiredHex(payload, 'receiver');
  requiredHex(payload, 'sender');
  return [rangeResult([], [], 'created_at')];
}

/** No message is counted, so none is unread: every count stands at 0, as asked for (9.3). */
export function resetDirectmsgCount(context: CacheContext, payload: Payload): Result[] {
  signedRequest(context, payload);
  requiredHex(payload, 'sender');
  return [];
}

export function resetDirectmsgCounts(context: CacheContext, payload: Payload): Result[] {
  signedRequest(context, payload);
  return [];
}

/** Unread messages (10000117): the number stands beside the kind. */
export function directmsgCount(_: CacheContext, payload: Payload): Opened {
  requiredHex(payload, 'pubkey');
  return once(JSON.stringify({ kind: RESULT.MessageStats, cnt: 0 }));
}

/** The same in the content of a kind with a second meaning (1.7). */
export function directmsgCount2(_: CacheContext, payload: Payload): Opened {
  requiredHex(payload, 'pubkey');
  return once(synthetic(RESULT.SuggestedUsersByCategory, 0));
}

function once(result: Result): Opened {
  return {
    results: async () => [],
    open(push) {
      push(result);
      return () => undefined;
    },
  };
}
