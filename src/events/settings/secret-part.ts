import { isRecord, parseJson } from '../core/json.ts';
import { opensAccount } from '../core/opening-secrets.ts';
import type { RecordName } from './saved-record.ts';

/** Return the part of a saved record that contains a private key, if it has a name. */
export function secretPart(record: RecordName, content: string): 'zaps' | 'feeds' | undefined {
  if (record !== 'settings') return 'feeds';
  const settings = parseJson(content);
  const isIn = (name: string) =>
    isRecord(settings) && opensAccount(JSON.stringify(settings[name] ?? ''));
  return isIn('zapDefault') || isIn('zapConfig') ? 'zaps' : undefined;
}
