import { SIGNING_CODES, type SigningFailure, signingMessage } from '../../../src/events/account/signing/signing-error.ts';
import type { Message } from '../../../src/events/account/user-message.ts';
import { say } from '../../../src/views/ui/strings/own-messages.ts';
import { reasonEnglish } from '../../../src/views/ui/strings/reasons.ts';
import { signInEnglish } from '../../../src/views/ui/strings/sign-in.ts';

/** What a person reads in English: machines hold codes, and what is said of them is required word by word. */
export function inEnglish(message: Message | undefined): string | undefined {
  return message && say({}, message);
}

/** The same of the reason of a failure. */
export const reasonInEnglish = reasonEnglish.of;

/** What is said of a PIN that will not do. */
export const pinProblems = signInEnglish.pin.problems;

/** Matches a message, or what failed to be signed, that is said in these words. */
export function saying(words: string | RegExp): unknown {
  return {
    asymmetricMatch: (held: unknown) => {
      const text = isFailure(held) ? inEnglish(signingMessage(held)) : isMessage(held) ? inEnglish(held) : undefined;
      return typeof words === 'string' ? text === words : text !== undefined && words.test(text);
    },
    toString: () => 'saying',
    toAsymmetricMatcher: () => `saying ${String(words)}`,
  };
}

function isMessage(held: unknown): held is Message {
  return typeof held === 'object' && held !== null && 'code' in held;
}

function isFailure(held: unknown): held is SigningFailure {
  return isMessage(held) && ('detail' in held || SIGNING_CODES.some((code) => code === held.code));
}
