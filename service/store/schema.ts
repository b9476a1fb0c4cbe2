/**
 * The store's tables. Times in seconds, amounts in sats, ids and keys in lower-case hex.
 * `events.state` is one of these: 0 current. 1 superseded: an older version of a list, article or
 * profile. 2 gone: deleted by its author, expired, or removed by the operator (`raw` is empty). 3
 * quarantined: a list from the far future (E-18). 4 withheld: the operator denied its author. Its
 * state is determined again on release. Readers filter by `state = 0`. All indexes except those on
 * `id` and `address` are partial on it. `tags`, `refs`, `links`, `note_text` and `name_text` hold
 * current events only, so queries that start there need no filter. `refs.type` is one of REF below.
 * `refs.target` is an event id, or an address `kind:pubkey:d` for articles and other addressable
 * events.
 */
export const SCHEMA = `
-- what was done once in this file
create table if not exists meta (name text primary key, value text not null) without rowid;

create table if not exists events (
  seq integer primary key,             -- order of first sight
  id text not null unique,
  pubkey text not null,
  kind integer not null,
  created_at integer not null,
  state integer not null default 0,
  reply integer not null default 0,    -- 1: answers another event, or is a comment (NIP-10, NIP-22)
  media integer not null default 0,    -- bits: 1 picture, 2 video, 4 audio, 8 other link
  chars integer not null default 0,    -- length of the content
  parent text,                         -- id or address it answers
  root text,                           -- id or address of the start of the thread
  address text,                        -- kind:pubkey:d of replaceable and addressable events (d empty below 30000)
  expires_at integer,                  -- NIP-40
  hint text,                           -- relay where it was first seen
  raw text not null                    -- the signed event as JSON
);
create index if not exists events_author on events (pubkey, kind, created_at, reply) where state = 0;
create index if not exists events_kind on events (kind, created_at, pubkey, reply) where state = 0;
create index if not exists events_time on events (created_at) where state = 0;
create index if not exists events_address on events (address, created_at) where address is not null;
create index if not exists events_expiry on events (expires_at) where expires_at is not null and state < 2;
create index if not exists events_future on events (created_at) where state = 3;
-- all of an account that is here and not current; asked in these words
create index if not exists events_beside on events (pubkey, created_at) where state in (1, 3, 4);

-- latest versions by address
create view if not exists latest as select * from events where state = 0 and address is not null;

-- single-letter tags of current events; p tags of kind 3 are in follows only
create table if not exists tags (
  name text not null, value text not null, created_at integer not null, seq integer not null,
  primary key (name, value, created_at, seq)
) without rowid;

create table if not exists refs (
  target text not null, type integer not null, created_at integer not null, seq integer not null,
  pubkey text not null,                -- who acts; for zaps the sender
  first integer not null default 0,    -- 1: the first of this account, type and target (counts in the score)
  day integer not null default 0,      -- 1: counted in score24h
  primary key (target, type, created_at, seq)
) without rowid;
-- what an account did to a target: ask type <= 4 besides, or the index is not used
create index if not exists refs_actor on refs (pubkey, target, type, first) where type <= 4;
create index if not exists refs_day on refs (created_at) where day = 1;

-- counters by event id or address; for an article add up its address and the ids of all its versions (events.address)
create table if not exists stats (
  target text primary key,
  likes integer not null default 0,    -- accounts
  replies integer not null default 0,  -- events
  reposts integer not null default 0,  -- accounts
  quotes integer not null default 0,   -- events
  zaps integer not null default 0,     -- receipts
  satszapped integer not null default 0,
  points integer not null default 0, repliers integer not null default 0,
  points24h integer not null default 0, repliers24h integer not null default 0,
  reply_weight integer not null default 10,
  score integer generated always as ((points + repliers * reply_weight) * 10000000000 / 91) virtual,
  score24h integer generated always as ((points24h + repliers24h * reply_weight) * 10000000000 / 91) virtual
) without rowid;
create index if not exists stats_score on stats (score) where score > 0;
create index if not exists stats_score24h on stats (score24h) where score24h > 0;
create index if not exists stats_sats on stats (satszapped) where satszapped > 0;

create table if not exists accounts (
  pubkey text primary key,
  followers integer not null default 0, follows integer not null default 0,
  notes integer not null default 0,    -- kind 1 that are no replies
  replies integer not null default 0,  -- with comments
  articles integer not null default 0,
  media integer not null default 0,    -- notes with pictures or video
  zaps integer not null default 0, satszapped integer not null default 0,   -- received
  events integer not null default 0,   -- all kinds
  first_at integer                     -- of the oldest event of kinds 1, 6, 7, 30023
) without rowid;
create index if not exists accounts_followers on accounts (followers) where followers > 0;

-- events stored, by kind; current ones only
create table if not exists kinds (kind integer primary key, n integer not null);

-- from the newest contact lists
create table if not exists follows (
  follower text not null, followed text not null, primary key (follower, followed)
) without rowid;
create index if not exists follows_followed on follows (followed, follower);

create table if not exists zaps (
  seq integer primary key, id text not null, sender text not null, receiver text not null, target text,
  sats integer not null, created_at integer not null
);
create index if not exists zaps_target on zaps (target, sats) where target is not null;
create index if not exists zaps_receiver on zaps (receiver, sats);
create index if not exists zaps_sender on zaps (sender, created_at);
create index if not exists zaps_time on zaps (created_at);

-- what the zaps were paid with: SHA-256 of the invoice's text in lower case
create table if not exists zap_invoices (hash text not null, seq integer not null, primary key (hash, seq)) without rowid;
create index if not exists zap_invoices_of on zap_invoices (seq);

-- current versions of kind 30023; published_at is the smallest of all versions seen
create table if not exists articles (
  address text primary key, seq integer not null, id text not null, pubkey text not null,
  published_at integer not null, words integer not null
) without rowid;
create index if not exists articles_time on articles (published_at);
create index if not exists articles_author on articles (pubkey, published_at);

-- accounts that this service gave a name or a badge
create table if not exists members (
  pubkey text primary key, name text unique, tier text not null, cohort_1 text not null, cohort_2 text not null,
  premium_since integer, legend_since integer, expires_on integer,
  style text not null, custom_badge integer not null, avatar_glow integer not null, shoutout text not null
) without rowid;

-- names that members gave up: until then nobody else can have them, and their lightning addresses pay the member still
create table if not exists held_names (name text primary key, pubkey text not null, until integer not null) without rowid;

-- urls in the text and imeta tags of an event (for kind 0: picture and banner), in order; media as in events.media
create table if not exists links (
  seq integer not null, n integer not null, url text not null, media integer not null, primary key (seq, n)
) without rowid;
create index if not exists links_url on links (url);

-- what is known of a picture, video or sound, by url; hash of the blob when it is ours
create table if not exists media (
  url text primary key, mime text not null, width integer not null, height integer not null,
  duration real not null default 0, hash text, thumbnail text, size integer not null default 0
) without rowid;

create table if not exists blobs (
  hash text primary key, mime text not null, size integer not null, width integer not null, height integer not null,
  created_at integer not null
) without rowid;

-- who uploaded a blob (BUD-02); blobs that nobody uploaded are the service's own
create table if not exists uploads (
  hash text not null, pubkey text not null, created_at integer not null, primary key (hash, pubkey)
) without rowid;
create index if not exists uploads_of on uploads (pubkey, created_at);

create table if not exists previews (
  url text primary key, mime text not null, title text not null, description text not null, image text not null,
  icon text not null, fetched_at integer not null
) without rowid;
create index if not exists previews_image on previews (image);
create index if not exists previews_icon on previews (icon);

-- what accounts saved here: the last signed settings, with what was merged into them, and values beside them as JSON
create table if not exists app_settings (pubkey text primary key, event text not null) without rowid;
create table if not exists app_subsettings (
  pubkey text not null, subkey text not null, value text not null, primary key (pubkey, subkey)
) without rowid;

-- up to when accounts say that they have seen their notifications
create table if not exists notifications_seen (pubkey text primary key, seen_at integer not null) without rowid;

-- accounts that notifications are kept for: those that asked here for settings, or saved some
create table if not exists receivers (pubkey text primary key) without rowid;

-- what somebody did that concerns a receiver; what settings and mutes leave out of it is decided as it is read
create table if not exists notifications (
  n integer primary key autoincrement, -- order in which they were found; never given twice
  receiver text not null,
  type integer not null,               -- NOTICE in notification-types.ts
  actor text not null,
  subject text not null,               -- id or address of what it is about, mostly a post of the receiver; else empty
  seq integer not null,                -- the event that is the cause; 0 where it is a list or a live event, in any version
  created_at integer not null,
  unread integer not null
);
create unique index if not exists notifications_one on notifications (receiver, type, actor, subject, seq);
create index if not exists notifications_last on notifications (receiver, n);
create index if not exists notifications_time on notifications (receiver, created_at);
create index if not exists notifications_unread on notifications (receiver, created_at) where unread = 1;
create index if not exists notifications_cause on notifications (seq) where seq > 0;
create index if not exists notifications_list on notifications (actor, type) where seq = 0;
create index if not exists notifications_subject on notifications (subject) where subject <> '';

-- current messages of NIP-04; unread until their receiver says otherwise
create table if not exists messages (
  seq integer primary key, id text not null, sender text not null, receiver text not null, created_at integer not null,
  unread integer not null
);
create index if not exists messages_to on messages (receiver, sender, created_at, id);
create index if not exists messages_from on messages (sender, receiver, created_at, id);
create index if not exists messages_unread on messages (receiver, sender) where unread = 1;

-- accounts and events that somebody reported to this service
create table if not exists reports (
  target text not null, reporter text not null, created_at integer not null,
  reason text,                         -- type of NIP-56, where one was said
  primary key (target, reporter)
) without rowid;

-- accounts that the operator denied, or allowed where only those may publish
create table if not exists standings (
  pubkey text primary key, standing text not null, note text not null, created_at integer not null
) without rowid;

-- play money (service/money), amounts in msats: invoices of this service's own ledger, kept once for each ref
create table if not exists play_invoices (
  n integer primary key, hash text not null unique, preimage text not null, bolt11 text not null unique,
  payee text not null, msats integer not null check (msats > 0), text text not null, text_hash text,
  request text,                        -- zap request (NIP-57) as JSON
  created_at integer not null, expires_at integer not null,
  paid_at integer, payer text,
  receipt text,                        -- id of its zap receipt
  ref text not null unique
);
create index if not exists play_invoices_payee on play_invoices (payee, created_at);
create index if not exists play_invoices_payer on play_invoices (payer, created_at) where payer is not null;
create index if not exists play_invoices_open on play_invoices (expires_at) where paid_at is null;
create index if not exists play_invoices_due on play_invoices (n) where request is not null and paid_at is not null and receipt is null;

-- every payment has two entries that add up to 0; move is the payment hash
create table if not exists play_entries (
  n integer primary key, move text not null, account text not null, msats integer not null, created_at integer not null,
  unique (move, account, msats)
);
create index if not exists play_entries_account on play_entries (account, msats);

-- wishes to pay, and why they were refused (null: paid); each is decided once
create table if not exists play_wishes (
  ref text primary key, payer text not null, bolt11 text not null, refused text, created_at integer not null
) without rowid;

-- memberships that somebody wants to buy with play sats; quote is the payment hash of the invoice
create table if not exists purchases (
  n integer primary key, quote text not null unique, buyer text not null, receiver text not null, name text not null,
  product text not null, msats integer not null, usd text not null, created_at integer not null, completed_at integer
);
create index if not exists purchases_of on purchases (buyer, completed_at) where completed_at is not null;
-- mints (service/mint), amounts in sats; mint is an account of play money. Quotes: invoices that are to be paid to a mint for ecash
create table if not exists mint_quotes (
  mint text not null, id text not null, hash text not null unique, sats integer not null check (sats > 0),
  expires_at integer not null, issued_at integer, primary key (mint, id)
) without rowid;
create index if not exists mint_quotes_open on mint_quotes (mint, expires_at) where issued_at is null;

-- and those that a mint is to pay for ecash
create table if not exists melt_quotes (
  mint text not null, id text not null, bolt11 text not null, sats integer not null check (sats > 0), reserve integer not null,
  expires_at integer not null, paid_at integer, primary key (mint, id)
) without rowid;
create index if not exists melt_quotes_open on melt_quotes (mint, expires_at) where paid_at is null;

-- what mints did, by the SHA-256 of the request; with the quote that was issued or paid, and the msats that were left with the mint
create table if not exists mint_moves (
  mint text not null, digest text not null, minted text, melted text, kept integer not null check (kept >= 0), created_at integer not null,
  primary key (mint, digest), unique (mint, minted), unique (mint, melted)
) without rowid;

-- ecash that was handed in, by the point of its secret; never forgotten
create table if not exists mint_spent (
  mint text not null, y text not null, sats integer not null, digest text not null, primary key (mint, y)
) without rowid;

-- signatures on blinded messages, in the order n of their request; never forgotten
create table if not exists mint_promises (
  mint text not null, b text not null, keyset text not null, sats integer not null, c text not null, e text not null, s text not null,
  digest text not null, n integer not null, primary key (mint, b)
) without rowid;
create index if not exists mint_promises_move on mint_promises (mint, digest, n);

-- NIP-09: what authors asked to forget, or the operator had forgotten (pubkey is empty then); target is an event id, or an address with all versions up to created_at
create table if not exists deletions (
  target text not null, pubkey text not null, created_at integer not null, primary key (target, pubkey)
) without rowid;

create virtual table if not exists note_text using fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
create virtual table if not exists name_text using fts5
  (name, address, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2');
`;

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
