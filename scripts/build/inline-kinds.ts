import type { Plugin } from 'vite';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';

const TABLES: Readonly<Record<string, Readonly<Record<string, number>>>> = { KIND, RESULT };

/**
 * Replace named kinds with their numbers, so that a chunk with a few of them does not contain the
 * whole tables.
 */
export function inlineKinds(): Plugin {
  return {
    name: 'starling:inline-kinds',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(?!events\/nostr\/kinds\.ts).*\.tsx?$/, code: /\b(?:KIND|RESULT)\./ },
      handler: (code) => ({
        code: code.replace(
          /\b(KIND|RESULT)\.(\w+)\b/g,
          (named: string, table: string, name: string) => String(TABLES[table]?.[name] ?? named),
        ),
        map: null,
      }),
    },
  };
}
