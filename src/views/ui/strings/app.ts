import { counter } from './plural.ts';

const counted = counter('en-us');

export const appStrings = {
  name: 'Starling',
  nav: {
    main: 'Main',
    home: 'Home',
    reads: 'Reads',
    explore: 'Explore',
    messages: 'Messages',
    bookmarks: 'Bookmarks',
    notifications: 'Notifications',
    downloads: 'Downloads',
    settings: 'Settings',
    help: 'Help',
    profile: 'Profile',
    menu: 'Menu',
    newNote: 'New note',
    signIn: 'Sign in',
    createAccount: 'Create account',
    theme: 'Theme',
    discover: 'Discover',
    unread: (count: number) => (count > 99 ? '99+ new' : `${count} new`),
    skipToContent: 'Skip to content',
    skipToNavigation: 'Skip to navigation',
  },
  search: {
    label: 'Search',
    placeholder: 'Search notes, people, tags',
  },
  action: {
    back: 'Back',
    close: 'Close',
    retry: 'Try again',
    reload: 'Reload the page',
    dismiss: 'Dismiss',
    goHome: 'Go to home',
  },
  state: {
    loading: 'Loading',
    offline: 'Offline.',
    offlineSince: (time: string) => `Offline. Last update at ${time}.`,
    notifications: 'App messages',
  },
  failed: {
    screen: 'This screen did not load',
    screenCause: 'Its code or data didn’t load. The rest of Starling still works.',
    offline: 'You are offline. It loads when you are back.',
    part: 'This part didn’t load',
    row: 'This could not be shown',
    rowCause: 'Its data could not be read. Everything else still works.',
    app: 'Starling stopped',
    appCause: 'Your drafts are saved on this device. Reload to continue.',
    redirects: 'Too many redirects',
    path: 'Path is not a routable path',
  },
  count: {
    newNotes: (count: number) =>
      count > 98 ? '99+ new notes' : counted(count, { one: 'new note', other: 'new notes' }),
  },
  verified: {
    provider: 'Verified by this service',
    domain: 'Verified name',
    service: 'Checked by the caching service',
    legend: 'Legend, verified name',
  },
  footer: {
    label: 'About',
    help: 'Help',
    downloads: 'Downloads',
    privacy: 'Privacy',
    terms: 'Terms',
    support: 'Support',
  },
};
