import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../service/store/sqlite.ts';
import type { Store } from '../../../service/store/store.ts';
import type { Seconds } from '../../../src/events/time.ts';
import type { Verify } from '../../../src/events/verify.ts';

/** What a store is opened with. */
interface Opening {
  readonly now: () => Seconds;
  readonly verify: Verify;
}

/** A store that stands open to be measured. */
interface Opened {
  readonly store: Store;
  /** What it takes of the disk, in bytes. */
  size(): number | Promise<number>;
  /** Closes it; what was not asked for by `--data` goes with it. */
  end(): Promise<void>;
}

/** An engine by its name in the table of figures; `place` is a directory that stays, undefined one that goes. */
export interface Engine {
  readonly name: string;
  open(opening: Opening, place: string | undefined): Promise<Opened>;
}

const SQLITE: Engine = {
  name: 'SQLite',
  async open(opening, place) {
    const directory = place ?? mkdtempSync(join(tmpdir(), 'starling-bench-'));
    mkdirSync(directory, { recursive: true });
    const file = join(directory, 'starling.db');
    const store = openStore(file, opening);
    return {
      store,
      size: () => [file, `${file}-wal`].reduce((sum, each) => sum + (existsSync(each) ? statSync(each).size : 0), 0),
      async end() {
        await store.close();
        if (place === undefined) rmSync(directory, { recursive: true });
      },
    };
  },
};

/** The engines that the figures are taken of. */
export const ENGINES: readonly Engine[] = [SQLITE];
