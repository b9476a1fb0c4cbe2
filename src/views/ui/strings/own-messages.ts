import { useCallback } from 'react';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { UserMessage, UserMessageCode } from '../../../events/account/user-message.ts';
import { seconds } from '../../../events/core/time.ts';
import { arrive, type Language, useLanguage, wordsIn } from '../strings.ts';
import { english } from './english.ts';
import type { FirstCode } from './messages.ts';
import { type MessageWords, wordsOf } from './say.ts';
import { exactTime } from './in-english.ts';
import { listSource } from './list-source.ts';

/** Names of lists after 'your'. */
const LISTS: Readonly<Record<ListName | 'profile', string>> = {
  follows: 'follow list',
  mutes: 'mute list',
  bookmarks: 'bookmarks',
  relays: 'relay list',
  messageRelays: 'relays for private messages',
  mediaServers: 'media servers',
  filterLists: 'filter lists',
  allowlist: 'allowlist',
  profile: 'profile',
};

const unchanged = (list: ListName | 'profile', why: string): string =>
  `Nothing was changed in your ${LISTS[list]}: ${why}`;

const changing = {
  follow: () => 'complete the follow',
  unfollow: () => 'complete the unfollow',
  change: (list: ListName) => `change your ${LISTS[list]}`,
};

const publishing: MessageWords<Extract<UserMessageCode, `publish.${string}` | `relay.${string}`>> =
  {
    'publish.unsigned': 'Note not signed',
    'publish.unconfirmed': 'No publish confirmation',
    'publish.failed': 'Failed to publish note',
    'publish.noRelay': 'You need to declare at least one relay to perform this action',
    'publish.notLocated':
      'We are trying to connect to your relays. Please try again in a few moments.',
    'publish.pollShort': 'A poll needs at least two choices',
    'publish.pollSame': 'Two choices of your poll are the same',
    'publish.pollOver': 'Your poll would be over before it begins. Choose a later end.',
    'publish.notMined': 'No proof of work was found. Try again, or choose a smaller one.',
    'publish.tooSoon': 'That time has passed. Choose a later one, or publish it now.',
    'relay.errored': 'relay connection errored',
    'relay.closed': 'relay connection closed',
    'relay.timedOut': 'relay connection timed out',
    'relay.suspended': 'paused while you were away',
    'relay.proxied': 'everything goes through the caching service',
    'relay.notAllowed': 'relay not allowed',
    'relay.readOnly': 'not a write relay',
    'relay.wantsAuth': 'this relay wants to know who you are',
    'relay.expired': 'expired before it could be sent',
    'relay.tooMany': 'too many connections',
  };

const reasons: MessageWords<Extract<UserMessageCode, `sign.${string}`>> = {
  'sign.note': 'Publish a note',
  'sign.scheduled': 'Send your scheduled note',
  'sign.reply': 'Publish a reply',
  'sign.comment': 'Publish a comment',
  'sign.article': 'Publish an article',
  'sign.repost': 'Repost a note',
  'sign.repostOther': 'Repost something',
  'sign.likeNote': 'Like a note',
  'sign.likeArticle': 'Like an article',
  'sign.like': 'Like something',
  'sign.reaction': 'React to something',
  'sign.deletion': 'Request a deletion',
  'sign.report': 'Report something',
  'sign.profile': 'Update your profile',
  'sign.vote': 'Vote in a poll',
  'sign.highlight': 'Highlight a passage',
  'sign.subscription': 'Subscribe to a tier of an author',
  'sign.unsubscription': 'End a subscription',
  'sign.zap': 'Zap somebody',
  'sign.nutzap': 'Give ecash as a nutzap',
  'sign.ecash': 'Open or encrypt your ecash wallet on relays',
  'sign.message': 'Send a message',
  'sign.event': ({ kind }) => `Publish an event of kind ${kind}`,
  'sign.list': ({ list }) => `Update your ${list === 'relays' ? 'relays' : LISTS[list]}`,
  'sign.open': ({ list }) => `Read the private part of your ${LISTS[list]}`,
  'sign.seal': ({ list }) => `Encrypt the private part of your ${LISTS[list]}`,
  'sign.auth': ({ relay }) => `${relay} wants to know who you are`,
  'sign.upload': ({ type }) => (type === 'video' ? 'Upload a video' : 'Upload a picture'),
  'sign.tellReport': 'Tell the caching service about your report',
  'sign.forDevice': ({ name }) => (name === '' ? 'For another device' : `For ${name}`),
  'sign.askTier': 'Ask how large your files may be',
  'sign.askRate': 'Ask what sats are worth',
  'sign.askMembership': 'Ask for your membership',
  'sign.legend': 'Change how your name and picture look',
  'sign.purchase': 'Ask what your membership costs',
  'sign.markSeen': 'Mark your notifications as seen',
  'sign.readDraft': 'Read a draft of yours',
  'sign.saveDraft': 'Save a draft of yours, encrypted',
  'sign.deleteDraft': 'Delete a draft of yours',
  'sign.sealMessage': 'Encrypt a message',
  'sign.privateMessage': 'Send a private message',
  'sign.readMessages': ({ count }) => (count === 1 ? 'Read a message' : `Read ${count} messages`),
  'sign.askMessages': 'Ask for your messages',
  'sign.askDrafts': 'Ask for your drafts',
  'sign.markRead': 'Mark messages as read',
  'sign.readSettings': 'Read your settings',
  'sign.readWallets': 'Read a wallet connection of your other apps',
  'sign.saveSettings': 'Save your settings',
};

const lists: MessageWords<Extract<UserMessageCode, `list.${string}`>> = {
  'list.network': ({ list, act }) =>
    `Failed to ${changing[act](list)} possibly due to a network error. Please try again.`,
  'list.serversFailed': 'Failed to send server list',
  'list.unreadable': ({ list, sources }) =>
    unchanged(
      list,
      `${sources.map(listSource).join(' and ')} ${sources.length === 1 ? 'has' : 'have'} a version of it that can’t be read here.`,
    ),
  'list.clock': ({ list, dated }) =>
    unchanged(
      list,
      `a version of it is dated ${exactTime(seconds(dated))}, ahead of this device’s clock. Check the date and time of this device.`,
    ),
  'list.unsigned': ({ list }) => unchanged(list, 'the change was not signed.'),
  'list.secret': ({ list }) =>
    unchanged(
      list,
      'it contains a private key or a wallet connection, which everybody could read.',
    ),
  'list.sealed': ({ list }) =>
    `The private part of your ${LISTS[list]} didn’t open. Nothing was changed.`,
  'list.oneself': 'You can’t unfollow yourself.',
  'list.noEntry': ({ list }) => `That can’t be added to your ${LISTS[list]}.`,
  'list.breach': ({ list }) => unchanged(list, 'it would have removed more than you asked for.'),
  'list.busy': ({ list }) => `Another tab is changing your ${LISTS[list]}. Please try again.`,
  'list.unserial': ({ list }) =>
    unchanged(list, 'this browser can’t keep other open tabs from changing it at the same time.'),
  'list.contested': ({ list }) =>
    `Another app keeps changing your ${LISTS[list]}. Please try again.`,
};

/** Messages for signed-in users. With `firstMessages` these are the words of all messages. */
export const ownMessages: MessageWords<Exclude<UserMessageCode, FirstCode>> = {
  ...publishing,
  ...reasons,
  ...lists,
  said: ({ text }) => text,
  'feed.added': ({ name }) => `“${name}” has been added to your home page`,
  'feed.removed': ({ name }) => `“${name}” has been removed from your home page`,
  'feed.addedReads': ({ name }) => `“${name}” has been added to your reads page`,
  'feed.removedReads': ({ name }) => `“${name}” has been removed from your reads page`,
  'feed.notZappable': 'Author of this feed cannot be zapped',
  'note.notZappable': 'Author of this note cannot be zapped',
  'person.notZappable': 'This person cannot be zapped',
  'proof.copied': 'Copied the proof of payment',
  'feed.sameName': ({ name }) => `You already have a feed named “${name}”`,
  'zap.own': 'A zap here would come back to you',
  'zap.refusedAddress':
    'Not zapped. The lightning address is invalid or not on the public internet.',
  'zap.unloaded': 'The profile did not load. Please try again.',
  'act.later': 'This isn’t available yet',
  'act.readonly': 'This account is read-only. Add its key to post.',
  'compose.unavailable': 'We couldn’t load the editor. Check your connection and try again.',
  'messages.unavailable': 'We couldn’t load your messages. Check your connection and try again.',
  'messages.tooLong': 'This message is too long to be sent in private form.',
  'messages.unloaded': 'A part of Starling did not load. Your text is still here. Try again.',
  'messages.unlocated':
    'We couldn’t find out where private messages go. Your text is still here. Please try again.',
  'messages.notMarked': 'We couldn’t mark your messages as read. Please try again.',
  'note.posted': 'Note posted successfully',
  'reply.posted': 'Reply posted',
  'article.published': 'Article published',
  'note.scheduled': ({ at }) =>
    `Scheduled for ${exactTime(seconds(at))}. Keep this account open in a tab.`,
  'note.locked': 'Your scheduled note waits for your key. It is sent once you enter your PIN.',
  'note.unsent': 'Your scheduled note was not sent',
  'note.missed': ({ count }) =>
    count === 1
      ? 'A scheduled note missed its time and was not sent. It is in your drafts.'
      : `${count} scheduled notes missed their time and were not sent. They are in your drafts.`,
  'like.doing': 'Liked',
  'account.pinChanged': 'The PIN of this account was changed in another tab',
  'account.changed': 'This account was changed in another tab',
  'account.movedOn':
    'This account was signed out in another tab. This tab goes on with another account.',
  'account.otherChosen': 'Another tab switched to another account. This tab keeps its own.',
  'account.lockedThere':
    'Another tab locked the key of this account. In this tab the key is still open.',
  'text.kept': ({ what }) =>
    ({
      note: 'Your text is kept as a draft. When you return to that account, the composer offers it.',
      message: 'Your message is kept. When you return to that account, its conversation shows it.',
      article: 'Your article is kept. When you return to that account, it is among its drafts.',
    })[what],
  'text.removed': 'Your unsent text was removed with the data of that account.',
  'mute.doing': ({ name }) => `Muting ${name}`,
  'mute.threadDoing': 'Muting the thread',
  'mute.firstDoing': ({ name }) => `Muting ${name}. Everybody can see whom you mute.`,
  'mute.firstThreadDoing': 'Muting the thread. Everybody can see what you mute.',
  'like.failed': 'Failed to like',
  'unlike.failed': 'Couldn’t remove your like',
  'unlike.missing': 'We couldn’t find your like on your relays',
  'repost.doing': 'Reposting',
  'repost.done': 'Reposted successfully',
  'repost.failed': 'Failed to repost',
  'unrepost.failed': 'Failed to undo the repost',
  'unrepost.missing': 'We couldn’t find your repost on your relays',
  'broadcast.done': 'Note has been broadcasted to your relays',
  'broadcast.failed': 'We were unable to broadcast this note',
  'delete.done': 'Delete request sent',
  'report.done': ({ name }) => `User ${name} reported`,
  'highlight.doing': 'Highlighted',
  'highlight.failed': 'Failed to highlight',
  'subscription.done': 'Subscription published',
  'subscription.failed': 'Failed to subscribe',
  'unsubscription.done': 'End of the subscription published',
  'unsubscription.failed': 'Failed to end the subscription',
  'keys.unavailable': 'This part did not load. Please try again.',
  'ecash.unpaid': () => 'This was not paid',
  'ecash.held': 'The mint hasn’t answered yet, so you can’t cancel this. We keep asking.',
  'ecash.uncalled':
    'This browser couldn’t save the cancellation, so it is not cancelled. Please try again.',
  'ecash.forgotten': 'This device no longer knows whether this was done, so you can’t cancel it.',
  'nutzaps.published': 'Others can send you ecash now',
  'money.unavailable': 'Payments could not be opened. Please try again.',
  'zap.done': ({ name }) => `${name} zapped successfully`,
  'zap.partly': ({ name }) => `${name} zapped in part: not everybody could be paid`,
  'zap.failed': () => 'We were unable to send this Zap',
  'zap.unconfirmed': 'Your zap is not confirmed yet. We keep waiting; you won’t pay twice.',
  'zap.unclear': 'We don’t know yet whether this zap was paid. Starling keeps checking.',
  'vote.doing': 'Voted',
  'vote.failed': 'Failed to vote',
  'profile.failed': 'Failed to update profile, please try again',
  'profile.overwritten':
    'Another device changed your profile in the same moment, and your change is not in it. Open your profile and save it again.',
  'code.copied': 'Copied. Paste it on the other device within a minute.',
  'secret.copied':
    'Copied. Paste it where you keep passwords within a minute; then Starling clears it from the clipboard if it can.',
  'secret.cleared': 'Your secret is cleared from the clipboard.',
  'secret.uncleared':
    'Copy something else now: your secret may still be in the clipboard, and this browser doesn’t let Starling check.',
  'settings.notLoaded': 'Failed to load settings. Will be using local settings.',
  'settings.notSaved': 'Failed to save settings',
  'settings.waiting': 'You are offline. Your settings are saved when you are back.',
  'settings.secret': ({ part }) =>
    `Your settings were not saved: ${
      part === 'zaps' ? 'the message of a zap amount' : part === 'feeds' ? 'a feed' : 'a setting'
    } contains a private key or a wallet connection. Remove it, then they are saved.`,
  no_nostr_extension: 'Nostr extension is required to send events',
  no_webln_extension: 'A wallet extension (WebLN) is required for this',
  event_not_signed: 'This was not signed',
  'invalid-nsec': 'Please enter a valid Nostr private key',
  'pubkey-no-nsec': 'There is no private key here to tell your public key',
  'encrypt-no-nsec': 'There is no private key here to encrypt with',
  'decrypt-no-nsec': 'There is no private key here to decrypt with',
  'sign-no-nsec': 'There is no private key here to sign with',
  'event-sig-not-verified': 'The signer returned a different event, so it was discarded',
  'not-secure-env': 'Keys can be kept and used only over https',
  'bad-cipher': 'This could not be encrypted or decrypted',
  no_socket: 'The signer could not be reached',
  'account.other': 'This was meant for another account',
  'account.unbidden': 'This would have needed a prompt',
  'account.left': 'The account was left',
  'account.signedOut': 'This account was signed out in another tab',
  'key.left': 'The key was kept only while the page was open',
  'key.erased': 'The key was erased',
  'key.unreadable': 'The key on this device cannot be read',
  'notifications.notMarked': 'Your notifications couldn’t be marked as seen',
  'key.unopened': 'The key could not be opened. Please try again.',
  'key.locked': 'The key was not unlocked',
  'key.inText':
    'The text contains a private key or a wallet connection. With it, others can take your account or your money. Nothing was signed or sent: remove it first.',
  'key.offer': 'This is an address for signers. Paste the bunker address of your signer instead.',
  'key.brokenLink':
    'This is not a valid signer link. It needs the key of the signer and a relay that starts with wss://.',
  'key.address':
    'This is a public address: it says who you are, and opens no account. Sign in with a key, backup words, a bunker link or an extension. To only read, enter the npub.',
  'key.words': 'Invalid backup words: one of them is wrong, or their order is',
  'key.wordCount': ({ count }) => `Invalid backup words: there are ${count} instead of 12 or 24`,
  'key.wordNumber': ({ place }) =>
    `Invalid backup words: the number of word ${place} doesn’t fit. Are all words there, in order?`,
  'key.unknownWord': ({ place }) => `Invalid backup words: word ${place} is not in the word list`,
  'archive.noKey':
    'This file and passphrase open no key. The passphrase may be wrong, or the file has no key.',
  'passkey.cancelled': 'No passkey was used. You can try again, or sign in another way.',
  'passkey.failed': 'This passkey opened no account here. Sign in with your key or your PIN.',
  'key.password': 'This is not the password of this key',
  'key.form': 'This locked key cannot be read',
  'key.noWorker': 'Keys cannot be used here: the part that holds them does not start',
  'pin.missing': 'The PIN was not entered',
  'pin.unasked': 'The PIN could not be asked for',
  'signer.cancelled': 'Cancelled',
  'signer.silent': 'The signer did not answer',
  'signer.failed': 'The signer failed',
  'signer.slow': 'No answer. Please try again.',
  'extension.silent': 'The extension did not answer. Please try again.',
  'extension.noPubkey': 'The extension gave no public key',
  'extension.refused': 'The extension refused',
  'extension.refusedFor': ({ text }) => `The extension refused: ${text}`,
  'extension.lacks': ({ text }) => `The extension cannot ${text}`,
  'remote.unpaired': 'This device is not paired with your signer any more. Please sign in again.',
  'remote.removed':
    'This device was removed by the browser that keeps your key. Please sign in again.',
  'remote.givenUp': 'The pairing was cancelled',
  'remote.proxied':
    'The signer is not connected: everything goes through the caching service. You can allow its relay under Settings, Network.',
  'remote.unclear': 'The signer answered unclearly',
  'remote.noPubkey': 'The signer gave no public key',
  'remote.refused': ({ text }) => `The signer refused: ${text}`,
};

arrive('ownMessages', ownMessages);

/** Any message in words, loaded with the account's code (ACCESS-05). */
export function say(language: Language, message: UserMessage): string {
  const { messages } = wordsIn(language, 'main', english);
  return (
    wordsOf(messages, message) ??
    wordsOf(wordsIn(language, 'ownMessages', ownMessages), message) ??
    ''
  );
}

/** `say` in the current language. */
export function useSay(): (message: UserMessage) => string {
  const language = useLanguage();
  return useCallback((message: UserMessage) => say(language, message), [language]);
}
