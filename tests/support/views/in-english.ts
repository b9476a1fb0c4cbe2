import {
  SIGNING_CODES,
  type SigningFailure,
  signingMessage,
} from '../../../src/events/account/signing/signing-error.ts';
import type { UserMessage } from '../../../src/events/account/user-message.ts';
import { say } from '../../../src/views/ui/strings/own-messages.ts';
import { reasonEnglish } from '../../../src/views/ui/strings/reasons.ts';
import { signInEnglish } from '../../../src/views/ui/strings/sign-in.ts';

/**
 * The English text of a message: machines hold codes, and the requirements prescribe their wording.
 */
export function inEnglish(message: UserMessage | undefined): string | undefined {
  return message && say({}, message);
}

/** The same for the reason of a failure. */
export const reasonInEnglish = reasonEnglish.of;

/** The messages about an invalid PIN. */
export const pinProblems = signInEnglish.pin.problems;

/** Match a message, or a failure to sign, with this English text. */
export function saying(words: string | RegExp): unknown {
  return {
    asymmetricMatch: (held: unknown) => {
      const text = isFailure(held)
        ? inEnglish(signingMessage(held))
        : isMessage(held)
          ? inEnglish(held)
          : undefined;
      return typeof words === 'string' ? text === words : text !== undefined && words.test(text);
    },
    toString: () => 'saying',
    toAsymmetricMatcher: () => `saying ${String(words)}`,
  };
}

function isMessage(held: unknown): held is UserMessage {
  return typeof held === 'object' && held !== null && 'code' in held;
}

function isFailure(held: unknown): held is SigningFailure {
  return isMessage(held) && ('detail' in held || SIGNING_CODES.some((code) => code === held.code));
}
