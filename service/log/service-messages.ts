import type { MirrorNews } from '../mirror/mirror-relays.ts';
import { mirrorProgress } from '../mirror/progress-report.ts';
import type { PlayConnection } from '../money/wallet-connections.ts';
import {
  type Progress,
  progressLine,
  type ProgressTerminal,
} from '../command-line/progress-line.ts';
import type { ServiceOptions } from '../start.ts';
import type { DemoAccount } from '../demo-town.ts';
import type { Log, LogFormat } from './log.ts';

type ServiceMessages = Pick<
  ServiceOptions,
  | 'onProgress'
  | 'onImported'
  | 'onMoved'
  | 'onDiskFull'
  | 'onDemo'
  | 'onWallets'
  | 'onMirrored'
  | 'onNews'
>;

/**
 * Return lines of progress for a person. The JSON log contains only the start of each kind of work.
 */
export function openProgress(
  log: Log,
  format: LogFormat,
  screen: ProgressTerminal,
  now: () => number,
): Progress {
  if (format === 'text') return progressLine(screen, now);
  let begun = '';
  return {
    show(_done, _total, what) {
      if (what !== begun) log.tell({ event: 'filling', what });
      begun = what;
    },
    end: () => void (begun = ''),
  };
}

/**
 * Return the service's callbacks for log messages. Keys and connections of the demo town are only
 * in the text log.
 */
export function serviceMessages(log: Log, progress: Progress, now: () => number): ServiceMessages {
  let isFull = false;
  return {
    onProgress: (done, total, what) => progress.show(done, total, what),
    onImported(added, known, refused) {
      progress.end();
      const words = `Imported ${added} events (${known} known already, ${refused} expired, deleted or not for storage).`;
      log.tell({ event: 'imported', added, known, refused }, words);
    },
    onMoved: (from) =>
      log.tell(
        { event: 'moved', from },
        `The demo town moved here from ${from} and announced its new address.`,
      ),
    onDiskFull() {
      if (!isFull)
        log.warn(
          { event: 'disk full' },
          'The disk is full: nothing more is stored until there is room. What was stored stays.',
        );
      isFull = true;
    },
    onDemo(accounts) {
      progress.end();
      log.tell({ event: 'demo', accounts: accounts.length }, demoWords(accounts));
    },
    onWallets: (wallets) =>
      log.tell({ event: 'wallets', wallets: wallets.length }, walletWords(wallets)),
    onMirrored: mirrorProgress((line, news) => log.tell(mirrorEntry(news), line), now),
    onNews: (entry, words) => log.warn(entry, words),
  };
}

function mirrorEntry({ relay, state, counts }: MirrorNews) {
  return {
    event: 'mirror',
    relay: new URL(relay).host,
    state,
    seen: counts.seen,
    added: counts.added,
  } as const;
}

function demoWords(accounts: readonly DemoAccount[]): string {
  const lines = accounts.map(
    ({ displayName, what, nsec }) => `  ${displayName}, ${what}\n    ${nsec}`,
  );
  return ['Accounts of the demo town, for anyone to use (no PIN):', ...lines].join('\n');
}

function walletWords(connections: readonly PlayConnection[]): string {
  const lines = connections.map(
    ({ owner, mood, uri }) =>
      `  ${owner.displayName}${mood === 'plain' ? '' : `, ${mood}`}\n    ${uri}`,
  );
  return [
    'Their wallets hold play sats, not real money. Connect one in the settings (NIP-47):',
    ...lines,
  ].join('\n');
}
