import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

const EACH = 5_000;

/**
 * Return a reporter of vitest that ends the run if a test file never ends. A synchronous endless
 * loop has no timeout: it would hold its worker without a word.
 */
export function stuckFiles(end: (text: string) => void = endRun): Reporter {
  const running = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  // milliseconds: the longest file takes 20 s, in the long suite some minutes
  const longest = process.env['STARLING_LONG'] ? 1_800_000 : 240_000;
  const check = (): void => {
    const stuck = [...running].filter(([, since]) => performance.now() - since > longest);
    if (stuck.length === 0) return;
    clearInterval(timer);
    const files = stuck.map(([file]) => relative(process.cwd(), file)).join(', ');
    end(`FAIL  ${files}: not ended after ${longest / 1_000} s, so the run was stopped`);
  };
  return {
    onTestRunStart: () => {
      timer = setInterval(check, EACH);
    },
    onTestModuleStart: ({ moduleId }) => {
      running.set(moduleId, performance.now());
    },
    onTestModuleEnd: ({ moduleId }) => {
      running.delete(moduleId);
    },
    onTestRunEnd: () => clearInterval(timer),
  };
}

function endRun(text: string): never {
  console.error(text);
  process.exit(1);
}
