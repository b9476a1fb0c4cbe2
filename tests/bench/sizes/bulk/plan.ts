import { KIND } from '../../../../src/events/nostr/kinds.ts';
import { inSeconds, type Seconds } from '../../../../src/events/core/time.ts';
import { JOINING } from '../../../../service/store/write/counters.ts';

/** Tables to fill; their indexes are created afterwards. */
export const FILLED = [
  'events',
  'tags',
  'refs',
  'stats',
  'accounts',
  'kinds',
  'follows',
  'zaps',
  'zap_invoices',
  'articles',
  'links',
  'media',
  'messages',
  'deletions',
  'note_text',
  'name_text',
] as const;

/**
 * Staging tables for rows that depend on the final state. Text is sorted by bytes, as everywhere.
 */
export const STAGES = `
create unlogged table fill_refs (target text collate "C", type bigint, created_at bigint, seq bigint, pubkey text collate "C", first bigint, day bigint);
create unlogged table fill_follows (seq bigint, follower text collate "C", followed text collate "C");
create unlogged table fill_articles (address text collate "C", seq bigint, id text, pubkey text, published_at bigint, words bigint);
create unlogged table fill_deletions (target text collate "C", pubkey text collate "C", created_at bigint);
create unlogged table fill_media (url text collate "C", mime text, width bigint, height bigint, duration double precision, hash text, thumbnail text, size bigint);
create unlogged table fill_name_text (seq bigint, name text, address text)`;

export const UNSTAGE =
  'drop table if exists fill_refs, fill_follows, fill_articles, fill_deletions, fill_media, fill_name_text, fill_gone, fill_told';

const DAY = 86_400;
const LATE = 600;
/** Tables whose rows are read to find notifications. */
const WITH_SEQ = ['tags', 'links', 'note_text', 'zaps', 'zap_invoices', 'messages'];

/**
 * Statements that settle rows copied as if each event were alone, in this order. Replaced versions
 * and deleted events are removed. Repeated actions of one account count once. Then all counts are
 * computed.
 */
export function settling(now: Seconds): readonly string[] {
  const [from, to] = [inSeconds(now) - DAY, inSeconds(now) + LATE];
  return [
    'insert into deletions (target, pubkey, created_at) select target, pubkey, max(created_at) from fill_deletions group by target, pubkey',
    `create unlogged table fill_gone as
      select e.seq, 2::bigint as state from deletions d join events e on e.id = d.target and e.pubkey = d.pubkey and e.kind <> ${KIND.EventDeletion}
      union all select seq, 1 from (select seq, row_number() over (partition by address order by created_at desc, id) as place
        from events where address is not null) v where place > 1`,
    'alter table fill_gone add primary key (seq)',
    'analyze fill_gone',
    ...WITH_SEQ.map((table) => `delete from ${table} t using fill_gone g where g.seq = t.seq`),
    `update events e set state = g.state, raw = case g.state when 2 then '' else raw end, parent = case g.state when 2 then null else parent end,
      root = case g.state when 2 then null else root end, expires_at = case g.state when 2 then null else expires_at end from fill_gone g where g.seq = e.seq`,
    `insert into name_text (seq, words) select seq, name::tsvector || ''' '':1'::tsvector || setweight(address::tsvector, 'A') from fill_name_text n
      where not exists (select 1 from fill_gone g where g.seq = n.seq) order by seq`,
    `insert into refs (target, type, created_at, seq, pubkey, first, day)
      select target, type, created_at, seq, pubkey, first, case when first = 1 and created_at > ${from} and created_at <= ${to} then 1 else 0 end from (
        select r.*, case when type <= 4 and row_number() over (partition by pubkey, target, type order by created_at, seq) = 1 then 1 else 0 end as first
        from (select target, type, created_at, seq, pubkey from fill_refs r where not exists (select 1 from fill_gone g where g.seq = r.seq)) r
      ) f order by seq`,
    'insert into follows (follower, followed) select follower, followed from fill_follows f where not exists (select 1 from fill_gone g where g.seq = f.seq) order by seq',
    `insert into articles (address, seq, id, pubkey, published_at, words) select address, seq, id, pubkey, published, words from (
        select a.*, min(published_at) over (partition by address) as published from fill_articles a
          where not exists (select 1 from fill_gone g where g.seq = a.seq and g.state = 2)
      ) v where not exists (select 1 from fill_gone g where g.seq = v.seq) order by seq`,
    'insert into media (url, mime, width, height, duration, hash, thumbnail, size) select distinct on (url) * from fill_media',
    'insert into kinds (kind, n) select kind, count(*) from events where state = 0 group by kind',
    COUNT_ACCOUNTS,
    COUNT_STATS,
    "select setval(pg_get_serial_sequence('events', 'seq'), (select max(seq) from events))",
  ];
}

const COUNT_ACCOUNTS = `insert into accounts (pubkey, followers, follows, notes, replies, articles, media, zaps, satszapped, events, first_at)
  select t.pubkey, coalesce(f.n, 0), coalesce(o.n, 0), coalesce(e.notes, 0), coalesce(e.replies, 0), coalesce(a.n, 0), coalesce(e.media, 0),
    coalesce(z.n, 0), coalesce(z.sats, 0), coalesce(e.n, 0), e.first_at from (
      select pubkey from events union select followed from fill_follows union select receiver from zaps) t
    left join (select pubkey, count(*) as n, count(*) filter (where kind = ${KIND.Text} and reply = 0) as notes,
      count(*) filter (where kind = ${KIND.Text} and reply = 1) as replies, count(*) filter (where kind = ${KIND.Text} and media & 3 <> 0) as media,
      min(created_at) filter (where kind in (${[...JOINING].join(', ')})) as first_at from events where state = 0 group by pubkey) e on e.pubkey = t.pubkey
    left join (select followed, count(*) as n from follows group by followed) f on f.followed = t.pubkey
    left join (select follower, count(*) as n from follows group by follower) o on o.follower = t.pubkey
    left join (select pubkey, count(*) as n from articles group by pubkey) a on a.pubkey = t.pubkey
    left join (select receiver, count(*) as n, sum(sats) as sats from zaps group by receiver) z on z.receiver = t.pubkey`;

const POINTS = 'case type when 1 then 1 when 4 then 5 when 3 then 7 else 0 end';
const COUNT_STATS = `insert into stats (target, likes, replies, reposts, quotes, zaps, satszapped, points, repliers, points24h, repliers24h, reply_weight)
  select t.target, coalesce(r.likes, 0), coalesce(r.replies, 0), coalesce(r.reposts, 0), coalesce(r.quotes, 0), coalesce(z.n, 0), coalesce(z.sats, 0),
    coalesce(r.points, 0), coalesce(r.repliers, 0), coalesce(r.points24h, 0), coalesce(r.repliers24h, 0),
    case when e.chars <= 20 then 1 when e.chars <= 100 then 5 else 10 end from (
      select target, min(seq) as seq from fill_refs where type <= 5 group by target) t
    left join (select target, count(*) filter (where type = 1 and first = 1) as likes, count(*) filter (where type = 2) as replies,
      count(*) filter (where type = 3 and first = 1) as reposts, count(*) filter (where type = 5) as quotes,
      sum(${POINTS}) filter (where first = 1) as points, count(*) filter (where type = 2 and first = 1) as repliers,
      sum(${POINTS}) filter (where day = 1) as points24h, count(*) filter (where type = 2 and day = 1) as repliers24h
      from refs where type <= 5 group by target) r on r.target = t.target
    left join (select target, count(*) as n, sum(sats) as sats from zaps where target is not null group by target) z on z.target = t.target
    left join events e on e.id = t.target order by t.seq`;

/** Events that may cause notifications; selected when all indexes exist. */
export const TOLD = `create unlogged table fill_told as
  with recursive posts as (select e.id, coalesce(e.address, e.id) as name from receivers r join events e on e.pubkey = r.pubkey and e.state = 0),
  below as (select id from posts union select e.id from below b join refs f on f.target = b.id and f.type = 2 join events e on e.seq = f.seq)
  select seq from receivers r join tags t on t.name = 'p' and t.value = r.pubkey
  union select t.seq from posts p join tags t on t.name in ('e', 'a', 'q') and t.value = p.id
  union select f.seq from below b join refs f on f.target = b.id
  union select f.seq from fill_follows f where f.followed in (select pubkey from receivers)
  union select f.seq from fill_refs f join posts p on p.id = f.target where f.type = 8`;
