import { useStrings } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const actEnglish = {
  quote: 'Quote',
  liking: 'Liked',
  likeFailed: 'Failed to like',
  unlikeFailed: 'Failed to take the like back',
  noLike: 'We couldn’t find your like on your relays',
  unrepost: 'Undo repost',
  unrepostFailed: 'Failed to undo the repost',
  noRepost: 'We couldn’t find your repost on your relays',
  view: 'View',
  sending: {
    under: (took: number, asked: number) => `Sending, ${took} of ${counted(asked, { one: 'relay', other: 'relays' })}`,
    failed: (why: string) => `Not published. ${why}`,
  },
  addKey: 'Add key',
  reposting: 'Reposting',
  reposted: 'Reposted successfully',
  repostFailed: 'Failed to repost',
  removeBookmark: 'Remove the bookmark',
  broadcast: 'Broadcast',
  broadcasting: { done: 'Note has been broadcasted to your relays', failed: 'We were unable to broadcast this note' },
  unmuteUser: 'Unmute user',
  muteThread: 'Mute thread',
  unmuteThread: 'Unmute thread',
  muteUnknown: { user: 'Mute or unmute user', thread: 'Mute or unmute thread' },
  requestDelete: 'Request delete',
  editProfile: 'Edit profile',
  mute: {
    title: (name: string) => `Mute ${name}?`,
    threadTitle: 'Mute thread?',
    user: (name: string) => `Add ${name} to your mute list?`,
    thread: 'Mute this thread?',
    confirm: 'Mute',
    followMuteList: 'Use their mute list',
    unfollowMuteList: 'Stop using their mute list',
    muteListUnknown: 'Use or stop using their mute list',
  },
  delete: {
    title: 'Request delete?',
    text: 'Relays are asked to remove it; some may keep copies.',
    confirm: 'Request delete',
    done: 'Delete request sent',
  },
  report: {
    title: 'Report abuse?',
    notice: 'All reports will be publicly visible.',
    user: (name: string) => `Report user ${name}?`,
    reason: 'What’s wrong?',
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
    done: (name: string) => `User ${name} reported`,
  },
  list: {
    names: {
      follows: 'your follow list',
      mutes: 'your mute list',
      bookmarks: 'your bookmarks',
      relays: 'your relays',
      mediaServers: 'your media servers',
      filterLists: 'your filter lists',
      allowlist: 'your allowlist',
    },
    title: (list: string) => `Change ${list}?`,
    reasons: {
      'few-follows': 'You will follow fewer than two people after this.',
      'first-bookmark': 'Your bookmarks are public: everybody can see them. This is the first one.',
      'last-bookmark': 'This removes the last of your public bookmarks.',
      'new-list': 'We found no earlier list. If one exists elsewhere, this replaces it.',
      'unsure-base': 'Not all of your relays answered, so the newest version may not be among those that were found.',
    },
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    private: 'private',
    more: (count: number) => `and ${counted(count, { one: 'more', other: 'more' })}`,
    kept: (count: number) => counted(count, { one: 'other entry stays as it is.', other: 'other entries stay as they are.' }),
    confirm: 'Save',
    lossTitle: 'Another app shrank your list',
    loss: (list: string, count: number, date: string) =>
      `${counted(count, { one: 'entry is', other: 'entries are' })} missing from ${list} since ${date}. The change was not made here.`,
    restore: 'Put them back',
    accept: 'That was me',
  },
  cancel: 'Cancel',
};

type ActStrings = typeof actEnglish;

const LANGUAGES: Readonly<Record<string, ActStrings>> = { 'en-us': actEnglish };

/** The words of what only who is signed in can do; they come with its code (ACCESS-05). */
export function useActStrings(): ActStrings {
  return actStrings(useStrings().locale);
}

export function actStrings(locale: string): ActStrings {
  return LANGUAGES[locale] ?? actEnglish;
}
