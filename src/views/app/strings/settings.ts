import { useStrings } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const settingsEnglish = {
  title: 'Settings',
  loadFailed: 'Failed to load settings. Will be using local settings.',
  saveFailed: 'Failed to save settings',
  sections: {
    account: { title: 'Account', hint: 'Your public and private key' },
    appearance: { title: 'Appearance', hint: 'Theme and motion' },
    home_feeds: { title: 'Home feeds', hint: 'Which feeds the home page offers, in your order' },
    reads_feeds: { title: 'Reads feeds', hint: 'Which feeds the reads page offers' },
    notifications: { title: 'Notifications', hint: 'What you are told about' },
    zaps: { title: 'Zaps', hint: 'Default amount, message and presets' },
    muted: { title: 'Muted content', hint: 'People, words, hashtags and threads' },
    network: { title: 'Network', hint: 'Relays and the caching service' },
    publishing: { title: 'Publishing', hint: 'What you published, and what each relay said' },
    filters: { title: 'Content moderation', hint: 'Filter lists and allowlist' },
    nwc: { title: 'Connected wallets', hint: 'Wallets over Nostr Wallet Connect' },
    uploads: { title: 'Media uploads', hint: 'Media servers and mirrors' },
    profile: { title: 'Edit profile', hint: 'Name, picture and address' },
    devtools: { title: 'Developer tools', hint: 'Live lifecycles and the recorder' },
  },
  appearance: {
    theme: 'Theme',
    system: 'Follow the system',
    systemHint: (light: string, dark: string) => `${light} by day, ${dark} by night`,
    motion: 'Animation',
    motionHint: 'Short fades, never above 200 ms. The reduced motion setting of your system always wins.',
    forced: 'A theme forced in this browser wins over your choice.',
    local: 'Kept in this browser and, once you are signed in, with your settings.',
  },
  muted: {
    tabs: { p: 'People', word: 'Words', t: 'Hashtags', e: 'Threads' },
    tabsLabel: 'What is muted',
    add: { p: 'Public key (npub)', word: 'Word', t: 'Hashtag', e: 'Id of a note' },
    wrong: { p: 'That is no public key.', word: 'Write a word first.', t: 'Write a hashtag first.', e: 'That is no id of a note.' },
    addIt: 'Mute',
    unmute: 'Unmute',
    secretly: 'Keep it private',
    secretlyHint: 'Encrypted in your list, so that nobody else can read it.',
    empty: { p: 'Nobody is muted', word: 'No word is muted', t: 'No hashtag is muted', e: 'No thread is muted' },
    emptyText: 'What you mute is hidden wherever you read, and stands in your list for other apps as well.',
    isSecret: 'private',
    sealed: 'This list has a private part, which only your key can read.',
    show: 'Show it',
    needs: 'Your mute list',
    needsText: 'Sign in to hide people, words, hashtags and threads.',
  },
  versions: {
    open: 'Earlier versions',
    title: 'Earlier versions',
    text: 'Every version that this browser has seen. Restoring puts back entries that are missing now, and takes nothing away.',
    now: 'As it is now',
    entries: (count: number) => counted(count, { one: 'entry', other: 'entries' }),
    missing: (count: number) => `${counted(count, { one: 'entry', other: 'entries' })} of it missing now`,
    same: 'Nothing of it is missing now',
    restore: 'Put them back',
    close: 'Close',
  },
  devtools: {
    running: 'Running lifecycles',
    runningHint: 'Every actor below the root as it is now. Open one to see its chart.',
    port: 'port',
    table: 'table',
    chartOf: (name: string, states: string) => `Chart of ${name}, now in ${states}`,
    nowIn: (states: string) => `Now in ${states}.`,
    now: 'now',
    inWords: 'All states and transitions in words',
    runs: (child: string) => `runs ${child}`,
    stays: (why: string) => `stays: ${why}`,
    again: (why: string) => `again: ${why}`,
    leads: (why: string, to: string) => `${why}: to ${to}`,
    first: 'first',
    last: 'end',
    done: (child: string) => `${child} ends`,
    failed: (child: string) => `${child} fails`,
    after: (delay: string, time: string) => (time === '' ? `after ${delay}` : `after ${time}`),
    always: 'at once',
    anything: 'anything',
    guarded: (why: string, guard: string) => `${why} if ${guard}`,
    condition: 'a condition holds',
    crashes: 'Crashes',
    noCrashes: 'Nothing has crashed since this page was loaded.',
    recording: 'Recording',
    recorded: 'What came in from outside',
    recordedHint: 'Presses, frames and answers in their order, the oldest of a long session left out. Secrets are taken out of the file.',
    entries: (count: number) => counted(count, { one: 'entry', other: 'entries' }),
    save: 'Save as a file',
    saved: (count: number) => `Saved ${counted(count, { one: 'entry', other: 'entries' })}.`,
    replayLater: 'Replaying a recording and stepping through it are not here yet.',
  },
};

export type SettingsStrings = typeof settingsEnglish;

/** By locale; English stands in for what is not translated. */
const LANGUAGES: Readonly<Record<string, SettingsStrings>> = { 'en-us': settingsEnglish };

/** Words of the settings screens; they come with those screens' chunks (ACCESS-05). */
export function useSettingsStrings(): SettingsStrings {
  return LANGUAGES[useStrings().locale] ?? settingsEnglish;
}
