import { useStrings } from '../strings.ts';

const uploadsEnglish = {
  visitor: {
    title: 'Media servers of your own',
    text: 'Media servers keep the pictures and videos of your notes. Signed in, you choose here which ones are yours.',
  },
  lost: { title: 'Your list of media servers could not be fetched', text: 'Nothing is changed before it is known what is there.' },
  main: {
    title: 'Media server',
    hint: 'Your pictures and videos are uploaded to this server. Which ones you use is public, so that others find your files.',
    unnamed: 'Used because your list names no server',
    label: 'Switch to another media server',
    confirm: 'Switch',
    restore: 'restore',
    restoreIt: 'restore the default media server',
  },
  states: {
    asking: 'Being asked',
    there: 'Connected',
    gone: 'Suspended: it did not answer within 3 seconds',
    saving: 'Saving',
    retry: (name: string) => `Ask ${name} again`,
  },
  mirrors: {
    title: 'Media mirrors',
    enable: 'Enable media mirrors',
    hint: 'What you upload is then copied to these servers, too: who finds it gone from one finds it on another.',
    none: 'You have no mirror yet.',
    main: 'Make it the media server',
    mainOf: (name: string) => `Make it the media server: ${name}`,
    remove: (name: string) => `Remove ${name}`,
    label: 'Address of a media mirror',
    add: 'Add',
  },
  removal: {
    title: 'Remove Media Mirrors?',
    text: 'Are you sure? This will remove your mirror media servers.',
    confirm: 'Yes',
    cancel: 'No',
  },
  suggested: {
    title: 'Suggested mirrors',
    hint: 'Named by the caching service. You need not use any of them.',
    add: 'add this media mirror server',
    addOf: (name: string) => `add this media mirror server: ${name}`,
  },
  placeholder: 'https://media.example',
  invalid: 'Invalid url',
  known: 'It is in your list already',
  checking: 'Being checked',
  unreachable: 'This server did not answer within 3 seconds. Nothing was changed.',
};

type UploadsStrings = typeof uploadsEnglish;

const LANGUAGES: Readonly<Record<string, UploadsStrings>> = { 'en-us': uploadsEnglish };

/** Words of the page of media servers; they come with their chunk (ACCESS-05). */
export function useUploadsStrings(): UploadsStrings {
  return LANGUAGES[useStrings().locale] ?? uploadsEnglish;
}
