import { field, isRecord, parseJson } from '../../../events/core/json.ts';
import type { TabLogSpec } from '../../core/tab-log.ts';
import type { DeviceSeal } from './device-seal.ts';

interface SealedForm<Entry> {
  readonly seal: DeviceSeal;
  /** The device key that seals it. */
  readonly keyName: string;
  /** Undefined: the entry cannot be read. */
  readonly read: (plain: unknown) => Entry | undefined;
  readonly serialize: (entry: Entry) => object;
  /** The row of a sealed entry. Rows are read in both forms. */
  readonly rowOf: (sealed: string) => string | { readonly sealed: string };
  /** True if an entry that cannot be read fails the log, which must not continue without it. */
  readonly isStrict: boolean;
}

/** The form of a log whose entries are sealed for this device: nothing is readable (E-36). */
export function sealedForm<Entry>({
  seal,
  keyName,
  read,
  serialize,
  rowOf,
  isStrict,
}: SealedForm<Entry>): Pick<TabLogSpec<unknown, Entry>, 'encode' | 'decode'> {
  return {
    encode: async (entry) => {
      const bytes = new TextEncoder().encode(JSON.stringify(serialize(entry)));
      return rowOf(await seal.seal(bytes, keyName));
    },
    decode: async (row) => {
      const sealed = isRecord(row) ? field(row, 'sealed') : row;
      const bytes = typeof sealed === 'string' ? await seal.open(sealed, keyName) : undefined;
      const entry = bytes && read(parseJson(new TextDecoder().decode(bytes)));
      if (entry === undefined && isStrict) throw new Error('an entry cannot be opened');
      return entry;
    },
  };
}
