import type { HelpLabel, HelpSectionId, HelpTopicId } from './help-topics.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

interface Answer {
  readonly question: string;
  readonly answer: readonly string[];
}

const sections: Readonly<Record<HelpSectionId, string>> = {
  first: 'The basics',
  keys: 'Your key',
  network: 'Relays and the caching service',
  reading: 'Reading',
  publishing: 'Publishing',
  money: 'Zaps',
  privacy: 'Privacy',
  moving: 'Moving and installing',
};

const topics: Readonly<Record<HelpTopicId, Answer>> = {
  nostr: {
    question: 'What is Nostr?',
    answer: [
      'Nostr is an open way to say things in public. Your key signs what you write, and servers called relays keep it. Many apps read the same relays, so your notes and followers are the same in all of them.',
      'No company owns it, and no app owns your account.',
    ],
  },
  starling: {
    question: 'What is Starling?',
    answer: [
      'Starling is one of these apps. It runs in your browser. The server it comes from has a caching service, which gathers notes from many relays so that pages open fast.',
      'Your browser checks every signature and shows nothing that fails the check.',
    ],
  },
  begin: {
    question: 'How do I begin?',
    answer: [
      'You can read everything without an account: open Home or Explore. To write, like or follow you need one. It takes a name and about a minute; no e-mail and no phone number.',
      'Then save a copy of your key, follow a few people and say hello.',
    ],
  },
  words: {
    question: 'What do the words mean?',
    answer: [
      'A note is a short text, a read is an article. A repost shows somebody’s note to your followers. A zap is a payment over the Lightning network with a public receipt. A feed is a list of notes that somebody or something chose.',
      'npub is a public key, nsec is a private one. note, nevent and naddr are addresses of single notes and articles.',
    ],
  },
  key: {
    question: 'What are the two keys?',
    answer: [
      'The public key (npub) is your name to others; give it to anyone. The private key (nsec) signs what you do. Whoever has it is you, so give it to nobody, not even to people who offer help.',
      'Nobody can look the private key up or make a new one for you. Write it down or save it in a password manager. It can be an nsec, twelve words if it was made here, or locked with a password.',
    ],
  },
  'lost-key': {
    question: 'What if I lose my private key?',
    answer: [
      'Then nobody can write with that account any more, you included. Your notes stay where they are. If this or another device is still signed in, save a copy there now.',
      'Otherwise create a new account, and tell people in another way that it is you.',
    ],
  },
  'stolen-key': {
    question: 'What if somebody else has it?',
    answer: [
      'They can act as you for good: a key cannot be changed or blocked. Create a new account, tell people about it in a way they trust, and stop using the old one.',
    ],
  },
  'signing-in': {
    question: 'Which ways to sign in are there?',
    answer: [
      'With a browser extension that keeps your key and signs for you: Starling never sees the key. With a signer on your phone, over a QR code or a bunker link: the same. With the private key itself or its backup words: it then stays in this browser.',
      'With an npub you read as that account and cannot act. Several accounts can be signed in; switch in the account menu.',
    ],
  },
  pin: {
    question: 'What is the PIN for, and what if I forget it?',
    answer: [
      'It locks the key that this browser keeps. You enter it the first time you act after opening Starling. It is never sent anywhere, and each device has its own.',
      'A forgotten PIN cannot be restored. Choose “I forgot my PIN”: the key is erased from this browser, and you sign in again with your copy.',
      'Erasing removes the key and its encryption key from this browser’s files. It does not reach earlier copies of the browser’s folder, nor traces of deleted files on the disk. Only your PIN protects those, and a longer one protects better. A key that an older Starling kept may leave traces for longer.',
    ],
  },
  'other-device': {
    question: 'How do I use my account on another device?',
    answer: [
      'Open Starling there and sign in with the same key. Your profile, follows, mutes, bookmarks, notes and drafts of articles come from the network. Drafts of notes stay on the device they were written on, and so do wallets and ecash.',
    ],
  },
  relays: {
    question: 'What is a relay?',
    answer: [
      'A server that keeps notes and hands them out. Anybody can run one, and each has its own rules. What you publish goes to your Write relays; people who reply to you look for your Read relays.',
      'You need not choose any: until your list names one, this site’s own relay is used.',
    ],
  },
  'caching-service': {
    question: 'What is the caching service?',
    answer: [
      'Asking dozens of relays is slow. The caching service has read them already and answers in one go, with feeds, search and counts.',
      'It can leave notes out, but it cannot forge any: your browser checks the signatures. You can use another one at any time.',
    ],
  },
  outage: {
    question: 'What if a relay or the service is down?',
    answer: [
      'A relay: nothing much, the others have your notes. If no relay accepts a note, the caching service tries to pass it on. You can also send it again from Publishing.',
      'The caching service: pages stop loading. Starling tries the others in your list, and goes on when one answers.',
    ],
  },
  'not-shown': {
    question: 'Why don’t I see something?',
    answer: [
      'You muted its author, its thread, one of its words or hashtags. Or a mute list that you use as a filter names the author. A conversation says how many replies your filters hide, and why.',
      'The author asked to delete it, or it had an end date. The author put a warning on it: then it is covered until you open it. It is dated in the future. Its signature is wrong.',
      'Or the caching service does not know it. Under a conversation, “Look further” asks other relays for replies, too.',
    ],
  },
  counts: {
    question: 'Can I trust the counts?',
    answer: [
      'The caching service counts likes, replies, zaps and followers. Nobody signs these counts, so Starling cannot check them. A note’s menu shows who reacted, under “Reactions”.',
    ],
  },
  unwanted: {
    question: 'How do I get rid of something?',
    answer: [
      'Mute the person or the thread in the note’s menu, or words and hashtags in the settings. A mute is a public list unless you keep it private; then it is encrypted.',
      'You can also use other people’s mute lists as filters. Report what breaks the law: reports are public.',
    ],
  },
  'reading-size': {
    question: 'Can I make the text larger?',
    answer: [
      'Yes, in five steps, for notes and articles. You choose the theme and animations in the same place. Pictures can wait until you tap them.',
    ],
  },
  translation: {
    question: 'Can notes be translated?',
    answer: [
      'If your browser has its own translator, a note’s menu offers “Translate”. The browser does it; Starling sends the text nowhere. The first time, the browser may fetch a language pack. The original stays one click away.',
      'If the menu has no such entry, your browser has no translator.',
    ],
  },
  publish: {
    question: 'What happens when I publish?',
    answer: [
      'Your note is signed and sent to your relays, and to those of the people you mention. It is public, everywhere and for good: anybody can read, copy and keep it.',
      'Publishing, under Settings, shows each relay’s answer. A note that no relay accepted stays on this device, and you can send it again.',
    ],
  },
  delete: {
    question: 'Can I change or delete a note?',
    answer: [
      'A note cannot be changed. You can request its deletion in its menu: relays are asked to remove it, and many do. Nobody can force all of them.',
      'A like or a repost is taken back in the same way. With a key kept here, Undo is offered for four seconds before anything is signed.',
    ],
  },
  media: {
    question: 'Where do my pictures and videos go?',
    answer: [
      'To your media server, and to mirrors if you choose some. They are public. Starling removes camera and location data from pictures first. If it can’t, the upload tells you.',
    ],
  },
  'verified-name': {
    question: 'What is the mark beside a name?',
    answer: [
      'A verified name looks like an e-mail address. The owner of that domain says that this key belongs to that name; the caching service asked the domain for you. If it cannot, a profile offers “Check this name”: then your browser asks. The mark says nothing else about the person.',
    ],
  },
  zaps: {
    question: 'What are zaps, and can I send them?',
    answer: [
      'A zap is a payment in sats, the small change of Bitcoin, from one wallet to another, with a public receipt.',
      'Yes. Press the bolt under a note to give what you set under Settings, Zaps; hold it to choose an amount and a message. Connect a wallet under Settings, Connected wallets, or pay each zap by QR code with any wallet. You can also pay with ecash (Settings, Ecash). It is kept on this device, and its mint holds the sats behind it.',
    ],
  },
  'who-sees': {
    question: 'Who sees what I do?',
    answer: [
      'Everybody sees your notes, likes, reposts, zaps, follows, relays and bookmarks. Only you and the other person can read a private message. Only you can read your private mutes and drafts of articles.',
      'The caching service sees your network address and what you open and search for. It tells anybody who asks how many unread messages and notifications an account has, but not from whom. Relays see your address, too, unless everything goes through the caching service. Starling contacts other people’s relays when you send them something or look on them, not because you read. Lightning services and mints see your address only when you pay or use ecash. With “Pictures and videos through this service” pictures, videos and sounds come through this site’s service, and their authors’ servers do not see your address. Without that setting they come from servers their authors chose, or from copies that the caching service names. All of these servers see your address. With “Save data” only faces and emoji are loaded before you ask.',
    ],
  },
  device: {
    question: 'What does this device keep?',
    answer: [
      'Your settings, drafts, searches, earlier versions of your lists and everything you published in the last week. Wallets, payments, ecash, messages and unfinished articles are encrypted with a key of this device. If you signed in with your key, it keeps that, too.',
      'Signing out removes the key, and the rest if you choose so. Only ecash stays, because it is money.',
    ],
  },
  'move-in': {
    question: 'I have a Nostr account. Can I bring it?',
    answer: [
      'There is nothing to bring: sign in with the same key. Your profile, follows and notes are there as soon as the caching service knows them.',
    ],
  },
  'move-out': {
    question: 'How do I move to another app?',
    answer: [
      'Copy your private key in the account settings and sign in with it there. Everything you published, and your public lists, are on the relays and come along. Drafts of notes, wallets and settings of Starling do not. Ecash comes along with its words (Settings, Ecash).',
      'You can use both apps at the same time.',
    ],
  },
  install: {
    question: 'Is there an app?',
    answer: [
      'You can install Starling from your browser: with Chrome and Edge on a computer, or on the home screen of a phone. It then opens in a window of its own.',
    ],
  },
  missing: {
    question: 'What can Starling not do?',
    answer: [
      'It does not send files in private messages, write to several people in one conversation, or start live streams. For these, use another app with the same key.',
    ],
  },
};

const links: Readonly<Record<HelpLabel, string>> = {
  create: 'Create account',
  account: 'Account settings',
  network: 'Network settings',
  muted: 'Muted content',
  filters: 'Content moderation',
  publishing: 'Publishing',
  uploads: 'Media uploads',
  appearance: 'Appearance',
  downloads: 'Downloads',
  privacy: 'Privacy',
  profile: 'Edit profile',
  explore: 'Explore',
  support: 'Support',
};

export const helpEnglish = {
  title: 'Help',
  contents: 'Questions',
  search: 'Search help',
  found: (count: number) =>
    count === 0 ? 'Nothing found' : counted(count, { one: 'answer', other: 'answers' }),
  nothing: 'No answer contains these words',
  nothingText: 'Try other words, or ask the people who run this server.',
  clear: 'Show all questions',
  linkTo: (question: string) => `Link to: ${question}`,
  sections,
  topics,
  links,
  keys: 'Keyboard shortcuts',
};

export type HelpStrings = typeof helpEnglish;

/** The words of the help page, loaded with its chunk (ACCESS-05). */
export const useHelpStrings = words('help', helpEnglish);
