import { words } from '../strings.ts';
import { downloadEnglish } from './downloads.ts';

export const pagesEnglish = {
  downloads: downloadEnglish,
  qr: {
    title: 'Open Starling on your phone',
    text: 'Point the camera of your phone at this code. It opens this site; there is nothing to install.',
    here: 'Starling on your phone',
    hereText: 'You have it open already. Put it on your home screen to open it like an app.',
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
            'Starling is open-source software under the MIT licence: it comes as it is, without any warranty. This copy belongs to the people who run this server. They may stop running it at any time; your keys and your posts do not depend on it.',
          ],
        },
        {
          title: 'What is yours',
          paragraphs: [
            'Everything you write is signed by you and is yours. Publishing sends it to the relays you chose. They and others may keep and pass on copies. Deleting asks them to remove it; nobody can force them.',
          ],
        },
        {
          title: 'What we ask of you',
          paragraphs: [
            'Use it within the law that applies to you. The people who run this server may refuse content that breaks the law or harms the server. Starling shows payments that others made; it makes none, and holds nobody’s money.',
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
            'This browser keeps your settings, drafts, searches and reading positions. With an account it also keeps earlier versions of your lists and, for a week, everything you published. When you are signed in, the caching service also keeps your theme, animation and lists of feeds for your other devices.',
            'If you sign in with a private key, this browser keeps it, locked with your PIN. Without a PIN, anyone who can open this browser or copy its profile folder can use it. It is never sent anywhere.',
          ],
        },
        {
          title: 'What others can see',
          paragraphs: [
            'Your notes, likes, reposts, reports, profile and lists are public, and so are your pictures and videos. Only what you mute privately is encrypted.',
            'The caching service sees your network address, what you open and what you search for. It tells anybody who asks how many unread messages and notifications an account has, but not from whom. The relays you use see your address and what you publish, unless you send everything through the caching service. Starling contacts other people’s relays when you send them something, mention them, pay them or look further for replies. It never does so because you read. It tells a relay that is not yours who you are only if you agreed.',
            'Pictures and videos in notes come from the servers their authors chose. Pictures also come from copies that the caching service names. All of these servers see your address. The caching service checks verified names and zap receipts, so the domains behind them do not learn that you read. If it cannot, your browser asks the domain of a name when you press “Check this name”. It asks a lightning service when you zap somebody. Players of other sites load only when you ask for them.',
          ],
        },
        {
          title: 'What this program does not do',
          paragraphs: [
            'It has no analytics, no advertising and no trackers, and it sends nothing to the people who wrote it.',
          ],
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
            'Do not share it, not even to warn others. Report it to the police or to your country’s hotline (inhope.org lists them). Then report the account from its menu, with the reason “illegal”. Tell the people who run this server and the relay it came from, so that they can remove it.',
          ],
        },
        {
          title: 'What people who run a server must do',
          paragraphs: [
            'Remove such content from the caching service and the media server as soon as they know of it, keep evidence if the law requires it, and report it to the authorities.',
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
            'Reload the page and try again. If the problem stays, write down what you did, saw and expected. Send that to the people who run this server. Never send your private key (nsec): nobody who helps you needs it.',
          ],
        },
        {
          title: 'A lost key',
          paragraphs: [
            'Nobody can restore a private key. If you have a copy, sign in with it on another device. If somebody else has it, make a new account and tell the people you know in another way.',
          ],
        },
        {
          title: 'The program itself',
          paragraphs: [
            'Report bugs where the source is published. A recording from the developer tools helps to reproduce them.',
          ],
        },
      ],
    },
  },
};

/** Long words of rarely opened screens, loaded with those screens' chunks (ACCESS-05). */
export const usePageStrings = words('pages', pagesEnglish);
