import { getPublicKey } from 'nostr-tools';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { neventOf, nprofileOf } from '../../../src/events/nostr/nip19.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { secretKey } from '../../support/events/signed.ts';
import { byJun, neighbourhood, pubkeyOfJun } from './pages/account.ts';
import { nip04Message, giftWrappedMessage } from './pages/direct-messages.ts';
import type { Filling } from './service/test-service.ts';
import {
  ADA,
  ADA_KEY,
  IRIS,
  JUN,
  lnurl,
  LOST,
  LOST_KEY,
  media,
  OWN,
  relay,
  said,
  site,
  tells,
  ZED,
  ZED_KEY,
} from './telling-hosts.ts';
import { FIRST, tellingKinds, tellingNotes, zap } from './telling-kinds.ts';
import { profile } from './service/village.ts';

const profiles = (key: number, name: string): readonly SignedEvent[] => [
  profile(key, {
    name,
    display_name: name,
    nip05: `${name}@${tells(`nip05-${name}`)}`,
    ...(name === 'ada' ? { lud16: `${name}@${tells('lud16')}` } : { lud06: lnurl('lud06') }),
    website: site('website'),
    picture: media(`${name}.jpg`),
    banner: media(`${name}-banner.jpg`),
    about: `See ${site('about')} and nostr:${nprofileOf(LOST_KEY, [relay('about')]) ?? ''}`,
  }),
  said(
    KIND.Contacts,
    [['p', getPublicKey(secretKey(JUN)), relay('contact')]],
    JSON.stringify({ [relay('contact-content')]: { read: true } }),
    key,
  ),
  said(
    KIND.RelayList,
    [
      ['r', relay('outbox')],
      ['r', relay('inbox'), 'read'],
    ],
    '',
    key,
  ),
  said(KIND.DirectMessageRelays, [['relay', relay('letters')]], '', key),
  said(KIND.BlossomServers, [['server', site('blossom')]], '', key),
  said(
    KIND.NutzapInfo,
    [
      ['relay', relay('nutzaps')],
      ['mint', site('mint'), 'sat'],
      ['pubkey', `02${ADA_KEY}`],
    ],
    '',
    key,
  ),
  said(KIND.MuteList, [['p', LOST_KEY, relay('mutes')]], '', key),
  said(
    KIND.Bookmarks,
    [
      ['e', LOST, relay('bookmarks')],
      ['r', site('bookmark')],
    ],
    '',
    key,
  ),
  said(KIND.EmojiList, [['a', `${KIND.EmojiSet}:${ZED_KEY}:faces`, relay('emoji-list')]], '', key),
  said(10_006, [['relay', relay('blocked')]], '', key),
  said(10_007, [['relay', relay('search')]], '', key),
  said(10_009, [['group', 'lamps', relay('group')]], '', key),
  said(KIND.TierList, [['a', `${KIND.Tier}:${ADA_KEY}:friend`, relay('tiers')]], '', key),
  said(
    30_008,
    [
      ['d', 'profile_badges'],
      ['a', `30009:${ADA_KEY}:brave`, relay('badge')],
      ['e', LOST, relay('badge')],
    ],
    '',
    key,
  ),
  said(
    30_315,
    [
      ['d', 'general'],
      ['r', site('status')],
    ],
    'Reading',
    key,
  ),
];

/** Events that concern the reader: each appears in the notifications, or as a message. */
function done(to: SignedEvent): readonly SignedEvent[] {
  const about = [
    ['e', to.id, relay('told')],
    ['p', pubkeyOfJun(), relay('told')],
  ];
  const letter = `Dear Jun, ${site('letter')} ${media('letter.jpg')} ${lnurl('letter')} nostr:${neventOf({ id: LOST, relays: [relay('letter')] }) ?? ''}`;
  return [
    said(KIND.Reaction, [...about, ['emoji', 'lamp', media('lamp.png')]], ':lamp:', ZED),
    said(
      KIND.Text,
      about.map((tag) => (tag[0] === 'e' ? [...tag, 'root'] : tag)),
      `I answer ${site('answer')}`,
      ZED,
    ),
    said(
      KIND.Text,
      [['p', pubkeyOfJun(), relay('mention')]],
      `nostr:${nprofileOf(pubkeyOfJun(), [relay('mention')]) ?? ''} look ${site('mention')}`,
      ZED,
    ),
    said(KIND.Repost, about, JSON.stringify(to), ZED),
    zap(['e', to.id, relay('zap-own')], pubkeyOfJun()),
    said(KIND.Contacts, [['p', pubkeyOfJun(), relay('follows')]], '', ZED),
    ...letters(letter),
  ];
}

/**
 * A town where every part of every kind of event names a host of its author. Jun, the reader,
 * follows Ada and not Zed.
 */
export function tellingTown(): Filling {
  const own = byJun({ kind: 1, content: 'My own note' });
  return neighbourhood(
    ...profiles(ADA, 'ada'),
    ...profiles(ZED, 'zed'),
    byJun({
      kind: KIND.Contacts,
      tags: [
        ['p', ADA_KEY, relay('own-contact')],
        ['p', getPublicKey(secretKey(IRIS))],
      ],
    }),
    byJun({ kind: KIND.RelayList, tags: [['r', `wss://${OWN}`]] }),
    byJun({
      kind: KIND.Bookmarks,
      tags: [
        ['e', FIRST.id, relay('own-bookmark')],
        ['e', LOST, relay('own-bookmark')],
        ['a', `30023:${ADA_KEY}:long`, relay('own-bookmark')],
      ],
    }),
    own,
    ...tellingNotes,
    ...tellingKinds(),
    ...done(own),
  );
}

/** Messages by a followed user and by a stranger, and a gift wrap. */
function letters(text: string): readonly SignedEvent[] {
  const all = [
    nip04Message({ from: ADA, to: JUN, text, ago: 300 }),
    nip04Message({ from: ZED, to: JUN, text, ago: 200 }),
    giftWrappedMessage({ from: ADA, to: JUN, text, ago: 100 }),
  ];
  return all.flatMap((one) => readEvent(one) ?? []);
}
