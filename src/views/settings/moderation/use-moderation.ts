import { useMemo } from 'react';
import {
  type Moderation,
  moderationOf,
} from '../../../events/reading/moderation/moderation-settings.ts';
import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';

/** Return the filters and their scopes (SETTINGS-08). `set`: change one switch by its name. */
export function useModeration(): Moderation & {
  readonly set: (name: string, on: boolean) => void;
} {
  const switches = useSetting('moderation');
  const change = useChangeSettings();
  const chosen = useMemo(() => moderationOf(switches), [switches]);
  return { ...chosen, set: (name, on) => change({ moderation: { ...switches, [name]: on } }) };
}
