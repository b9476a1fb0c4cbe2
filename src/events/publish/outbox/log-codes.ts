import { type UserMessage, reportedMessage } from '../../account/user-message.ts';
import {
  SIGNING_CODES,
  SIGNING_DETAILS,
  SIGNING_TOLD,
} from '../../account/signing/signing-error.ts';
import { field, isRecord } from '../../core/json.ts';

const PLAIN = [
  ...SIGNING_CODES,
  ...SIGNING_DETAILS,
  'publish.unsigned',
  'publish.unconfirmed',
  'publish.failed',
  'relay.errored',
  'relay.closed',
  'relay.timedOut',
  'relay.suspended',
  'relay.proxied',
  'relay.notAllowed',
  'relay.readOnly',
  'relay.wantsAuth',
  'relay.expired',
  'relay.tooMany',
] as const;
const TOLD = ['said', ...SIGNING_TOLD] as const;

type LogReason = UserMessage<(typeof PLAIN)[number] | (typeof TOLD)[number]>;

/**
 * Texts of lines from before there were codes. Such lines are kept for a week, 500 jobs at most.
 */
const OLD_TEXTS: ReadonlyMap<string, (typeof PLAIN)[number]> = new Map<
  string,
  (typeof PLAIN)[number]
>([
  ['Note not signed', 'publish.unsigned'],
  ['No publish confirmation', 'publish.unconfirmed'],
  ['Failed to publish note', 'publish.failed'],
  ['relay connection errored', 'relay.errored'],
  ['relay connection closed', 'relay.closed'],
  ['relay connection timed out', 'relay.timedOut'],
  ['relay suspended', 'relay.suspended'],
  ['relay not allowed', 'relay.notAllowed'],
  ['not a write relay', 'relay.readOnly'],
  ['auth-required: this relay wants to know who you are', 'relay.wantsAuth'],
  ['This was not signed', 'event_not_signed'],
  ['Nostr extension is required to send events', 'no_nostr_extension'],
  ['There is no private key here to sign with', 'sign-no-nsec'],
  [
    'The signer gave back something else than what was asked; it was thrown away',
    'event-sig-not-verified',
  ],
  ['Keys can be kept and used only over https', 'not-secure-env'],
  ['The signer could not be reached', 'no_socket'],
  ['You need to be signed in to perform this action', 'act.signIn'],
  ['This was meant for another account', 'account.other'],
  ['The account was left', 'account.left'],
  ['This account was signed out in another tab', 'account.signedOut'],
  ['The key was held only until the page was left', 'key.left'],
  ['The key was erased', 'key.erased'],
  ['The key on this device cannot be read', 'key.unreadable'],
  ['The key could not be opened. Please try again.', 'key.unopened'],
  ['The key was not unlocked', 'key.locked'],
  ['The PIN was not entered', 'pin.missing'],
  ['The PIN could not be asked for', 'pin.unasked'],
  ['Cancelled', 'signer.cancelled'],
  ['The signer did not answer', 'signer.silent'],
  ['The signer failed', 'signer.failed'],
  ['The extension refused', 'extension.refused'],
  ['This device is not paired with your signer any more. Please sign in again.', 'remote.unpaired'],
]);

/**
 * Read the reason of a stored line: a message, or a text of an older version. A text with a code is
 * read as that code, and other texts as foreign words ('' for none). `undefined` if it is neither.
 */
export function readLogReason(
  value: unknown,
): { readonly reason: LogReason | undefined } | undefined {
  if (typeof value === 'string') {
    const code = OLD_TEXTS.get(value);
    return { reason: code ? { code } : reportedMessage(value) };
  }
  if (value === undefined) return { reason: undefined };
  if (!isRecord(value)) return undefined;
  const plain = PLAIN.find((one) => one === value['code']);
  if (plain !== undefined) return { reason: { code: plain } };
  const told = TOLD.find((one) => one === value['code']);
  const params = field(value, 'params');
  const text = isRecord(params) ? field(params, 'text') : undefined;
  return told !== undefined && typeof text === 'string'
    ? { reason: { code: told, params: { text } } }
    : undefined;
}
