import { field, isRecord } from '../core/json.ts';
import type { SavedChange } from './saved-record.ts';
import { sharedFrom, switchesIn } from './saved-settings.ts';
import { DEFAULT_ZAPS, zapsFrom } from './zap-settings.ts';

/**
 * Read the stored settings that the user changed and the service does not have yet. Malformed ones
 * are left out.
 */
export function unsavedIn(value: unknown): Omit<SavedChange, 'feeds'> {
  if (!isRecord(value)) return {};
  const { moderation: _, ...shared } = sharedFrom({
    ...value,
    proxyThroughPrimal: field(value, 'usePrimalRelay'),
  });
  const [moderation, ...zaps] = ['moderation', 'zapDefault', 'zapConfig'].map((name) =>
    field(value, name),
  );
  const { zapDefault, zapConfig } = zapsFrom({ zapDefault: zaps[0], zapConfig: zaps[1] });
  // Malformed values read as their defaults, which the user did not choose, so they are left out.
  return {
    ...shared,
    ...(isRecord(moderation) && { moderation: switchesIn(moderation) }),
    ...(zapDefault !== DEFAULT_ZAPS.zapDefault && { zapDefault }),
    ...(zapConfig !== DEFAULT_ZAPS.zapConfig && { zapConfig }),
  };
}
