import { useWords } from '../strings.ts';

export const pagesEnglish = {
  later: {
    heading: 'Not built yet',
    note: 'Nothing of yours is stored or sent from this page.',
    'reads/edit': { title: 'Write an article', text: 'The article editor will be here, with drafts that survive a crash.' },
    myarticles: { title: 'My articles', text: 'Your published articles and your drafts will be here.' },
    dms: { title: 'Messages', text: 'Your conversations will be here, sealed between two people.' },
    notifications: { title: 'Notifications', text: 'Replies, mentions, zaps, reposts and new followers will be here.' },
    settings: { text: 'These settings will be here. Until then their defaults hold.' },
  },
  help: {
    title: 'Help',
    sections: [
      {
        title: 'What this is',
        paragraphs: [
          'Starling reads and writes Nostr. There is no account with us: an account is a pair of keys, and everything you say is an event signed with yours. Relays keep and pass on these events, and you choose which relays.',
          'To show things quickly, Starling asks a caching service that has gathered events from many relays. The people who run this server may have put that service into it. Signatures are checked on your device, so a caching service can leave things out, but cannot put words into anybody’s mouth. Counts (likes, replies, zaps) are what the service claims.',
        ],
      },
      {
        title: 'Keys and signing in',
        paragraphs: [
          'Your public key (npub) is your name to others, your private key (nsec) signs for you. Anyone who has the private key can act as you, and no one can give you a new one. Keep a copy off this device.',
          'A signer extension keeps the private key away from web pages; it is the safest way to sign in with a browser.',
        ],
      },
      {
        title: 'Words you will meet',
        paragraphs: [
          'A note is a short text, a read is a long one. A zap is a payment over the Lightning network with a public receipt. Muting hides an account, a word, a hashtag or a thread from you. A verified name (like an e-mail address) means that the domain’s owner says this key belongs to that name.',
        ],
      },
    ],
    keys: { title: 'Keyboard shortcuts' },
  },
  downloads: {
    title: 'Downloads',
    text: 'Starling is a web client. There is nothing you must install, and there is no app in a store.',
    web: {
      title: 'Web',
      text: 'You are using it. To have it beside your other apps, use “Install” or “Add to home screen” in your browser’s menu.',
    },
    ios: { title: 'iPhone and iPad', text: 'There is no iOS app. In Safari: Share, then “Add to Home Screen”.' },
    android: {
      title: 'Android',
      text: 'There is no app in the Play store. In your browser’s menu: “Install app” or “Add to home screen”.',
    },
    apk: {
      title: 'APK',
      text: 'There is no Android package to download. If somebody offers you one under this name, it is not from this server.',
    },
    qr: {
      title: 'Open it on your phone',
      text: 'Point the camera at this code. It holds the address of this server and nothing else.',
      label: 'QR code with the address',
    },
    source: {
      title: 'Source',
      text: 'Starling is open source under the MIT licence. You can read it, change it and run it yourself: the client and its caching service are one program that needs only Node.',
      link: 'Source code',
      none: 'The people who run this server have not said where its source is published.',
    },
  },
  qr: {
    title: 'Open Starling on your phone',
    text: 'Point the camera of your phone at this code. There is no app to install: it opens this site.',
    continue: 'Continue in this browser',
  },
  documents: {
    home: 'Back to Starling',
    operator: 'Contact the people who run this server',
    noOperator: 'The people who run this server have not left a contact.',
    terms: {
      title: 'Terms',
      sections: [
        {
          title: 'What you get',
          paragraphs: [
            'Starling is open-source software under the MIT licence: it comes as it is, without any warranty. This copy belongs to the people who run this server. They may stop running it at any time; your keys and what you have published do not depend on it.',
          ],
        },
        {
          title: 'What is yours',
          paragraphs: [
            'What you write is signed by you and is yours. Publishing it hands it to the relays you chose, and they and others may keep and pass on copies. Deleting asks them to forget it; nobody can make them.',
          ],
        },
        {
          title: 'What is asked of you',
          paragraphs: [
            'Use it within the law that applies to you. The people who run this server may refuse to store or pass on what breaks the law or harms the server. Payments go from your wallet to the other person; Starling neither holds nor can return them.',
          ],
        },
      ],
    },
    privacy: {
      title: 'Privacy',
      sections: [
        {
          title: 'What stays on your device',
          paragraphs: [
            'Your settings, drafts and what you have read are kept in this browser. If you sign in with a private key it is kept encrypted with your PIN, or only until you close the page. It is never sent anywhere.',
          ],
        },
        {
          title: 'What others can see',
          paragraphs: [
            'Notes, follows, likes, zaps and lists are public. Messages are encrypted, but with the older kind it is visible who writes to whom and when.',
            'The caching service and the relays you use see your network address and what you ask them for. Pictures and videos in notes come from the servers their authors chose, and those servers see your address too.',
          ],
        },
        {
          title: 'What this program does not do',
          paragraphs: ['It has no analytics, no advertising and no trackers, and it sends nothing to the people who wrote it.'],
        },
      ],
    },
    'csae-policy': {
      title: 'Child safety',
      sections: [
        {
          title: 'No tolerance',
          paragraphs: [
            'Sexual abuse or exploitation of children has no place here, and no place that uses this software. Such content is illegal nearly everywhere; publishing, seeking or keeping it is a crime.',
          ],
        },
        {
          title: 'What to do when you see it',
          paragraphs: [
            'Do not share it, not even to warn others. Report it to the police or to your country’s hotline (inhope.org lists them). Then report the account from its menu, with the reason “illegal”, and tell the people who run this server and the relay it came from, so that they can remove it.',
          ],
        },
        {
          title: 'What people who run a server must do',
          paragraphs: [
            'Remove such content from the caching service and the media server as soon as they know of it, keep what the law wants kept, and report it to the authorities.',
          ],
        },
      ],
    },
    support: {
      title: 'Support',
      sections: [
        {
          title: 'Something does not work',
          paragraphs: [
            'Try again after reloading the page. If it stays, write down what you did, what you saw and what you expected, and send it to the people who run this server. Never send your private key (nsec): nobody who helps you needs it.',
          ],
        },
        {
          title: 'A lost key',
          paragraphs: [
            'Nobody can restore a private key. If you have a copy, sign in with it on another device. If somebody else has it, make a new account and tell the people you know by another way.',
          ],
        },
        {
          title: 'The program itself',
          paragraphs: [
            'Faults of the program are best reported where its source is kept; a recording made in the developer tools helps to repeat them.',
          ],
        },
      ],
    },
  },
};

export type PageStrings = typeof pagesEnglish;

/** Long words of screens that are not opened often; they come with those screens' chunks (ACCESS-05). */
export function usePageStrings(): PageStrings {
  return useWords('pages', pagesEnglish);
}
