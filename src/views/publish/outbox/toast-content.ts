import type { Intent } from '../../../machines/app/features.ts';
import type { UserMessageCode } from '../../../events/account/user-message.ts';
import { waitOf } from '../../../events/publish/outbox/publish-failure.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import type { Toast } from '../../../machines/core/toasts.machine.ts';
import type { ToastView } from '../../ui/overlays/Toasts.tsx';
import { type Language, wordsIn } from '../../ui/strings.ts';
import { accountMenuWords } from '../../ui/strings/account-menu.ts';
import { actionStrings } from '../../ui/strings/actions.ts';
import { DRAFTS } from './use-outbox.ts';
import { say } from '../../ui/strings/own-messages.ts';
import { reasonEnglish } from '../../ui/strings/reasons.ts';

interface Ways {
  readonly language: Language;
  readonly go: (path: string) => void;
  readonly signIn: () => void;
  readonly intend: (intent: Intent) => void;
  /** Asks for the PIN of the closed key. `undefined` if it is open, or has none. */
  readonly unlock?: (() => void) | undefined;
}

/** Words for failures without a reason. The scope opens a feature once its code has loaded. */
const OFFLINE: Partial<Record<UserMessageCode, 'opens' | 'offlineOnly'>> = {
  'compose.unavailable': 'opens',
  'messages.unavailable': 'opens',
  'keys.unavailable': 'opens',
  'list.network': 'offlineOnly',
};

/** Messages about scheduled notes, which are listed with the drafts. */
const SCHEDULED: ReadonlySet<UserMessageCode> = new Set<UserMessageCode>([
  'note.scheduled',
  'note.missed',
  'note.locked',
  'note.unsent',
]);

/**
 * Return a toast in words. It has the reason of a failure, and links to the published event, to
 * the drafts for a scheduled one or the prompt for its PIN, or to the missing requirement, or an
 * undo. Offline, an event that is sent later has not failed.
 */
export function toastContent(
  { note, why, message, undo: job, ...toast }: Toast,
  { language, go, signIn, intend, unlock }: Ways,
): ToastView {
  const words = actionStrings(language);
  const said = { ...toast, text: say(language, message) };
  if (message.code === 'note.locked' && unlock)
    return { ...said, act: { label: accountMenuWords(language).unlock, onPress: unlock } };
  const shown = SCHEDULED.has(message.code)
    ? { ...said, act: { label: words.view, onPress: () => intend(DRAFTS) } }
    : said;
  if (job !== undefined)
    return {
      ...shown,
      act: { label: words.undo, onPress: () => intend({ type: 'intents.undo', job }) },
    };
  if (note !== undefined)
    return { ...shown, act: { label: words.view, onPress: () => go(notePath(note)) } };
  if (why?.code === 'readonly') return { ...shown, act: { label: words.addKey, onPress: signIn } };
  const offline = OFFLINE[message.code];
  if (why === undefined && offline === undefined) return shown;
  const reasons = wordsIn(language, 'reasons', reasonEnglish);
  const isOffline = !navigator.onLine;
  const wait = waitOf(why, { isOffline, isProxied: false });
  if (wait === 'offline') return { ...shown, kind: 'info', text: reasons.waits.offline };
  if (isOffline && offline !== undefined)
    return {
      ...shown,
      kind: offline === 'opens' ? 'info' : shown.kind,
      text: reasons.waits[offline],
    };
  const reason = why === undefined ? '' : reasons.of(why);
  const detail = wait === 'offlineOnly' ? reasons.waits.offlineOnly : reason;
  return detail === '' || detail === shown.text ? shown : { ...shown, detail };
}
