/** `npm run docs`: write the documents that are made from the code. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machinePages } from './docs/machines.ts';
import { protocolDocument } from './docs/protocol.ts';
import { ROOT } from './docs/source.ts';

const MACHINES = join(ROOT, 'docs/machines');

writeFileSync(join(ROOT, 'docs/protocol.md'), protocolDocument());
const pages = await machinePages();
rmSync(MACHINES, { recursive: true, force: true });
mkdirSync(MACHINES);
for (const [name, text] of pages) writeFileSync(join(MACHINES, name), text);
