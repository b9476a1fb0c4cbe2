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
    account: 'Account',
    newNote: 'New note',
    signIn: 'Sign in',
    signOut: 'Sign out',
    createAccount: 'Create account',
    theme: 'Theme',
    you: 'Your profile',
    discover: 'Discover',
    unread: (count: number) => (count > 99 ? '99+ new' : `${count} new`),
    skipToContent: 'Skip to content',
    skipToNavigation: 'Skip to navigation',
  },
  theme: { sunrise: 'Sunrise', sunset: 'Sunset', ice: 'Ice', midnight: 'Midnight' },
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
    undo: 'Undo',
    goHome: 'Go to home',
  },
  state: {
    loading: 'Loading',
    offline: 'Offline.',
    offlineSince: (time: string) => `Offline. Showing what was saved at ${time}.`,
    notifications: 'App messages',
  },
  failed: {
    screen: 'This screen did not load',
    screenCause:
      'Its code could not be loaded, or its data could not be read. The rest of Starling still works.',
    part: 'This part didn’t load',
    partCause: 'Check your connection. Everything else still works.',
    row: 'This could not be shown',
    rowCause: 'Its data could not be read. Everything else still works.',
    app: 'Starling stopped',
    appCause: 'What you wrote is saved on this device. Reload to continue.',
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
  foot: {
    label: 'About',
    help: 'Help',
    downloads: 'Downloads',
    privacy: 'Privacy',
    terms: 'Terms',
    support: 'Support',
  },
};
