import type { MirrorNews, MirrorPlan } from './mirror-relays.ts';
import type { Policy } from '../relay/policy.ts';
import type { Store } from '../store/store.ts';
import type { EventVerifier } from '../verify.ts';

interface Mirroring {
  readonly store: Store;
  readonly gate: EventVerifier;
  /** `undefined`: no relay is mirrored, and the code for it is not loaded. */
  readonly plan: MirrorPlan | undefined;
  readonly policy?: Policy | undefined;
  readonly told?: ((news: MirrorNews) => void) | undefined;
  /** Holds the mirrored relays that are connected. */
  readonly connected: Set<string>;
}

/** Mirror the relays of the operator. Returns the function that stops it. */
export async function startMirroring({
  plan,
  connected,
  told = () => undefined,
  ...parts
}: Mirroring): Promise<() => void | Promise<void>> {
  if (!plan) return () => undefined;
  const { mirrorRelays } = await import('./mirror-relays.ts');
  const note = (news: MirrorNews) => {
    if (news.state === 'away') connected.delete(news.relay);
    else connected.add(news.relay);
    told(news);
  };
  return mirrorRelays({ ...parts, plan, told: note });
}
