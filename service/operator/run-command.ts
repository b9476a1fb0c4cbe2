import { note1Of, npubOf } from '../../src/events/nostr/nip19.ts';
import { inSeconds, type Seconds } from '../../src/events/core/time.ts';
import { truncated } from '../log/printable.ts';
import type { Store } from '../store/store.ts';
import type { OperatorCommand } from './parse-command.ts';
import { type Reported, reportedIn } from './reports.ts';
import { denyAccount, forgetEvent, readmitAccount } from './account-standing.ts';

/**
 * Run an operator's command on the store, while a service may use it. `say` receives output lines.
 */
export async function runCommand(
  store: Store,
  command: OperatorCommand,
  say: (line: string) => void,
): Promise<void> {
  if ('isJson' in command)
    return command.act === 'reports'
      ? sayReports(await reportedIn(store), command.isJson, say)
      : sayStandings(store, command.isJson, say);
  if ('ids' in command) {
    for (const id of command.ids) {
      const { isForgotten, repeats } = await forgetEvent(store, id);
      const more = repeats > 0 ? `; ${repeats} other events that contain it are withheld` : '';
      say(
        `${note1Of(id) ?? id}: ${isForgotten ? 'deleted for good' : 'is not stored here'}${more}`,
      );
    }
    return;
  }
  for (const key of command.keys)
    say(`${npubOf(key) ?? key}: ${await settle(store, key, command)}`);
}

async function settle(
  store: Store,
  key: string,
  command: Extract<OperatorCommand, { readonly keys: readonly string[] }>,
): Promise<string> {
  if (command.act === 'deny')
    return `denied; ${await denyAccount(store, key, command.note)} events are withheld`;
  if (command.act === 'disallow') {
    await store.clearStanding(key, 'allowed');
    return 'not on the list of allowed accounts';
  }
  const back = await readmitAccount(store, key);
  if (command.act === 'allow') await store.setStanding(key, 'allowed', command.note);
  const released = back > 0 ? `; ${back} events are released` : '';
  return `${command.act === 'allow' ? 'on the list of allowed accounts' : 'not denied'}${released}`;
}

async function sayStandings(
  store: Store,
  isJson: boolean,
  say: (line: string) => void,
): Promise<void> {
  const standings = await store.standings();
  if (isJson)
    return say(
      JSON.stringify(standings.map(({ since, ...rest }) => ({ ...rest, since: inSeconds(since) }))),
    );
  if (standings.length === 0) return say('No account is denied or allowed.');
  for (const { pubkey, standing, note, since } of standings)
    say(
      `${standing.padEnd(7)}  ${npubOf(pubkey) ?? pubkey}  since ${dayOf(since)}${note === '' ? '' : `  ${truncated(note)}`}`,
    );
}

/** Each target comes with the possible commands. */
function sayReports(
  reported: readonly Reported[],
  isJson: boolean,
  say: (line: string) => void,
): void {
  if (isJson) return say(JSON.stringify(reported));
  if (reported.length === 0) return say('Nothing was reported.');
  for (const each of reported) {
    const { what, target, author, count, reasons, last, standing, words } = each;
    const name = what === 'event' ? (note1Of(target) ?? target) : (npubOf(target) ?? target);
    const because = Object.entries(reasons).map(([reason, times]) => `${times} ${reason}`);
    say(
      `${name}: reported by ${count} (${because.join(', ')}), last on ${new Date(last * 1_000).toISOString().slice(0, 16).replace('T', ' ')}`,
    );
    if (what === 'event')
      say(
        `  ${author === undefined ? 'by an unknown author' : `by ${npubOf(author) ?? author}`}: ${words ?? '(not stored, or withheld)'}`,
      );
    if (words !== undefined) say(`  npm run service -- forget ${name}`);
    if (author !== undefined)
      say(
        standing === 'denied'
          ? '  the account is denied'
          : `  npm run service -- deny ${npubOf(author) ?? author}`,
      );
  }
}

function dayOf(time: Seconds): string {
  return new Date(inSeconds(time) * 1_000).toISOString().slice(0, 10);
}
