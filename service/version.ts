import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field, isRecord, parseJson } from '../src/events/core/json.ts';

const manifest = parseJson(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
const said = isRecord(manifest) ? field(manifest, 'version') : undefined;

export const version = typeof said === 'string' ? said : '0';
