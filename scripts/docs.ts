/** `npm run docs`: write the documents that are made from the code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protocolDocument } from './docs/protocol.ts';
import { ROOT } from './docs/source.ts';

writeFileSync(join(ROOT, 'docs/protocol.md'), protocolDocument());
