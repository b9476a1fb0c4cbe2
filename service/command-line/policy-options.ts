import { noProxy, type IsProxy, readProxies } from '../http/client-address.ts';
import type { QuotaLimits } from '../media/upload-quota.ts';
import { POLICY, type Policy } from '../relay/policy.ts';

/** Permissions and limits from the command line. Missing ones have their defaults. */
export interface Permissions {
  readonly policy: Policy;
  readonly quota: Partial<QuotaLimits>;
  readonly isProxy: IsProxy | undefined;
}

export const POLICY_FLAGS = {
  publishing: { type: 'string' },
  kinds: { type: 'string' },
  'max-event-bytes': { type: 'string' },
  'account-events': { type: 'string' },
  'account-bytes': { type: 'string' },
  'address-events': { type: 'string' },
  'address-bytes': { type: 'string' },
  'account-uploads': { type: 'string' },
  'trust-proxy': { type: 'string', multiple: true },
} as const;

type Values = Readonly<{ [name in Exclude<keyof typeof POLICY_FLAGS, 'trust-proxy'>]?: string }> & {
  readonly 'trust-proxy'?: readonly string[];
};

export const POLICY_USAGE = `
  --publishing WHO     who may publish: all (the default) or allowed (only accounts that \`allow\` named)
  --kinds LIST         kinds of events to accept: 0-7,1984,30000-39999 (default: all)
  --max-event-bytes N  size limit of an event, as JSON (default 4M)
  --account-events N   events that an account may publish per minute (default 3000; 0 for no limit)
  --account-bytes N    bytes that an account may publish per day (default 256M; 0 for no limit)
  --address-events N   events that one network address may publish per minute (default 12000)
  --address-bytes N    bytes that one network address may publish per day (default 2G)
  --account-uploads N  bytes of files that an account may store (default: ten files of the largest size)
  --trust-proxy LIST   trust X-Forwarded-For of these proxies, besides those of this machine: addresses or networks
                       (10.0.0.0/8,192.168.1.7); none: not even those of this machine`;

/** Return the permissions, or an error message. */
export function readPermissions(values: Values): Permissions | string {
  const { publishing = POLICY.publishing, kinds } = values;
  if (publishing !== 'all' && publishing !== 'allowed')
    return `--publishing must be all or allowed, not ${publishing}`;
  const ranges = kinds === undefined ? undefined : readKinds(kinds);
  if (typeof ranges === 'string') return ranges;
  const isProxy = proxiesIn(values['trust-proxy']);
  if (typeof isProxy === 'string') return isProxy;
  const most = {
    bytes: amountIn(values['max-event-bytes']),
    uploads: amountIn(values['account-uploads']),
  };
  const quotas = ['account-events', 'account-bytes', 'address-events', 'address-bytes'] as const;
  for (const name of [...quotas, 'max-event-bytes', 'account-uploads'] as const)
    if (Number.isNaN(amountIn(values[name])))
      return `Not a number for --${name}: ${values[name]} (512, 64K, 10M, 2G)`;
  const quotaOf = (whose: 'account' | 'address') => ({
    events: limitOf(values[`${whose}-events`]) ?? POLICY[whose].events,
    bytes: limitOf(values[`${whose}-bytes`]) ?? POLICY[whose].bytes,
  });
  const policy = {
    kinds: ranges,
    eventBytes: most.bytes ?? POLICY.eventBytes,
    publishing,
    account: quotaOf('account'),
    address: quotaOf('address'),
  } as const;
  return { policy, quota: most.uploads === undefined ? {} : { account: most.uploads }, isProxy };
}

function readKinds(list: string): [number, number][] | string {
  const ranges: [number, number][] = [];
  for (const part of list.split(',')) {
    const [, first, last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from > to || to > 65_535)
      return `Not kinds of events: ${list} (0-7,1984)`;
    ranges.push([from, to]);
  }
  return ranges;
}

function proxiesIn(named: readonly string[] | undefined): IsProxy | string | undefined {
  if (!named) return undefined;
  const names = named.flatMap((list) => list.split(',')).map((name) => name.trim());
  if (names.join() === 'none') return noProxy;
  return readProxies(names) ?? `Not addresses or networks of proxies: ${named.join(',')}`;
}

/** 0 means no limit. */
function limitOf(text: string | undefined): number | undefined {
  const amount = amountIn(text);
  return amount === 0 ? Infinity : amount;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
};

/** Parse a size (512, 64K, 10M, 2G). `undefined` if missing, NaN if it is no number. */
export function amountIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits, unit = ''] = /^(\d{1,12})([KMGT]?)$/.exec(text.toUpperCase()) ?? [];
  return digits === undefined ? Number.NaN : Number(digits) * (UNITS[unit] ?? Number.NaN);
}
