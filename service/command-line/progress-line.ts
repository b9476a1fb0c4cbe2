const WIDTH = 24;

export interface ProgressTerminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows one step at a time. A new step, or `end`, ends the last one with its duration. */
export interface Progress {
  show(done: number, total: number, step: string): void;
  end(): void;
}

/**
 * Write one line per step, such as "Making the demo town ... 31 s". A terminal shows a bar until
 * the step has ended. `now`: milliseconds.
 */
export function progressLine(screen: ProgressTerminal, now: () => number): Progress {
  let current: { readonly step: string; readonly begun: number; line: string } | undefined;
  const end = () => {
    if (!current) return;
    const { step, begun, line } = current;
    const seconds = `${Math.round((now() - begun) / 1_000)} s`;
    screen.write(
      screen.isTTY ? `\r${`${step} ... ${seconds}`.padEnd(line.length)}\n` : `${seconds}\n`,
    );
    current = undefined;
  };
  return {
    show(done, total, step) {
      if (current?.step !== step) {
        end();
        current = { step, begun: now(), line: '' };
        if (!screen.isTTY) screen.write(`${step} ... `);
      }
      if (!screen.isTTY) return;
      const line = `${step} ... ${bar(done, total)}`;
      if (line !== current.line) screen.write(`\r${line.padEnd(current.line.length)}`);
      current.line = line;
    },
    end,
  };
}

function bar(done: number, total: number): string {
  if (total <= 0) return String(done);
  const filled = Math.round((Math.min(done, total) / total) * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
}
