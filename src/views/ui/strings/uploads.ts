import { words } from '../strings.ts';

export const uploadsEnglish = {
  visitor: {
    title: 'Your media servers',
    text: 'Media servers store the pictures and videos of your notes. Sign in to choose yours.',
  },
  lost: { title: 'Your media servers didn’t load', text: 'Nothing changes until they load.' },
  main: {
    title: 'Media server',
    hint: 'Your pictures and videos are uploaded here. Your list of servers is public, so that people can find your files.',
    unnamed: 'Used because your list is empty',
    label: 'Switch to another media server',
    confirm: 'Switch',
    restore: 'restore',
    restoreIt: 'restore the default media server',
  },
  states: {
    asking: 'Checking',
    there: 'Connected',
    gone: 'Suspended: it did not answer within 3 seconds',
    saving: 'Saving',
    waits: 'Waits for the network',
    retry: (name: string) => `Ask ${name} again`,
  },
  mirrors: {
    title: 'Media mirrors',
    enable: 'Enable media mirrors',
    hint: 'What you upload is also copied to these servers: if one server loses it, another still has it.',
    none: 'You have no mirror yet.',
    main: 'Make it the media server',
    mainOf: (name: string) => `Make it the media server: ${name}`,
    remove: (name: string) => `Remove ${name}`,
    label: 'Address of a media mirror',
    add: 'Add',
  },
  removal: {
    title: 'Remove media mirrors?',
    text: 'Are you sure? This will remove your mirror media servers.',
    confirm: 'Yes',
    cancel: 'No',
  },
  suggested: {
    title: 'Suggested mirrors',
    hint: 'Suggested by the caching service. All of them are optional.',
    add: 'add this media mirror server',
    addOf: (name: string) => `add this media mirror server: ${name}`,
  },
  placeholder: 'https://media.example',
  invalid: 'Invalid url',
  known: 'Already in your list',
  checking: 'Checking',
  unreachable: 'This server did not answer. Nothing was changed.',
};

/** Words of the page of media servers, loaded with their chunk (ACCESS-05). */
export const useUploadsStrings = words('uploads', uploadsEnglish);
