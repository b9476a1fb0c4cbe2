import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';

/** One message of a conversation, as the foreign program parsed it. `at` in seconds. */
export interface Said {
  readonly from: string;
  readonly at: number;
  readonly text: string;
}

export type Form = 'nip04' | 'nip17';

const PROGRAM = join(import.meta.dirname, 'foreign-program.ts');
const run = promisify(execFile);

/**
 * A user of another implementation (`foreign-program.ts`). Each action is a process of its own.
 * `service`: its http address.
 */
export function foreignClient(service: string, secret: Uint8Array) {
  const relay = service.replace('http', 'ws');
  const act = async (...args: string[]): Promise<string[]> => {
    const env = { ...process.env, NOSTR_KEY: Buffer.from(secret).toString('hex') };
    const { stdout } = await run(process.execPath, [PROGRAM, relay, ...args], {
      env,
      timeout: 30_000,
    });
    return stdout.split('\n').filter((line) => line !== '');
  };
  return {
    /** Send a message and return the id of its event. */
    write: async (form: Form, peer: string, text: string): Promise<string> =>
      (await act('write', form, peer, text))[0] ?? '',
    /** The conversation with that peer, oldest first. */
    read: async (form: Form, peer: string): Promise<Said[]> =>
      (await act('read', form, peer)).flatMap((line) => readSaid(parseJson(line))),
  };
}

function readSaid(value: unknown): Said[] {
  if (!isRecord(value)) return [];
  const { from, at, text } = value;
  return typeof from === 'string' && typeof at === 'number' && typeof text === 'string'
    ? [{ from, at, text }]
    : [];
}
