import { formatList } from '../../../events/core/format-list.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { words } from '../strings.ts';
import { messageFormEnglish } from './message-form.ts';
import { counter } from './plural.ts';
import { textPreviewEnglish } from './text-preview.ts';

const counted = counter('en-us');

/**
 * The failures of a message that no relay accepted. Other reasons have general words for all
 * published events.
 */
const failures: Readonly<Partial<Record<UserMessage['code'], string>>> = {
  'publish.unsigned': 'Your message was not signed.',
  'publish.unconfirmed': 'Nobody has confirmed your message. Your text is still here.',
  'publish.failed': 'Your message was not sent. Your text is still here.',
};

export const directMessageEnglish = {
  title: 'Messages',
  needs: 'Messages need an account',
  needsText:
    'Sign in to read your messages and to write to others. Only you and the other person can read them.',
  list: 'Conversations',
  relations: 'Senders',
  relation: { follows: 'Follows', other: 'Others', any: 'All' },
  none: {
    follows: 'No messages from people you follow',
    other: 'No messages from others',
    any: 'No messages yet',
  },
  amongOthers: (count: number) =>
    `${counted(count, { one: 'conversation is', other: 'conversations are' })} under “Others”.`,
  unreadOfOthers: (count: number) =>
    `${counted(count, { one: 'new message is', other: 'new messages are' })} under “Others”.`,
  showOthers: 'Show others',
  noneText: 'Choose “New message” to write to somebody.',
  looking: 'Looking for messages',
  lookingEarlier: 'Looking for earlier messages',
  unread: 'Some messages are not loaded yet',
  unreadText: (count: number) =>
    count === 0
      ? 'Some messages may be missing here.'
      : `${counted(count, { one: 'relay was', other: 'relays were' })} not read to the oldest message.`,
  rest: (count: number) =>
    `And ${counted(count, { one: 'more person', other: 'more people' })} you don’t follow and never wrote to.`,
  failed: 'Your conversations did not load',
  more: 'More conversations',
  markAll: 'Mark all as read',
  search: 'Search names and messages',
  /** In the field, which is narrow. */
  searchShort: 'Names, messages',
  clear: 'Clear the search',
  noMatch: 'No conversation matches.',
  searched: 'Names and the messages that are loaded here were searched.',
  withoutConversation: 'People without a conversation',
  findPeople: 'Find more people',
  waiting: 'Waiting for the network',
  newMessage: {
    title: 'New message',
    to: 'To',
    hint: 'Name, address or key',
    people: 'People',
    nobody: 'Nobody found. You can paste a key, too.',
  },
  preview: textPreviewEnglish,
  aFile: 'File',
  /** Shown beside the name of the sender. */
  count: (count: number) => (count > 99 ? '99+' : String(count)),
  pick: 'Pick a conversation',
  pickText: 'Or write to somebody new.',
  with: (name: string) => `Conversation with ${name}`,
  messages: 'Messages',
  sealed: 'Only you two can read this.',
  sealedOthers: 'Some of these messages were also sent to others, who can read them.',
  sealedOld:
    'Some of these messages have the old form: relays see who wrote those to whom and when.',
  onlyTo: (name: string) => `Only ${name} gets your answer.`,
  mutedTitle: 'You muted this person',
  mutedText: 'Their messages are hidden. You can unmute them on their profile.',
  earlier: 'Earlier messages',
  notLoaded: 'The messages did not load',
  notLoadedText: 'The caching service did not answer.',
  begin: (name: string) => `This is the beginning of your conversation with ${name}.`,
  lockedTitle: 'Your messages are locked',
  lockedText: 'Only you can read them. Unlock to continue.',
  show: 'Show messages',
  lockedList: 'Your conversations are locked, too.',
  privateProxied:
    'Messages in the private form rest while everything goes through the caching service. Old-form messages go through it, and it sees who writes to whom.',
  newerProxied:
    'A newer private message is not shown here. It is read as soon as you turn off “Send everything through the caching service”.',
  staysHere: 'Until then your text stays here.',
  today: 'Today',
  yesterday: 'Yesterday',
  closed: (count: number) =>
    `${counted(count, { one: 'message is', other: 'messages are' })} still encrypted.`,
  read: 'Read them',
  reading: (count: number) =>
    `Waiting for your signer to open ${counted(count, { one: 'message', other: 'messages' })}.`,
  stop: 'Stop',
  lost: (count: number) =>
    `${counted(count, { one: 'message', other: 'messages' })} could not be read.`,
  again: 'Try again',
  /** Before the last message of a conversation, if the user wrote it. */
  you: 'You:',
  relays: (count: number) => counted(count, { one: 'relay', other: 'relays' }),
  sent: 'Sent',
  react: (emoji: string) => `React with ${emoji}`,
  reacted: (emoji: string, names: readonly string[]) => `${emoji} by ${formatList(names, 'en-us')}`,
  actions: 'Message actions',
  copy: 'Copy text',
  details: 'Details',
  form: 'Form',
  privateForm: 'Private (NIP-17): nobody but you two sees who writes to whom',
  privateFormOthers: 'Private (NIP-17): only its sender and its recipients see who writes to whom',
  privateMark: 'Private',
  oldMark: 'Old form',
  alsoTo: 'Also sent to:',
  others: (count: number) =>
    `and ${counted(count, { one: 'other person', other: 'other people' })}`,
  file: (type: string, size: string | undefined) =>
    ['A file', type, size].filter((one) => one).join(', '),
  fileText: 'It can’t be opened here.',
  fileFailed: 'This file could not be opened.',
  openFile: 'Open file',
  saveFile: (name: string) => `Save: ${name}`,
  privateClosed: (count: number) =>
    `${counted(count, { one: 'private message is', other: 'private messages are' })} still encrypted.`,
  privateUnproved: 'A relay shows your private messages only once you prove who you are.',
  privateReading: (count: number) =>
    `Waiting for your signer to open ${counted(count, { one: 'private message', other: 'private messages' })}.`,
  privateLost: (count: number) =>
    `${counted(count, { one: 'private message', other: 'private messages' })} could not be read.`,
  oldForm: 'Old form (NIP-04): encrypted text, but everybody can see who writes to whom',
  when: 'Time',
  id: 'Event id',
  author: 'Written by',
  takenBy: 'Accepted by',
  write: (name: string) => `Write to ${name}`,
  label: 'Message',
  send: 'Send',
  sending: 'Sending…',
  /** Above texts that were sent, and that a failure stopped. */
  notSent: 'Not sent',
  locked: 'Your key is locked. Messages from before wait for it.',
  sendNow: 'Send now',
  /** In the list of conversations, before the text. */
  draft: 'Draft:',
  waitingShort: 'Waiting',
  secret: {
    title: 'Send this private key?',
    text: 'This is a private key or a wallet connection. Whoever has it can write or pay as you. Send it anyway?',
    confirm: 'Send anyway',
    cancel: 'Don’t send',
  },
  unsent: (count: number) => counted(count, { one: 'draft', other: 'drafts' }),
  showOther: 'Show another',
  unkept: 'This browser can’t save your text. It is lost when you leave the page.',
  tooLong: (most: number) => `A message holds at most ${most.toLocaleString('en-US')} characters.`,
  failures,
  forms: messageFormEnglish,
  load: {
    image: (host: string) => `Show picture from ${host}`,
    video: (host: string) => `Show video from ${host}`,
    audio: (host: string) => `Show sound from ${host}`,
    embed: (host: string) => `Show player of ${host}`,
    invoice: 'Show invoice',
    ecash: 'Show ecash',
    event: 'Show note',
    address: 'Show article',
  },
  told: (host: string) => `${host} will learn that you open it`,
  toldService: 'The caching service will learn that you open it',
};

/** Words of the direct messages, loaded with their chunk (ACCESS-05). */
export const useDirectMessageStrings = words('directMessages', directMessageEnglish);
