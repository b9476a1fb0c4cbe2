import { fromCallback } from 'xstate';
import { admitsLine, type OutboxRecords } from '../../../src/events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type {
  OutboxEntry,
  OutboxEntryDraft,
} from '../../../src/events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type {
  OutboxLogCommand,
  OutboxLogSignal,
} from '../../../src/machines/core/outbox-protocol.ts';

/** The outbox's store in one tab. */
export interface TabStore {
  readonly report: (signal: OutboxLogSignal) => void;
  readonly pending: Array<readonly OutboxEntryDraft[]>;
  cursor: number;
  over: boolean;
}

/**
 * One disk under several tabs. An append waits in its tab until `commit`; other tabs learn of it at
 * `notify`. A crash loses uncommitted appends. One tab leads, as with a lock. `admit`: checks
 * entries as they are written.
 */
export function fakeOutboxStore(
  now: () => number,
  admit: (records: OutboxRecords, line: OutboxEntry) => boolean = admitsLine,
) {
  const log: OutboxEntry[] = [];
  const standing: TabStore[] = [];
  let records: OutboxRecords = new Map();
  let leader: TabStore | undefined;

  const elect = (tab: TabStore | undefined): void => {
    if (leader === tab) return;
    const former = leader;
    leader = tab;
    former?.report({ type: 'store.leadershipChanged', leading: false });
    tab?.report({ type: 'store.leadershipChanged', leading: true });
  };
  const leave = (tab: TabStore): void => {
    const at = standing.indexOf(tab);
    if (at >= 0) standing.splice(at, 1);
    if (leader === tab) elect(standing.shift());
  };
  const stand = (tab: TabStore): void => {
    if (leader === tab || standing.includes(tab)) return;
    if (leader) standing.push(tab);
    else elect(tab);
  };
  const notify = (tab: TabStore): void => {
    const entries = log.slice(tab.cursor);
    tab.cursor = log.length;
    if (entries.length > 0 && !tab.over) tab.report({ type: 'store.appended', entries });
  };
  const commit = (tab: TabStore): void => {
    const lines = tab.pending.shift();
    if (!lines || tab.over) return;
    const refused: OutboxEntryDraft[] = [];
    for (const line of lines) {
      const entry = { ...line, at: seconds(now()) };
      if (!admit(records, entry)) refused.push(line);
      else {
        log.push(entry);
        records = foldOutbox(records, [entry]);
      }
    }
    notify(tab);
    if (refused.length > 0) tab.report({ type: 'store.refused', lines: refused });
  };
  /** One tab's port. `eager`: every append is committed at once. */
  const tab = (eager = false) => {
    let current: TabStore | undefined;
    const logic = fromCallback<OutboxLogCommand, { account: string }>(({ sendBack, receive }) => {
      const mine: TabStore = { report: sendBack, pending: [], cursor: log.length, over: false };
      current = mine;
      mine.report({ type: 'store.opened', entries: [...log], now: seconds(now()) });
      stand(mine);
      receive((command) => {
        if (command.type === 'store.append') mine.pending.push(command.lines);
        if (command.type === 'store.append' && eager) commit(mine);
        if (command.type === 'store.resign') leave(mine);
        if (command.type === 'store.standBy') stand(mine);
        if (command.type === 'store.lead' && leader !== mine) {
          leave(mine);
          const former = leader;
          elect(mine);
          if (former) standing.push(former);
        }
      });
      return () => {
        mine.over = true;
        leave(mine);
      };
    });
    return {
      logic,
      commit: () => current && commit(current),
      notify: () => current && notify(current),
      isIdle: () => !current || (current.pending.length === 0 && current.cursor === log.length),
      leads: () => leader !== undefined && leader === current,
    };
  };
  return { log, tab, records: () => records };
}
