import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeText, text, time } from '../engine/row.ts';
import type { Query } from '../engine/statements.ts';
import { replaceIn } from '../engine/insert.ts';

const PUT_SETTINGS = replaceIn('app_settings');
const PUT_SUBSETTING = replaceIn('app_subsettings');
const PUT_NOTE = replaceIn('meta');

/** An account's report of another account or of an event (`target`: its key or id). */
interface Report {
  readonly target: string;
  readonly reporter: string;
  readonly at: Seconds;
  /** A type of NIP-56 (`spam`, `illegal` ...), or any other text that the reporter gave. */
  readonly reason: string | undefined;
}

/** Account data besides events, and named values of the service itself. */
export interface Settings {
  /** JSON of the last signed settings event of an account, including merged values. */
  settingsOf(pubkey: string): Promise<string | undefined>;
  saveSettings(pubkey: string, event: string): Promise<void>;
  /** JSON of one value that an account saved beside its settings. */
  subsettingOf(pubkey: string, subkey: string): Promise<string | undefined>;
  /** Number of these values, not counting `subkey`. */
  countOtherSubsettings(pubkey: string, subkey: string): Promise<number>;
  saveSubsetting(pubkey: string, subkey: string, value: string): Promise<void>;
  /**
   * Store the first report of this target by this account, with its reason (a type of NIP-56) if
   * one was given.
   */
  report(target: string, reporter: string, reason?: string): Promise<void>;
  /** Reports, newest first. */
  reports(most: number): Promise<Report[]>;
  /** The service's own value with this name. */
  noted(name: string): Promise<string | undefined>;
  note(name: string, value: string): Promise<void>;
}

export const SETTINGS: QueryHandlers<Settings> = {
  settingsOf: (database, pubkey) =>
    database.one('select event from app_settings where pubkey = ?', [pubkey], (row) =>
      text(row, 'event'),
    ),
  *saveSettings(database, pubkey, event) {
    yield* database.put(PUT_SETTINGS, [pubkey, event]);
  },
  subsettingOf: (database, pubkey, subkey) =>
    database.one(
      'select value from app_subsettings where pubkey = ? and subkey = ?',
      [pubkey, subkey],
      (row) => text(row, 'value'),
    ),
  *countOtherSubsettings(database, pubkey, subkey) {
    const sql = 'select count(*) as n from app_subsettings where pubkey = ? and subkey <> ?';
    return (yield* database.one(sql, [pubkey, subkey], (row) => int(row, 'n'))) ?? 0;
  },
  *saveSubsetting(database, pubkey, subkey, value) {
    yield* database.put(PUT_SUBSETTING, [pubkey, subkey, value]);
  },
  *report(database, target, reporter, reason) {
    yield* database.put(
      'insert into reports (target, reporter, created_at, reason) values (?, ?, ?, ?) on conflict do nothing',
      [target, reporter, inSeconds(database.now()), reason ?? null],
    );
  },
  reports(database, most) {
    return database.all(
      'select * from reports order by created_at desc, target, reporter limit ?',
      [most],
      (row) => ({
        target: text(row, 'target'),
        reporter: text(row, 'reporter'),
        at: time(row, 'created_at'),
        reason: maybeText(row, 'reason'),
      }),
    );
  },
  noted: readNote,
  note: putNote,
};

export function readNote(database: Database, name: string): Query<string | undefined> {
  return database.one('select value from meta where name = ?', [name], (row) => text(row, 'value'));
}

export function* putNote(database: Database, name: string, value: string): Query<void> {
  yield* database.put(PUT_NOTE, [name, value]);
}
