const WIDTH = 24;

export interface ProgressTerminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows progress on a terminal, and otherwise each kind of work once. `end` removes the line. */
export interface Progress {
  show(done: number, total: number, what: string): void;
  end(): void;
}

/** One line that is redrawn in place. Without a terminal, one line per kind of work. */
export function progressLine(screen: ProgressTerminal): Progress {
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
