import { words } from '../strings.ts';
import { downloadEnglish } from './downloads.ts';

export const pagesEnglish = {
  downloads: downloadEnglish,
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
            'Use it within the law that applies to you. The people who run this server may refuse to store or pass on what breaks the law or harms the server. Starling shows payments that others made; it makes none, and holds nobody’s money.',
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
            'Your settings, your drafts, what you searched for and how far you read are kept in this browser; with an account also earlier versions of your lists, and for a week what you published. When you are signed in, the theme, animation and your lists of feeds are also kept by the caching service, so that they are the same on your other devices.',
            'A private key that you sign in with is kept in this browser: locked with your PIN, or without one, and then anyone who can open this browser or copy its profile folder can use it. It is never sent anywhere.',
          ],
        },
        {
          title: 'What others can see',
          paragraphs: [
            'Your notes, likes, reposts, reports, profile and lists are public, and so are your pictures and videos. Only what you mute privately is encrypted.',
            'The caching service sees your network address, what you open and what you search for. It tells anybody who asks how many unread messages and notifications an account has, but not from whom. The relays you use see your address and what you publish, unless you send everything through the caching service. Relays of other people are contacted when you send them something, mention them, pay them or look further for replies, never because you read. A relay that is not yours is told who you are only if you agreed.',
            'Pictures and videos in notes come from the servers their authors chose, pictures also from copies that the caching service names, and all of these servers see your address. The caching service checks verified names and zap receipts, so the domains that others chose for these do not learn that you read. If it cannot, your browser asks the domain of a name when you press “Check this name”, and the lightning service of somebody when you zap them. A player of another site is loaded from there only when you ask for it.',
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

/** Long words of rarely opened screens, loaded with those screens' chunks (ACCESS-05). */
export const usePageStrings = words('pages', pagesEnglish);
