/**
 * Views that a signed-in user sees in place of a visitor's. The frame loads them once there is an
 * account.
 */
export { accountEntries, OwnFoot, statusOf } from './frame/SignedInFoot.tsx';
export { ListDialogs } from '../account/lists/ListDialogs.tsx';
export { SignerQueue } from '../account/signing/SignerQueue.tsx';
export { HomeTop } from '../compose/HomeTop.tsx';
export { OwnActionBar as ActionBar } from '../compose/acts/SignedInActionBar.tsx';
export { SealedMutes } from '../compose/acts/LockedMutesNotice.tsx';
export { OwnNotes, SendingMark } from '../compose/acts/OwnNotes.tsx';
export { OwnNoteMenuBox as NoteMenuBox } from '../compose/acts/SignedInNoteMenu.tsx';
export {
  hiddenBy,
  filterListsInUse,
  moderationListsOf,
} from '../../events/reading/moderation/moderation.ts';
export { moderationOf } from '../../events/reading/moderation/moderation-settings.ts';
export { actEarly, askSignOut, refuse } from './use-early-presses.ts';
export { toastView } from './toast-view.ts';
export { say } from '../ui/strings/own-messages.ts';
export { SignedInOverlays as Above } from './SignedInOverlays.tsx';
export { OwnZapAct } from '../money/zaps/PayingZapButton.tsx';
export { ProfileZap } from '../money/zaps/ProfileZap.tsx';
export { Door } from '../account/session/SignInPrompt.tsx';
