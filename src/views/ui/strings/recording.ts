import { words } from '../strings.ts';
import { fullNumber } from './in-english.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const recordingEnglish = {
  crashed: 'Something in Starling broke. A file of what happened helps to mend it.',
  offer: 'Save what happened',
  title: 'Save what happened',
  about:
    'The file stays on this device until you pass it on. It tells which notes were on the screen, and when.',
  content: 'In the file',
  entries: 'Entries',
  entriesHint: (timers: number) =>
    `Presses, answers and ${counted(timers, { one: 'timer', other: 'timers' })}, in order.`,
  dropped: (count: number) =>
    `The first ${counted(count, { one: 'entry is', other: 'entries are' })} no longer kept, so the file can’t be replayed.`,
  events: 'Signed by others or by you',
  ofKind: (kind: number, count: number) => `${fullNumber(count)} of kind ${kind}`,
  otherKinds: (count: number) => `${fullNumber(count)} of other kinds`,
  claims: 'Counts and lists of the caching service',
  withheld: 'Entries without their texts',
  withheldHint:
    'What you typed, messages, drafts and unpublished notes: only the lengths are in it.',
  never: 'Never in it: private keys, PINs, passwords and the secrets of wallets.',
  kinds: (count: number) => `All ${counted(count, { one: 'kind', other: 'kinds' })} of entries`,
  lengths: 'only lengths',
  ids: 'ids and addresses',
  leaveOut: 'Leave out as well',
  leaveOutHint: 'A replay may then take other ways than the session did.',
  choice: {
    texts: 'Texts of notes, articles and profiles',
    addresses: 'Addresses of relays, servers and links',
    account: 'Your public key, and what you signed',
  },
  choiceHint: {
    texts: 'Ids, kinds and times stay. The ids of public notes lead to their texts.',
    addresses: 'Their names are replaced, also within texts.',
    account: 'What you read and whom you follow may still tell who you are.',
  },
  save: 'Save the file',
};

/** The words of saving a recording, loaded with its dialog (ACCESS-05). */
export const useRecordingStrings = words('recording', recordingEnglish);
