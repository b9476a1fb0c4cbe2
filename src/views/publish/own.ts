/** What whoever is signed in sees instead of what visitors see; the frame fetches it once there is somebody. */
export { accountEntries, OwnFoot } from '../app/OwnFoot.tsx';
export { ListDialogs } from '../account/ListDialogs.tsx';
export { SignerQueue } from '../account/SignerQueue.tsx';
export { OwnActionBar as ActionBar } from './OwnActionBar.tsx';
export { SealedMutes } from './SealedMutes.tsx';
export { OwnNotes, SendingMark } from './OwnNotes.tsx';
export { OwnNoteMenuBox as NoteMenuBox } from './OwnNoteMenuBox.tsx';
export { hiddenBy, judgingLists, lensOf } from '../../events/account/judge.ts';
export { moderationOf } from '../../events/settings/moderation.ts';
export { earlyIntent } from './early.ts';
export { toastView } from './toast-view.ts';
export { say } from '../app/strings/own-messages.ts';
export { OwnAbove as Above } from './OwnAbove.tsx';
export { OwnZapAct } from '../money/OwnZapAct.tsx';
export { ProfileZap } from '../money/ProfileZap.tsx';
export { Door } from '../account/Door.tsx';
