import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN, PICTURES } from '../telling-hosts.ts';

/** Groups of hosts in the rule, and those of the test's town. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  'no other host': [],
  'hosts of media': [PICTURES],
  'own relays': [OWN],
};

export interface AllowedHosts {
  readonly visitor: readonly string[];
  readonly account: readonly string[];
}

/** Return the hosts that reading may contact, by mode, as docs/security.md states them. */
export function readHostRule(): ReadonlyMap<string, AllowedHosts> {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8');
  const [, section = ''] = text.split('## Hosts that reading contacts');
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)];
  const isHead = (mode: string) => mode === 'Mode' || mode.startsWith('---');
  return new Map(
    rows.flatMap(([, mode = '', visitor = '', account = '']) =>
      isHead(mode) ? [] : [[mode, { visitor: hostsOf(visitor), account: hostsOf(account) }]],
    ),
  );
}

function hostsOf(groups: string): readonly string[] {
  return groups.split(', ').flatMap((group) => {
    const hosts = HOSTS[group];
    if (!hosts) throw new Error(`docs/security.md names unknown hosts: ${group}`);
    return hosts;
  });
}
