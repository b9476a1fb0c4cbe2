import { UNIT } from './keyset.ts';
import { MOST_SATS } from './mint.ts';

const BOLT11 = { method: 'bolt11', unit: UNIT, min_amount: 1, max_amount: MOST_SATS };
const DESCRIPTION = 'Ecash of play sats: they are worth nothing outside of this service.';

/** Requests that get the same response when repeated (NUT-19). Promises are stored forever. */
const CACHED = ['mint/bolt11', 'swap', 'melt/bolt11'].map((path) => ({
  method: 'POST',
  path: `/v1/${path}`,
}));

/** NUT-06: description and features of the mint. */
export function mintInfo(pubkey: string, version: string) {
  return {
    name: 'Starling play mint',
    pubkey,
    version: `Starling/${version}`,
    description: DESCRIPTION,
    contact: [],
    motd: DESCRIPTION,
    nuts: {
      '4': { methods: [BOLT11], disabled: false },
      '5': { methods: [BOLT11], disabled: false },
      ...Object.fromEntries(
        ['7', '8', '9', '10', '11', '12'].map((nut) => [nut, { supported: true }]),
      ),
      '19': { ttl: null, cached_endpoints: CACHED },
    },
  };
}

/** The same in the format before v1. */
export function oldMintInfo(pubkey: string, version: string) {
  return {
    name: 'Starling old play mint',
    pubkey,
    version: `Starling/${version}`,
    description: DESCRIPTION,
    contact: [],
    nuts: ['NUT-07', 'NUT-08', 'NUT-09'],
    motd: DESCRIPTION,
    parameter: { max_peg_in: MOST_SATS, max_peg_out: MOST_SATS, peg_out_only: false },
  };
}
