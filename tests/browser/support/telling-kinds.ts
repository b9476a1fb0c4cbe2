import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, neventOf, nprofileOf } from '../../../src/events/nostr/nip19.ts';
import { pubkeyOfJun } from './pages/account.ts';
import {
  ADA,
  ADA_KEY,
  lnurl,
  LOST,
  LOST_KEY,
  media,
  relay,
  said,
  site,
  tells,
  ZED,
} from './telling-hosts.ts';
import { note, now } from './service/village.ts';

const texts: readonly string[] = [
  `A page ${site('link')} and ${site('second')}`,
  `A film https://www.youtube.com/watch?v=dQw4w9WgXcQ and a song https://open.spotify.com/track/1234567890123456789012`,
  `More https://www.twitch.tv/lamps https://music.apple.com/us/album/a/1?i=2 https://wavlake.com/track/1 https://rumble.com/v1-a.html https://soundcloud.com/a/b https://x.com/a/status/1`,
  `Media ${media('a.jpg')} ${media('b.mp4')} ${media('c.m3u8')} ${media('d.mp3')} ${media('e.svg')}`,
  `A paper ${site('paper')}.pdf and a model ${site('model')}.glb`,
  `Look nostr:${neventOf({ id: LOST, relays: [relay('nevent')], author: LOST_KEY }) ?? ''}`,
  `With nostr:${nprofileOf(LOST_KEY, [relay('nprofile')]) ?? ''}`,
  `Read nostr:${naddrOf({ kind: 30_023, pubkey: LOST_KEY, identifier: 'gone', relays: [relay('naddr')] }) ?? ''}`,
  `Pay ${lnurl('lnurl')} or ada@${tells('address-in-text')} or lightning:${lnurl('lnurl-link')}`,
  `magnet:?xt=urn:btih:${LOST.slice(0, 40)}&tr=${site('tracker')} and ${relay('bare')}`,
];

export const tellingNotes: readonly SignedEvent[] = texts.map((text, index) =>
  note(text, {
    key: ADA,
    ago: 30 + index,
    tags: [
      ['p', LOST_KEY, relay('p')],
      ['q', LOST, relay('q'), LOST_KEY],
      ['r', site('r')],
      ['zap', LOST_KEY, relay('zap'), '1'],
      ['emoji', 'lamp', media('lamp.png')],
      ['client', 'lamp', `31990:${ADA_KEY}:app`, relay('client')],
      ['proxy', site('proxy'), 'web'],
      ['relay', relay('relay-tag')],
      ['relays', relay('relays-tag')],
      [
        'imeta',
        `url ${media('a.jpg')}`,
        `fallback ${media('f.jpg')}`,
        `thumb ${media('t.jpg')}`,
        `service ${site('nip96')}`,
        'm image/jpeg',
      ],
    ],
  }),
);
export const [FIRST] = tellingNotes as [SignedEvent];
const HINTED = note('An answer to nobody here', {
  key: ADA,
  ago: 20,
  tags: [
    ['e', LOST, relay('root'), 'root', LOST_KEY],
    ['p', LOST_KEY, relay('p')],
  ],
});
const ARTICLE = said(
  KIND.LongForm,
  [
    ['d', 'long'],
    ['title', 'Long read'],
    ['summary', `See ${site('summary')}`],
    ['image', media('cover.jpg')],
    ['zap', LOST_KEY, relay('article-zap'), '1'],
    ['a', `30023:${LOST_KEY}:gone`, relay('article-a')],
    ['e', LOST, relay('article-e')],
    ['t', 'lamps'],
  ],
  `# Long read\n\n![](${media('in.jpg')})\n\n<img src="${media('html.jpg')}">\n\n[link](${site('md')}) nostr:${naddrOf({ kind: 30_023, pubkey: LOST_KEY, identifier: 'more', relays: [relay('article')] }) ?? ''}\n\n${'Words. '.repeat(100)}`,
);
const POLL = said(
  KIND.Poll,
  [
    ['option', 'a', 'Oil'],
    ['option', 'b', 'Gas'],
    ['relay', relay('poll')],
    ['polltype', 'singlechoice'],
  ],
  'Which lamp?',
);
const LIVE = said(KIND.LiveEvent, [
  ['d', 'show'],
  ['title', 'Lamps live'],
  ['streaming', `https://${tells('stream')}/live.m3u8`],
  ['recording', `https://${tells('recording')}/live.mp4`],
  ['service', site('live-service')],
  ['image', media('live.jpg')],
  ['status', 'live'],
  ['starts', String(now() - 600)],
  ['relays', relay('live')],
  ['p', ADA_KEY, relay('live-p'), 'host'],
]);

export function zap(target: readonly string[], receiver: string): SignedEvent {
  const tags = [['p', receiver, relay('zap-p')], [...target]];
  const request = said(
    KIND.ZapRequest,
    [...tags, ['amount', '21000'], ['relays', relay('zap-request')], ['lnurl', lnurl('zap')]],
    `thanks ${site('zap-text')}`,
    ZED,
  );
  return said(
    KIND.Zap,
    [
      ...tags,
      ['P', request.pubkey],
      ['bolt11', 'lnbc210n1x'],
      ['description', JSON.stringify(request)],
    ],
    '',
    32,
  );
}

export const tellingKinds = (): readonly SignedEvent[] => [
  ARTICLE,
  POLL,
  LIVE,
  HINTED,
  said(
    KIND.LiveChatMessage,
    [['a', `${KIND.LiveEvent}:${ADA_KEY}:show`, relay('chat')]],
    `Hello ${site('chat')}`,
  ),
  said(
    KIND.ZapPoll,
    [
      ['poll_option', '0', 'Oil'],
      ['poll_option', '1', 'Gas'],
      ['p', ADA_KEY, relay('zap-poll')],
    ],
    'Zap a lamp',
  ),
  said(
    KIND.PollVote,
    [
      ['e', POLL.id, relay('vote')],
      ['response', 'a'],
    ],
    '',
    ZED,
  ),
  said(30_009, [
    ['d', 'brave'],
    ['name', 'Brave'],
    ['image', media('badge.png'), '1024x1024'],
    ['thumb', media('badge-s.png')],
  ]),
  said(8, [
    ['a', `30009:${ADA_KEY}:brave`, relay('award')],
    ['p', pubkeyOfJun(), relay('award')],
  ]),
  said(
    KIND.ZapGoal,
    [
      ['amount', '100000'],
      ['relays', relay('goal')],
      ['r', site('goal')],
      ['a', `30023:${ADA_KEY}:long`, relay('goal')],
    ],
    'A new lamp',
  ),
  said(
    KIND.Nutzap,
    [
      ['u', site('gift-mint')],
      ['p', pubkeyOfJun(), relay('gift')],
      ['e', FIRST.id, relay('gift')],
      ['proof', JSON.stringify({ amount: 1, id: '00ad', secret: 's', C: `02${ADA_KEY}` })],
    ],
    'here',
  ),
  said(
    KIND.FileMetadata,
    [
      ['url', media('file.jpg')],
      ['m', 'image/jpeg'],
      ['x', LOST],
      ['thumb', media('file-s.jpg')],
      ['fallback', media('file-f.jpg')],
    ],
    'A file',
  ),
  said(
    KIND.FileMetadata,
    [
      ['url', site('file')],
      ['m', 'application/zip'],
      ['x', LOST],
    ],
    'A zip',
  ),
  said(
    KIND.Image,
    [
      ['title', 'Pictures'],
      ['imeta', `url ${media('i.jpg')}`, 'm image/jpeg', `fallback ${media('j.jpg')}`],
    ],
    'Pictures',
  ),
  said(
    KIND.VideoPost,
    [
      ['title', 'Film'],
      ['imeta', `url ${media('v.mp4')}`, 'm video/mp4', `image ${media('v.jpg')}`],
      ['text-track', site('track'), relay('track')],
    ],
    'Film',
  ),
  said(
    KIND.Video,
    [
      ['d', 'v'],
      ['title', 'Film'],
      ['url', media('w.mp4')],
      ['thumb', media('w.jpg')],
      ['r', site('video')],
    ],
    'Film',
  ),
  said(
    KIND.ChannelCreation,
    [['relays', relay('channel')]],
    JSON.stringify({
      name: 'Lamps',
      about: site('channel'),
      picture: media('c.jpg'),
      relays: [relay('channel-content')],
    }),
  ),
  said(KIND.ChannelMessage, [['e', LOST, relay('channel-root'), 'root']], 'In the channel'),
  said(
    KIND.Comment,
    [
      ['I', site('comment')],
      ['K', 'web'],
      ['i', site('comment')],
      ['k', 'web'],
    ],
    'On a page',
  ),
  said(
    KIND.Comment,
    [
      ['A', `30023:${ADA_KEY}:long`, relay('comment-a')],
      ['K', '30023'],
      ['P', ADA_KEY, relay('comment-p')],
      ['a', `30023:${ADA_KEY}:long`, relay('comment-a')],
      ['k', '30023'],
    ],
    'On the read',
    ZED,
  ),
  said(
    KIND.Highlight,
    [
      ['r', site('highlight'), 'source'],
      ['a', `30023:${ADA_KEY}:long`, relay('highlight')],
      ['context', 'Words. Words.'],
      ['comment', `see ${site('highlight-comment')}`],
    ],
    'Words.',
  ),
  said(KIND.CategorizedPeople, [
    ['d', 'friends'],
    ['title', 'Friends'],
    ['p', LOST_KEY, relay('people')],
    ['image', media('people.jpg')],
  ]),
  said(KIND.CurationSet, [
    ['d', 'best'],
    ['title', 'Best'],
    ['a', `30023:${LOST_KEY}:x`, relay('curation')],
    ['e', LOST, relay('curation')],
  ]),
  said(
    KIND.EmojiSet,
    [
      ['d', 'faces'],
      ['emoji', 'face', media('face.png')],
    ],
    '',
    ZED,
  ),
  said(KIND.StarterPack, [
    ['d', 'pack'],
    ['title', 'Pack'],
    ['p', ADA_KEY, relay('pack')],
    ['image', media('pack.jpg')],
  ]),
  said(KIND.Community, [
    ['d', 'lamps'],
    ['relay', relay('community'), 'requests'],
    ['image', media('com.jpg')],
    ['p', ADA_KEY, relay('community'), 'moderator'],
  ]),
  said(
    KIND.Tier,
    [
      ['d', 'friend'],
      ['title', 'Friend'],
      ['amount', '100', 'sats', 'monthly'],
      ['r', site('tier')],
    ],
    'For friends',
  ),
  said(KIND.HandlerRecommendation, [
    ['d', '31922'],
    ['a', `31990:${ADA_KEY}:app`, relay('handler'), 'web'],
  ]),
  said(
    KIND.Dvm,
    [
      ['d', 'app'],
      ['k', '31922'],
      ['k', '5300'],
      ['web', `${site('app')}/<bech32>`, 'nevent'],
    ],
    JSON.stringify({
      name: 'App',
      picture: media('app.png'),
      website: site('app'),
      nip05: `app@${tells('nip05-app')}`,
      lud16: `app@${tells('lud16-app')}`,
    }),
  ),
  said(
    31_922,
    [
      ['d', 'day'],
      ['title', 'Lamp day'],
      ['start', '2030-01-01'],
      ['location', site('where')],
      ['image', media('day.jpg')],
    ],
    'A day',
  ),
  said(
    30_402,
    [
      ['d', 'sale'],
      ['title', 'Lamp'],
      ['price', '10', 'EUR'],
      ['image', media('sale.jpg')],
      ['location', 'Here'],
    ],
    'For sale',
  ),
  said(
    2_003,
    [
      ['title', 'Torrent'],
      ['x', LOST.slice(0, 40)],
      ['tracker', site('torrent')],
      ['file', 'a', '1'],
    ],
    'A torrent',
  ),
  said(KIND.Label, [
    ['L', 'x'],
    ['l', 'y', 'x'],
    ['r', site('label')],
  ]),
  said(KIND.ReportContent, [
    ['p', LOST_KEY, 'spam'],
    ['server', site('report')],
  ]),
  said(39_000, [
    ['d', 'lamps'],
    ['name', 'Lamps'],
    ['picture', media('g.jpg')],
    ['relay', relay('group-meta')],
  ]),
  said(
    KIND.Repost,
    [
      ['e', FIRST.id, relay('repost')],
      ['p', ADA_KEY, relay('repost')],
    ],
    JSON.stringify(FIRST),
    ZED,
  ),
  said(
    KIND.GenericRepost,
    [
      ['e', LOST, relay('repost16')],
      ['k', '30023'],
    ],
    '',
    ZED,
  ),
  zap(['e', FIRST.id, relay('zap-e')], ADA_KEY),
  zap(['a', `30023:${ADA_KEY}:long`, relay('zap-a')], ADA_KEY),
];
