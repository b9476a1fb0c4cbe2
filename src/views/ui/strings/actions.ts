import { type Language, words, wordsIn } from '../strings.ts';
import { counter } from './plural.ts';
import { listSource } from './list-source.ts';

const counted = counter('en-us');

export const actionsEnglish = {
  quote: 'Quote',
  unrepost: 'Undo repost',
  whyNot: 'Why not?',
  view: 'View',
  undo: 'Undo',
  network: 'Network',
  entry: { note: 'What’s happening?', article: 'Write an article' },
  sending: {
    under: (took: number, asked: number) =>
      `Sending, ${took} of ${counted(asked, { one: 'relay', other: 'relays' })}`,
    failed: (why: string) => `Not published. ${why}`,
  },
  addKey: 'Add key',
  removeBookmark: 'Remove the bookmark',
  broadcast: 'Broadcast',
  unmuteUser: 'Unmute user',
  muteThread: 'Mute thread',
  unmuteThread: 'Unmute thread',
  muteUnknown: { user: 'Mute or unmute user', thread: 'Mute or unmute thread' },
  editArticle: 'Edit article',
  article: {
    leave: {
      title: 'Leave the editor?',
      text: 'Your draft stays on this device. You find it under My articles.',
      confirm: 'Leave',
      cancel: 'Keep writing',
    },
    lose: {
      title: 'Not saved yet',
      text: 'This device doesn’t keep your text. If you leave now, it is lost.',
      confirm: 'Leave anyway',
      cancel: 'Keep writing',
    },
    removal: {
      title: 'Delete this draft?',
      text: 'We delete it from this device and ask your relays to remove it. This can’t be undone.',
      confirm: 'Delete draft',
    },
  },
  requestDelete: 'Request delete',
  editProfile: 'Edit profile',
  mute: {
    followMuteList: 'Use their mute list',
    unfollowMuteList: 'Stop using their mute list',
    muteListUnknown: 'Use or stop using their mute list',
  },
  delete: {
    title: 'Request delete?',
    text: 'Relays are asked to remove it; some may keep copies.',
    confirm: 'Request delete',
  },
  report: {
    title: 'Report abuse?',
    notice: 'All reports will be publicly visible.',
    user: (name: string) => `Report user ${name}?`,
    post: (name: string) => `Report this post by ${name}?`,
    reason: 'What’s wrong?',
    choose: 'Choose a reason',
    more: 'Anything else? (optional)',
    reasons: {
      spam: 'Spam',
      nudity: 'Nudity',
      malware: 'Malware',
      profanity: 'Hate or abuse',
      illegal: 'Illegal',
      impersonation: 'Impersonation',
      other: 'Something else',
    },
    confirm: 'Report',
  },
  list: {
    names: {
      follows: 'your follow list',
      mutes: 'your mute list',
      bookmarks: 'your bookmarks',
      relays: 'your relays',
      messageRelays: 'your relays for private messages',
      mediaServers: 'your media servers',
      filterLists: 'your filter lists',
      allowlist: 'your allowlist',
    },
    title: (list: string) => `Change ${list}?`,
    /** Said before the first version of the mute list. */
    muted: {
      public: 'Your mute list is public: everybody can see whom and what you mute.',
      secret: 'You keep this entry private: nobody else can read it.',
    },
    /** Replaces few-follows and new-list where both hold. */
    firstFollow:
      'We know of nobody that you follow yet. If you have a list elsewhere, this replaces it.',
    reasons: {
      'few-follows': 'You will follow fewer than two people after this.',
      'many-follows': 'You will follow all of these people.',
      'first-bookmark': 'Your bookmarks are public: everybody can see them. This is the first one.',
      'last-bookmark': 'This removes the last of your public bookmarks.',
      'new-list': 'We found no earlier list. If one exists elsewhere, this replaces it.',
      'paused-base': 'Your relays are paused; only the caching service was asked.',
    },
    silent: (sources: string) => `${sources} didn’t answer, so a newer version may exist there.`,
    removeRelay: (relay: string) => `Remove ${relay} and save`,
    /** Beside the change of the relays themselves. */
    removeAlso: (relay: string) => `Remove ${relay} as well`,
    source: listSource,
    looking: 'Looking for the newest version',
    /** A confirmed change that waits for the network. */
    waits: 'You are offline. This is done once you are back.',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    set: 'Added or changed',
    private: 'private',
    more: (count: number) => `and ${counted(count, { one: 'more', other: 'more' })}`,
    kept: (count: number) =>
      counted(count, {
        one: 'other entry stays as it is.',
        other: 'other entries stay as they are.',
      }),
    confirm: 'Save',
    lossTitle: 'Another app shrank your list',
    loss: (list: string, count: number, date: string) =>
      `${counted(count, { one: 'entry is', other: 'entries are' })} missing from ${list} since ${date}. Starling did not make this change.`,
    restore: 'Put them back',
    accept: 'That was me',
    versions: 'See all versions',
    overwrittenTitle: 'Your change was overwritten',
    overwritten: (list: string, date: string) =>
      `Another device or app saved a newer version of ${list} on ${date}, without this change.`,
    triedAgain: 'Starling tried to make it again, without success.',
    remake: 'Make it again',
    leave: 'Leave it as it is',
  },
  cancel: 'Cancel',
};

type ActionStrings = typeof actionsEnglish;

/** The words of actions for signed-in users, loaded with their code (ACCESS-05). */
export const useActionStrings = words('actions', actionsEnglish);

export function actionStrings(language: Language): ActionStrings {
  return wordsIn(language, 'actions', actionsEnglish);
}
