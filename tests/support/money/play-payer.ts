/**
 * Pays zaps among three accounts as fast as it can, in the store at the given path, until it is
 * killed. It prints a line for each answered zap. If a number is given, it kills itself right after
 * that many statements on the play money tables.
 */
import { writeSync } from 'node:fs';
import { argv, kill, pid } from 'node:process';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { openBank } from '../../../service/money/open-bank.ts';
import { openStore } from '../../../service/store/sqlite/sqlite-store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { sha256Hex } from '../../../service/hash.ts';
import { signed } from '../events/signed.ts';

const [, , path = '', round = '', statements = '0'] = argv;
const gate = await openEventVerifier();
const store = openStore(path, { verify: gate.verify });
const people = [1, 2, 3].map((n) => signed({}, n).pubkey);
const owners = people.map((pubkey, n) => ({ name: `p${n}`, displayName: `P${n}`, pubkey }));
const { database } = store;
const { run } = database;
let left = Number(statements);
Object.defineProperty(database, 'run', {
  value: (...asked: Parameters<typeof run>) => {
    const changed = run(...asked);
    if (asked[0].includes('play_') && --left === 0) kill(pid, 'SIGKILL');
    return changed;
  },
});
const { money } = await openBank({
  store,
  gate,
  origin: 'http://127.0.0.1:1',
  relay: 'ws://127.0.0.1:1/',
  provider: undefined,
  owners,
});

for (let n = 0; ; n++) {
  const [payee = '', payer = ''] = [people[n % 3], people[(n + 1 + (n % 2)) % 3]];
  const msats = 1_000 + (n % 7);
  const tags = [
    ['p', payee],
    ['amount', String(msats)],
    ['relays', 'ws://127.0.0.1:1/'],
  ];
  const request = JSON.stringify(
    signed({ kind: KIND.ZapRequest, content: `${round} ${n}`, tags }, 1 + (n % 3)),
  );
  const terms = {
    payee,
    msats,
    text: `${n}`,
    textHash: sha256Hex(request),
    request,
    expiry: seconds(600),
  };
  const invoice = await money.invoice({ ...terms, ref: `invoice ${round} ${n}` });
  const payment = await money.pay({ bolt11: invoice.bolt11, payer, ref: `pay ${round} ${n}` });
  if ('paid' in payment) writeSync(1, `${payment.paid.hash} ${payer} ${payee} ${msats}\n`);
}
