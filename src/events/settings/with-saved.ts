import type { SavedChange } from './saved-record.ts';
import { withChange } from './saved-settings.ts';

/** Return the content to save, including the older form of zap settings that other clients read. */
export function withSaved(content: string, change: Omit<SavedChange, 'feeds'>): string {
  const { zapDefault, zapConfig } = change;
  const older = {
    ...(zapDefault && { defaultZapAmount: zapDefault.amount }),
    ...(zapConfig && { zapOptions: zapConfig.map(({ amount }) => amount) }),
  };
  return withChange(content, { ...change, ...older });
}
