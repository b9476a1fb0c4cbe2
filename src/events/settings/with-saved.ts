import type { SavedChange } from './saved-record.ts';
import { withChange } from './saved-settings.ts';

/** The content to save, with the older form of zap settings, which other clients read (7.2). */
export function withSaved(content: string, change: Omit<SavedChange, 'feeds'>): string {
  const { zapDefault, zapConfig } = change;
  const older = {
    ...(zapDefault && { defaultZapAmount: zapDefault.amount }),
    ...(zapConfig && { zapOptions: zapConfig.map(({ amount }) => amount) }),
  };
  return withChange(content, { ...change, ...older });
}
