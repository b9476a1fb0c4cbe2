import { useStrings } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

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
    unfinished: 'Not finished',
    published: 'Published',
    more: 'Show more',
    retry: 'Send again',
    ask: 'Ask for the signature',
    open: 'Open the text',
    discard: 'Discard',
    accepted: (took: number, asked: number) =>
      took < asked ? `${took} of ${asked} relays accepted` : `Accepted by ${counted(took, { one: 'relay', other: 'relays' })}`,
    sending: (count: number) => `Sending to ${counted(count, { one: 'relay', other: 'relays' })}`,
    relays: 'What each relay said',
    broadcasting: 'The relays did not take it. The caching service tries.',
    unasked: 'Not signed yet',
    states: {
      intended: 'Being prepared',
      drafted: 'Waiting for your signature',
      unsigned: 'Not signed',
      discarded: 'Discarded',
    },
    outcomes: { waiting: 'No answer yet', accepted: 'Accepted', rejected: 'Refused', silent: 'No answer' },
    cache: {
      name: 'Caching service',
      imported: 'Keeps a copy',
      rejected: 'Could not send it either',
      sent: 'Accepted from the caching service',
    },
    loss: {
      title: 'Discard this text?',
      text: 'Nobody has taken it. Discarded, it is gone from this device.',
      confirm: 'Discard',
      cancel: 'Keep it',
    },
    broken: 'What you published cannot be read from this device just now. It is tried again by itself.',
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
