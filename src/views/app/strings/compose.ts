import { useStrings } from '../strings.ts';

export const composeEnglish = {
  label: 'Your text',
  placeholder: 'Say something',
  titles: { note: 'New note', reply: 'Reply', quote: 'Quote' },
  publish: 'Publish',
  publishing: 'Publishing',
  retry: 'Send again',
  edit: 'Edit the text',
  close: 'Close',
  failedNote: 'It is signed and kept. It can be sent again as it is.',
  waiting: 'Waiting for your signature',
  sending: (count: number) => (count === 1 ? 'Sending to 1 relay' : `Sending to ${count} relays`),
  late: 'It cannot be kept on this device just now. It will be sent as soon as it can.',
  unkept: {
    full: 'The storage of this browser is full. Your text lasts only as long as this page.',
    blocked: 'This browser keeps nothing for this page. Your text lasts only as long as this page.',
    newer: 'A newer version of this program keeps your texts. Reload this page to go on.',
  },
  kept: 'Kept on this device',
  shortcut: 'Ctrl Enter publishes',
  suggestions: 'People',
  ledger: {
    empty: 'Nothing is on its way',
    emptyText: 'What you publish is listed here until it is a week old, with what each relay said.',
    retry: 'Send again',
    discard: 'Discard',
    acceptedBy: (count: number) => (count === 1 ? 'Accepted by 1 relay' : `Accepted by ${count} relays`),
    states: {
      intended: 'Being prepared',
      drafted: 'Waiting for a signature',
      unsigned: 'Not signed',
      sending: 'Sending',
      accepted: 'Accepted',
      failed: 'Failed',
      discarded: 'Discarded',
    },
    outcomes: { waiting: 'No answer yet', accepted: 'Accepted', rejected: 'Refused', silent: 'Silent' },
  },
  leave: {
    save: 'Save draft',
    discard: 'Discard',
    stay: 'Continue editing',
    title: 'Keep this text?',
    text: 'It is not published. A kept draft is here when you come back.',
  },
};

type ComposeStrings = typeof composeEnglish;

const LANGUAGES: Readonly<Record<string, ComposeStrings>> = { 'en-us': composeEnglish };

/** The composer's words; they come with its chunk (ACCESS-05). */
export function useComposeStrings(): ComposeStrings {
  return LANGUAGES[useStrings().locale] ?? composeEnglish;
}
