import { useWords } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const keysEnglish = {
  title: 'Keyboard shortcuts',
  groups: { everywhere: 'Everywhere', go: 'Go to', feed: 'In a feed', thread: 'In a conversation' },
  does: {
    palette: 'Command palette',
    list: 'This list',
    search: 'Search',
    newNote: 'New note',
    theme: 'Next theme',
    back: 'Back',
    unfocus: 'Close or leave',
    'go home': 'Home',
    'go reads': 'Reads',
    'go explore': 'Explore',
    'go messages': 'Messages',
    'go notifications': 'Notifications',
    'go bookmarks': 'Bookmarks',
    'go profile': 'Your profile',
    'go muted': 'Muted content',
    'go settings': 'Settings',
    next: 'Next note',
    previous: 'Previous note',
    parent: 'Go to what it answers',
    nextSibling: 'Next reply on this level',
    previousSibling: 'Previous reply on this level',
    open: 'Open',
    reply: 'Reply',
    like: 'Like',
    repost: 'Repost',
    quote: 'Quote',
    bookmark: 'Bookmark',
    zap: 'Zap',
    author: 'Open the author’s profile',
    media: 'Open the picture',
    unfold: 'Show more or less',
    newNotes: 'Show new notes',
  },
  names: { Ctrl: 'Ctrl', Shift: 'Shift', Backspace: 'Backspace', Esc: 'Esc', Enter: 'Enter' },
  or: 'or',
  next: 'then',
  singles: 'Single keys',
  singlesHint: 'Off keeps only those with Ctrl, for screen readers and voice control.',
  palette: {
    title: 'Command palette',
    placeholder: 'Go to a page, person or feed, or do something',
    matches: 'Matches',
    goTo: 'Go to',
    people: 'People',
    feeds: 'Feeds',
    acts: 'Do',
    nothing: 'Nothing matches',
    choose: 'choose',
    open: 'open',
    matchesCount: (count: number) => counted(count, { one: 'match', other: 'matches' }),
    onlyActs: 'only acts',
    onlyPeople: 'only people',
    settings: (section: string) => `Settings: ${section}`,
    advanced: 'Advanced search',
    search: (text: string) => `Search for “${text}”`,
    theme: (name: string) => `Theme: ${name}`,
    onNote: {
      reply: 'Reply to the note',
      like: 'Like the note',
      repost: 'Repost the note',
      bookmark: 'Bookmark the note',
      zap: 'Zap the note',
    },
    noNote: 'choose a note first',
    shortcuts: 'Keyboard shortcuts',
  },
};

type KeysStrings = typeof keysEnglish;

/** The words of the keyboard's shortcuts and of the command palette (ACCESS-05). */
export function useKeysStrings(): KeysStrings {
  return useWords('keys', keysEnglish);
}
