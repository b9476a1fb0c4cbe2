import {
  COUNT,
  each,
  INT,
  INT_KEY,
  KEY,
  MAYBE_INT,
  MAYBE_TEXT,
  ROW_NUMBER,
  table,
  type Tables,
  TEXT,
  UNIQUE,
} from './engine/tables.ts';

/**
 * The store's tables for both engines. Each makes its SQL from them, and adds its own parts.
 * `since` is the step that adds a table, column or index to older stores. It is 1 if not given. A
 * released step never changes. Times in seconds, amounts in sats, ids and keys in lower-case hex.
 * `events.state` is one of these: 0 current. 1 superseded: an older version of a list, article or
 * profile. 2 gone: deleted by its author, expired, or removed by the operator (`raw` is empty). 3
 * quarantined: a list from the far future (E-18). 4 withheld: the operator denied its author. Its
 * state is determined again on release. Readers filter by `state = 0`. All indexes except those on
 * `id` and `address` are partial on it. `tags`, `refs`, `links`, `note_text` and `name_text` hold
 * current events only, so queries that start there need no filter. `refs.type` is one of REF below.
 * `refs.target` is an event id, or an address `kind:pubkey:d` for articles and other addressable
 * events.
 */
export const TABLES = {
  // tasks that run once in a store, and other notes
  meta: table({ name: KEY, value: TEXT }),

  events: table({
    seq: ROW_NUMBER, // order of first sight
    id: UNIQUE,
    pubkey: TEXT,
    ...each(INT, 'kind', 'created_at'),
    state: COUNT,
    reply: COUNT, // 1: answers another event, or is a comment (NIP-10, NIP-22)
    media: COUNT, // bits: 1 picture, 2 video, 4 audio, 8 other link
    chars: COUNT, // length of the content
    parent: MAYBE_TEXT, // id or address it answers
    root: MAYBE_TEXT, // id or address of the start of the thread
    address: MAYBE_TEXT, // kind:pubkey:d of replaceable and addressable events (d empty below 30000)
    expires_at: MAYBE_INT, // NIP-40
    hint: MAYBE_TEXT, // relay where it was first seen
    raw: TEXT, // the signed event as JSON
  })
    .index('events_author', ['pubkey', 'kind', 'created_at', 'reply'], 'state = 0')
    .index('events_kind', ['kind', 'created_at', 'pubkey', 'reply'], 'state = 0')
    .index('events_time', ['created_at'], 'state = 0')
    .index('events_address', ['address', 'created_at'], 'address is not null')
    .index('events_expiry', ['expires_at'], 'expires_at is not null and state < 2')
    .index('events_future', ['created_at'], 'state = 3')
    // all stored events of an account that are not current; queries repeat this condition
    .index('events_beside', ['pubkey', 'created_at'], 'state in (1, 3, 4)', 3),

  // single-letter tags of current events; p tags of kind 3 are in follows only
  tags: table({ ...each(TEXT, 'name', 'value'), ...each(INT, 'created_at', 'seq') }).key(
    'name',
    'value',
    'created_at',
    'seq',
  ),

  refs: table({
    target: TEXT,
    ...each(INT, 'type', 'created_at', 'seq'),
    pubkey: TEXT, // account that acts; for zaps the sender
    first: COUNT, // 1: the first of this account, type and target (counts in the score)
    day: COUNT, // 1: counted in score24h
  })
    .key('target', 'type', 'created_at', 'seq')
    // actions of an account on a target; a query needs type <= 4, or the index is not used
    .index('refs_actor', ['pubkey', 'target', 'type', 'first'], 'type <= 4')
    .index('refs_day', ['created_at'], 'day = 1'),

  // counters by event id or address. Those of an article are the sum of its address and the ids of
  // all its versions (events.address). Likes and reposts are accounts, zaps are receipts.
  stats: table({
    target: KEY,
    ...each(COUNT, 'likes', 'replies', 'reposts', 'quotes', 'zaps', 'satszapped'),
    ...each(COUNT, 'points', 'repliers', 'points24h', 'repliers24h'),
    reply_weight: { type: 'integer', rules: 'not null default 10' },
    score: { type: 'integer', as: '(points + repliers * reply_weight) * 10000000000 / 91' },
    score24h: {
      type: 'integer',
      as: '(points24h + repliers24h * reply_weight) * 10000000000 / 91',
    },
  })
    .index('stats_score', ['score'], 'score > 0')
    .index('stats_score24h', ['score24h'], 'score24h > 0')
    .index('stats_sats', ['satszapped'], 'satszapped > 0'),

  // notes: kind 1 that are no replies. replies: with comments. media: notes with pictures or video.
  // zaps, satszapped: received. events: all kinds.
  accounts: table({
    pubkey: KEY,
    ...each(COUNT, 'followers', 'follows', 'notes', 'replies', 'articles', 'media'),
    ...each(COUNT, 'zaps', 'satszapped', 'events'),
    first_at: MAYBE_INT, // of the oldest event of kinds 1, 6, 7, 30023
  }).index('accounts_followers', ['followers'], 'followers > 0'),

  // events stored, by kind; current ones only
  kinds: table({ kind: INT_KEY, n: INT }),

  // from the newest contact lists
  follows: table(each(TEXT, 'follower', 'followed'))
    .key('follower', 'followed')
    .index('follows_followed', ['followed', 'follower']),

  zaps: table({
    seq: INT_KEY,
    ...each(TEXT, 'id', 'sender', 'receiver'),
    target: MAYBE_TEXT,
    ...each(INT, 'sats', 'created_at'),
  })
    .index('zaps_target', ['target', 'sats'], 'target is not null')
    .index('zaps_receiver', ['receiver', 'sats'])
    .index('zaps_sender', ['sender', 'created_at'])
    .index('zaps_time', ['created_at']),

  // invoices that the zaps paid: SHA-256 of the text in lower case
  zap_invoices: table({ hash: TEXT, seq: INT })
    .key('hash', 'seq')
    .index('zap_invoices_of', ['seq']),

  // current versions of kind 30023; published_at is the smallest of all versions seen
  articles: table({
    address: KEY,
    seq: INT,
    ...each(TEXT, 'id', 'pubkey'),
    ...each(INT, 'published_at', 'words'),
  })
    .index('articles_time', ['published_at'])
    .index('articles_author', ['pubkey', 'published_at']),

  // accounts that this service gave a name or a badge
  members: table({
    pubkey: KEY,
    name: { type: 'text', rules: 'unique' },
    ...each(TEXT, 'tier', 'cohort_1', 'cohort_2'),
    ...each(MAYBE_INT, 'premium_since', 'legend_since', 'expires_on'),
    style: TEXT,
    ...each(INT, 'custom_badge', 'avatar_glow'),
    shoutout: TEXT,
  }),

  // names that members gave up. Until that time no other account can have them, and their lightning
  // addresses still pay the member.
  held_names: table({ name: KEY, pubkey: TEXT, until: INT }).from(5),

  // urls in the text and imeta tags of an event (for kind 0: picture and banner), in order. media:
  // as in events.media.
  links: table({ ...each(INT, 'seq', 'n'), url: TEXT, media: INT })
    .key('seq', 'n')
    .index('links_url', ['url']),

  // metadata of a picture, video or sound, by url. hash: of the blob if it is stored here.
  media: table({
    url: KEY,
    mime: TEXT,
    ...each(INT, 'width', 'height'),
    duration: { type: 'real', rules: 'not null default 0' },
    ...each(MAYBE_TEXT, 'hash', 'thumbnail'),
    size: COUNT,
  }),

  blobs: table({ hash: KEY, mime: TEXT, ...each(INT, 'size', 'width', 'height', 'created_at') }),

  // accounts that uploaded a blob (BUD-02). Blobs without an upload are the service's own.
  uploads: table({ ...each(TEXT, 'hash', 'pubkey'), created_at: INT })
    .key('hash', 'pubkey')
    .index('uploads_of', ['pubkey', 'created_at']),

  previews: table({
    url: KEY,
    ...each(TEXT, 'mime', 'title', 'description', 'image', 'icon'),
    fetched_at: INT,
  })
    .index('previews_image', ['image'], undefined, 6)
    .index('previews_icon', ['icon'], undefined, 6),

  // saved data of accounts: the last signed settings, with merged changes, and values beside them
  // as JSON
  app_settings: table({ pubkey: KEY, event: TEXT }),
  app_subsettings: table(each(TEXT, 'pubkey', 'subkey', 'value')).key('pubkey', 'subkey'),

  // time of the last look of an account at its notifications
  notifications_seen: table({ pubkey: KEY, seen_at: INT }),

  // accounts with notifications: those that requested or saved settings here
  receivers: table({ pubkey: KEY }),

  // actions of other accounts that concern a receiver. Settings and mutes are applied on read.
  notifications: table({
    n: ROW_NUMBER, // order of discovery; never reused, so each engine has its own numbers
    receiver: TEXT,
    type: INT, // NOTIFICATION_TYPE
    actor: TEXT,
    subject: TEXT, // id or address, mostly of a post of the receiver; else empty
    seq: INT, // event that is the cause; 0 for any version of a list or live event
    ...each(INT, 'created_at', 'unread'),
  })
    .uniqueIndex('notifications_one', ['receiver', 'type', 'actor', 'subject', 'seq'])
    .index('notifications_time', ['receiver', 'created_at'])
    .index('notifications_unread', ['receiver', 'created_at'], 'unread = 1')
    .index('notifications_cause', ['seq'], 'seq > 0')
    .index('notifications_list', ['actor', 'type'], 'seq = 0')
    .index('notifications_subject', ['subject'], "subject <> ''"),

  // current messages of NIP-04; unread until their receiver marks them
  messages: table({
    seq: INT_KEY,
    ...each(TEXT, 'id', 'sender', 'receiver'),
    ...each(INT, 'created_at', 'unread'),
  })
    .index('messages_to', ['receiver', 'sender', 'created_at', 'id'])
    .index('messages_from', ['sender', 'receiver', 'created_at', 'id'])
    .index('messages_unread', ['receiver', 'sender'], 'unread = 1'),

  // accounts and events that were reported to this service
  reports: table({
    ...each(TEXT, 'target', 'reporter'),
    created_at: INT,
    reason: { ...MAYBE_TEXT, since: 3 }, // type of NIP-56
  }).key('target', 'reporter'),

  // accounts that the operator denied, or allowed where only those may publish
  standings: table({ pubkey: KEY, ...each(TEXT, 'standing', 'note'), created_at: INT }).from(3),

  // play money (service/money), amounts in msats: invoices of this service's own ledger, one for
  // each ref
  play_invoices: table({
    n: ROW_NUMBER,
    hash: UNIQUE,
    preimage: TEXT,
    bolt11: UNIQUE,
    payee: TEXT,
    msats: { type: 'integer', rules: 'not null check (msats > 0)' },
    text: TEXT,
    text_hash: MAYBE_TEXT,
    request: MAYBE_TEXT, // zap request (NIP-57) as JSON
    ...each(INT, 'created_at', 'expires_at'),
    paid_at: MAYBE_INT,
    payer: MAYBE_TEXT,
    receipt: MAYBE_TEXT, // id of its zap receipt
    ref: UNIQUE,
  })
    .index('play_invoices_payee', ['payee', 'created_at'])
    .index('play_invoices_payer', ['payer', 'created_at'], 'payer is not null')
    .index('play_invoices_open', ['expires_at'], 'paid_at is null')
    .index(
      'play_invoices_due',
      ['n'],
      'request is not null and paid_at is not null and receipt is null',
    ),

  // every payment has two entries that add up to 0; move is the payment hash
  play_entries: table({
    n: ROW_NUMBER,
    ...each(TEXT, 'move', 'account'),
    ...each(INT, 'msats', 'created_at'),
  })
    .unique('move', 'account', 'msats')
    .index('play_entries_account', ['account', 'msats']),

  // requests to pay, and the reason of their refusal (null: paid); each is decided once
  play_wishes: table({
    ref: KEY,
    ...each(TEXT, 'payer', 'bolt11'),
    refused: MAYBE_TEXT,
    created_at: INT,
  }),

  // purchases of memberships with play sats; quote is the payment hash of the invoice
  purchases: table({
    n: ROW_NUMBER,
    quote: UNIQUE,
    ...each(TEXT, 'buyer', 'receiver', 'name', 'product'),
    msats: INT,
    usd: TEXT,
    created_at: INT,
    completed_at: MAYBE_INT,
  }).index('purchases_of', ['buyer', 'completed_at'], 'completed_at is not null'),

  // mints (service/mint), amounts in sats. mint is an account of play money. Quotes are invoices
  // that are to be paid to a mint for ecash.
  mint_quotes: table({
    ...each(TEXT, 'mint', 'id'),
    hash: UNIQUE,
    sats: { type: 'integer', rules: 'not null check (sats > 0)' },
    expires_at: INT,
    issued_at: MAYBE_INT,
  })
    .key('mint', 'id')
    .index('mint_quotes_open', ['mint', 'expires_at'], 'issued_at is null'),

  // invoices that a mint is to pay for ecash
  melt_quotes: table({
    ...each(TEXT, 'mint', 'id', 'bolt11'),
    sats: { type: 'integer', rules: 'not null check (sats > 0)' },
    ...each(INT, 'reserve', 'expires_at'),
    paid_at: MAYBE_INT,
  })
    .key('mint', 'id')
    .index('melt_quotes_open', ['mint', 'expires_at'], 'paid_at is null'),

  // completed requests of mints, by the SHA-256 of the request. With the quote that was issued or
  // paid, and the msats that remained with the mint.
  mint_moves: table({
    ...each(TEXT, 'mint', 'digest'),
    ...each(MAYBE_TEXT, 'minted', 'melted'),
    kept: { type: 'integer', rules: 'not null check (kept >= 0)' },
    created_at: INT,
  })
    .key('mint', 'digest')
    .unique('mint', 'minted')
    .unique('mint', 'melted'),

  // spent ecash, by the point of its secret; never deleted
  mint_spent: table({ ...each(TEXT, 'mint', 'y'), sats: INT, digest: TEXT }).key('mint', 'y'),

  // signatures on blinded messages, in the order n of their request; never deleted
  mint_promises: table({
    ...each(TEXT, 'mint', 'b', 'keyset'),
    sats: INT,
    ...each(TEXT, 'c', 'e', 's', 'digest'),
    n: INT,
  })
    .key('mint', 'b')
    .index('mint_promises_move', ['mint', 'digest', 'n']),

  // deletions by authors (NIP-09) or by the operator (pubkey is empty). target is an event id, or
  // an address with all versions up to created_at.
  deletions: table({ ...each(TEXT, 'target', 'pubkey'), created_at: INT }).key('target', 'pubkey'),
} satisfies Tables;

/** Number of the last step. Some steps change tables of one engine only. */
export const LAST_STEP = 6;

/**
 * How one event refers to another (`refs.type`). Types up to 4 are actions of an account on the
 * target.
 */
export const REF = {
  like: 1,
  reply: 2,
  repost: 3,
  zap: 4,
  quote: 5,
  root: 6,
  highlight: 7,
  bookmark: 8,
  tip: 9,
} as const;

/** The name of a reference type, as used in queries. */
export type Reference = keyof typeof REF;

export const REFERENCES: ReadonlyMap<number, Reference> = new Map([
  [REF.like, 'like'],
  [REF.reply, 'reply'],
  [REF.repost, 'repost'],
  [REF.zap, 'zap'],
]);

/**
 * Type of a link (`events.media`, `links.media`). `decoration`: a picture that is no content, such
 * as an emoji; in `links` only.
 */
export const MEDIA = { picture: 1, video: 2, audio: 4, page: 8, decoration: 16 } as const;

/** Condition for links that are content (`links.media`). */
export const CONTENT_LINK = `media < ${MEDIA.decoration}`;

/** State of an event (`events.state`). */
export const STATE = { current: 0, superseded: 1, gone: 2, quarantined: 3, withheld: 4 } as const;
