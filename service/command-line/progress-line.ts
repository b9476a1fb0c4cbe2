const WIDTH = 24;

/** Where progress is drawn. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Draws how far something is, or says what it is, once; `end` takes away what was drawn. */
export interface Progress {
  show(done: number, total: number, what: string): void;
  end(): void;
}

/** One line that is redrawn in place; where there is no terminal, one line per kind of work. */
export function progressLine(screen: Screen): Progress {
  let shown = '';
  return {
    show(done, total, what) {
      if (!screen.isTTY) {
        if (what !== shown) screen.write(`  ${what} ...\n`);
        shown = what;
        return;
      }
      const line = `  ${bar(done, total)} ${what} ${total > 0 ? `${done}/${total}` : done}`;
      if (line === shown) return;
      screen.write(`\r${line.padEnd(shown.length)}`);
      shown = line;
    },
    end() {
      if (screen.isTTY && shown !== '') screen.write(`\r${' '.repeat(shown.length)}\r`);
      shown = '';
    },
  };
}

function bar(done: number, total: number): string {
  if (total <= 0) return '';
  const filled = Math.round((Math.min(done, total) / total) * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
}
