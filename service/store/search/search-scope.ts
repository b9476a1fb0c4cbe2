import { decode } from '../../../src/events/nostr/nip19.ts';
import type { SearchQuery } from '../../../src/events/reading/search/search-query.ts';
import type { Condition } from '../filters/query-plans.ts';
import { REF } from '../schema.ts';
import { NOTHING, type Searching } from './search-conditions.ts';

const FOLLOWED = 'exists (select 1 from follows f where f.follower = ? and f.followed = e.pubkey)';
const NETWORK = `(${FOLLOWED} or exists (select 1 from follows b join follows a on a.followed = b.follower where b.followed = e.pubkey and a.follower = ?))`;
const TOUCHED = `exists (select 1 from refs r join follows f on f.followed = r.pubkey
  where r.target in (e.id, coalesce(e.address, e.id)) and r.type in (${REF.like}, ${REF.reply}, ${REF.repost}) and f.follower = ?)`;
const TAGGED =
  'exists (select 1 from tags x where x.name = ? and x.value = ? and x.created_at = e.created_at and x.seq = e.seq)';
const MUTED =
  "exists (select 1 from tags x join events m on m.seq = x.seq where x.name = 'p' and x.value = e.pubkey and m.kind = 10000)";

/** Conditions at the top level of a search. An unknown scope matches nothing. */
export function scopeConditions({ viewer }: Searching, query: SearchQuery): Condition[] {
  const { scope, repliesToKind, rootsOnly, refersTo } = query;
  const parentKind =
    'exists (select 1 from events p where (p.id = e.parent or (p.address = e.parent and p.state = 0)) and p.kind = ?)';
  return [
    ...(scope === undefined ? [] : [viewer === undefined ? NOTHING : within(scope, viewer)]),
    ...(repliesToKind === undefined ? [] : [{ sql: parentKind, params: [repliesToKind] }]),
    ...(rootsOnly ? [{ sql: 'e.reply = 0', params: [] }] : []),
    ...(refersTo === undefined ? [] : [refers(refersTo)]),
  ];
}

function within(scope: string, viewer: string): Condition {
  switch (scope) {
    case 'global':
      return { sql: '1 = 1', params: [] };
    case 'myfollows':
      return { sql: FOLLOWED, params: [viewer] };
    case 'notmyfollows':
      return { sql: `not ${FOLLOWED} and e.pubkey <> ?`, params: [viewer, viewer] };
    case 'mynetwork':
      return { sql: NETWORK, params: [viewer, viewer] };
    case 'myfollowsinteractions':
      return {
        sql: `(e.pubkey = ? or ${FOLLOWED} or ${TOUCHED})`,
        params: [viewer, viewer, viewer],
      };
    case 'mynetworkinteractions':
      return {
        sql: `(e.pubkey = ? or ${NETWORK} or ${TOUCHED})`,
        params: [viewer, viewer, viewer, viewer],
      };
    case 'mutedbyothers':
      return { sql: MUTED, params: [] };
    case 'mynotifications':
      return { sql: `e.pubkey <> ? and ${TAGGED}`, params: [viewer, 'p', viewer] };
    default:
      return NOTHING;
  }
}

/** `ref:` names an account or an event. */
function refers(name: string): Condition {
  const entity = decode(name);
  switch (entity?.type) {
    case 'npub':
    case 'nprofile':
      return { sql: TAGGED, params: ['p', entity.pubkey] };
    case 'note':
    case 'nevent':
      return refersTo(entity.id);
    case 'naddr':
      return refersTo(`${entity.kind}:${entity.pubkey}:${entity.identifier}`);
    default:
      return NOTHING;
  }
}

function refersTo(target: string): Condition {
  return {
    sql: `+e.seq in (select r.seq from refs r where r.target = ? and r.type not in (${REF.bookmark}, ${REF.tip}))`,
    params: [target],
  };
}
