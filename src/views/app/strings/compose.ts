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
  unreachable: 'None of your relays can be reached. The caching service tries.',
  unconfirmed: 'No relay confirmed reception of your note after 8 seconds',
  late: 'It cannot be kept on this device just now. It will be sent as soon as it can.',
  unkept: {
    full: 'The storage of this browser is full. Your text lasts only as long as this page.',
    blocked: 'This browser keeps nothing for this page. Your text lasts only as long as this page.',
    newer: 'A newer version of this program keeps your texts. Reload this page to go on.',
  },
  kept: 'Kept on this device',
  shortcut: 'Ctrl Enter publishes',
  suggestions: { mention: 'People', emoji: 'Emoji', hashtag: 'Hashtags' },
  answering: (name: string) => `The note of ${name} that you answer`,
  quoting: (name: string) => `The note of ${name} that you quote`,
  addFiles: 'Add pictures or videos',
  preview: 'Preview',
  drop: 'Drop pictures and videos here',
  files: {
    list: 'Pictures and videos',
    alt: (file: string) => `Description of ${file}`,
    altHint: 'Describe what it shows',
    remove: (file: string) => `Remove ${file}`,
    cancel: (file: string) => `Cancel the upload of ${file}`,
    retry: (file: string) => `Upload ${file} again`,
    dismiss: (file: string) => `Dismiss ${file}`,
    failed: (file: string) => `Failed to upload file ${file}`,
    waiting: 'Waits for its turn',
    preparing: 'Being read',
    signing: 'Waiting for your signature',
    sending: (part: string, size: string) => `${part} of ${size}`,
    uploading: (count: number) => (count === 1 ? 'Uploading 1 file' : `Uploading ${count} files`),
    uploaded: 'Uploaded',
    kept: 'Uploaded, and kept on this device',
    stripped: 'Uploaded, without its camera and location data',
    asIs: 'Uploaded as it was, with what the camera wrote into it',
    mirroring: 'Being copied to your mirrors',
    mirrored: (count: number) => `Copied to ${counted(count, { one: 'mirror', other: 'mirrors' })}`,
    unmirrored: (names: string) => `Not copied to ${names}`,
    wait: 'Waiting for the upload',
    stay: 'Do not wait',
    faults: {
      kind: 'You can only upload images and videos. This file type is not supported.',
      size: (limit: string) => `It is larger than ${limit}.`,
      damaged: 'The picture is damaged, so that nobody can tell what else is in it.',
      unreadable: 'The file cannot be read from this device any more.',
      unsigned: 'It was not signed.',
      refused: 'The server refused it.',
      unreachable: 'The server cannot be reached.',
      stalled: 'The server has not answered for a minute.',
      other: 'The server did not say where it put this very file.',
    },
  },
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
    uploading: 'A file is still being uploaded. It is kept only if it is there before you leave.',
  },
};

type ComposeStrings = typeof composeEnglish;

const LANGUAGES: Readonly<Record<string, ComposeStrings>> = { 'en-us': composeEnglish };

/** The composer's words; they come with its chunk (ACCESS-05). */
export function useComposeStrings(): ComposeStrings {
  return LANGUAGES[useStrings().locale] ?? composeEnglish;
}
