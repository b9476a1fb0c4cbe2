import type { Account } from '../../../events/account/account.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { SignAction } from '../../../machines/core/sign-request.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import type { KeyAnswer, KeyTask } from '../keys/key-worker-protocol.ts';
import type { Performed, SignerBackend } from './signer-backend.ts';

export interface KeyBackendDeps {
  readonly keys: KeyWorkerClient;
  readonly find: (pubkey: string) => Account | undefined;
  readonly now: () => Seconds;
}

const GONE: SigningFailure = signingFailure('sign-no-nsec', { code: 'account.signedOut' });

/**
 * Acts with a key that is open in the key worker, and closes it at the end. Before each act it
 * checks that the account still exists: another tab may have signed it out (E-33).
 */
export function keyBackend(
  { pubkey }: Account,
  { keys, find, now }: KeyBackendDeps,
): SignerBackend {
  const perform = async (act: SignAction): Promise<Performed> => {
    if (!find(pubkey)) return { failure: GONE };
    return performedOf(await keys.ask(taskOf(act, pubkey, now())));
  };
  return {
    perform: (act) => ({ done: perform(act), forget: () => undefined }),
    end: () => void keys.ask({ do: 'close', pubkey }),
  };
}

function taskOf(act: SignAction, pubkey: string, now: Seconds): KeyTask {
  if (act.do !== 'sign') return { ...act, pubkey };
  const { kind, tags, content, created_at = now } = act.template;
  return { do: 'sign', pubkey, template: { kind, tags, content, created_at } };
}

function performedOf(answer: KeyAnswer): Performed {
  if (!answer.ok)
    return answer.failure.code.endsWith('-no-nsec') ? 'locked' : { failure: answer.failure };
  if (answer.event) return { event: answer.event };
  return answer.text === undefined
    ? { failure: signingFailure('event_not_signed') }
    : { text: answer.text };
}
