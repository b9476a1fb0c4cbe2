import type { Plugin } from 'vite';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';

const TABLES: Readonly<Record<string, Readonly<Record<string, number>>>> = { KIND, RESULT };

/** Puts the numbers of kinds where they are named, so that no chunk carries the whole tables for the sake of a few. */
export function inlineKinds(): Plugin {
  return {
    name: 'starling:inline-kinds',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(?!events\/nostr\/kinds\.ts).*\.tsx?$/, code: /\b(?:KIND|RESULT)\./ },
      handler: (code) => ({
        code: code.replace(/\b(KIND|RESULT)\.(\w+)\b/g, (named: string, table: string, name: string) =>
          String(TABLES[table]?.[name] ?? named),
        ),
        map: null,
      }),
    },
  };
}
