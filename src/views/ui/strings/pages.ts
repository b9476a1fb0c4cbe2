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
            'Everything you write is signed by you and is yours. Publishing sends it to the relays you chose, and to those of the people you mention. They and others may keep and pass on copies. Deleting asks them to remove it; nobody can force them.',
          ],
        },
        {
          title: 'Payments',
          paragraphs: [
            'Starling pays when you press: from a wallet that you connected, from the wallet of this browser, or with ecash on this device. You set limits under Settings, Connected wallets. A payment cannot be taken back.',
            'The people who wrote Starling and those who run this server do not hold your money. A wallet holds its own; the sats behind ecash are with its mint. Play sats of this server are worth nothing.',
          ],
        },
        {
          title: 'What we ask of you',
          paragraphs: [
            'Use it within the law that applies to you. The people who run this server may refuse content that breaks the law or harms the server.',
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
            'This browser keeps your settings, drafts of notes, searches and reading positions. With an account it also keeps earlier versions of your lists and, for a week, everything you published.',
            'It also keeps your wallets, payments, ecash, connected devices, conversations, and unfinished messages and articles. These are encrypted with a key of this device.',
            'If you sign in with a private key, this browser keeps it, locked with your PIN. Without a PIN, anyone who can open this browser or copy its profile folder can use it. It is never sent anywhere.',
          ],
        },
        {
          title: 'What is encrypted, and what is public',
          paragraphs: [
            'Private messages are encrypted: only you and the other person can read them. Relays see who receives a message, and from which network address it came, but not who wrote it. With the old form (NIP-04), everybody can see who writes to whom and when.',
            'On relays, your drafts of articles, your private mutes, your list of relays for private content and your ecash are encrypted for you alone.',
            'Everything else that you publish is public: notes, articles, likes, reposts, reports, poll votes, zaps with their messages, nutzaps, your profile, your lists, pictures and videos.',
          ],
        },
        {
          title: 'What the caching service sees',
          paragraphs: [
            'The caching service sees your network address, what you open and what you search for. It fetches previews of links, so the sites behind them do not see you. For that, it learns which links come into your view, until you switch off “Cards for links”.',
            'When you are signed in, it keeps settings for your other devices, unencrypted: theme, animation, feeds, amounts of zaps, kinds of notifications, rules that hide content, whether you send everything through it, and when you last read your notifications.',
            'It tells anybody who asks how many unread messages and notifications an account has, but not from whom.',
          ],
        },
        {
          title: 'Who else sees your network address',
          paragraphs: [
            'The relays you use see your address, what you publish, and which notes you open that the caching service lacks, unless you send everything through the caching service. A signer on your phone, or a device that you connected, receives encrypted requests through the relay that its connection names.',
            'Starling contacts other people’s relays when you write to them, mention them, pay them, or vote in their polls. It also does so when you press “Look further” or “Look on the author’s relays”. It never does so because you read. It tells a relay that is not yours who you are only if you agreed.',
            'Pictures, videos and sounds come through this site’s service, if it offers that and “Pictures and videos through this service” is on. Your browser then loads them from nowhere else. Streams and long videos wait until you press.',
            'Otherwise they come from the servers their authors chose, or from copies that the caching service names. All of these servers see your address, and so do the media servers that you upload to. Files in private messages come from their servers when you open them. Players of other sites load only when you ask for them.',
            'The caching service checks verified names and zap receipts, so the domains behind them do not learn that you read. If it cannot check a name, your browser asks its domain when you press “Check this name”.',
          ],
        },
        {
          title: 'Payments',
          paragraphs: [
            'Starling asks a lightning service only when you pay through it: to zap somebody or to pay a lightning address. That service sees your network address and the amount. For a zap it also sees your public key and your message, which the public receipt repeats.',
            'A connected wallet receives encrypted orders through the relay that its connection names. A mint sees your network address and the ecash that you use there. Starling asks only mints that you allowed.',
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
