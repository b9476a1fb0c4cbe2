import type { Seconds } from '../../../events/core/time.ts';
import type { SignAction } from '../../../machines/core/sign-request.ts';
import { askExtension, type ExtensionDeps } from './extension.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import { type Performed, readPerformed, type SignerBackend } from './signer-backend.ts';

export interface ExtensionBackendDeps extends ExtensionDeps {
  readonly keys: KeyWorkerClient;
  readonly now: () => Seconds;
}

/**
 * Acts through the browser's extension (NIP-07). The extension is looked up for each act, and its
 * answers are not trusted (E-34, E-37).
 */
export function extensionBackend(
  { pubkey }: { readonly pubkey: string },
  deps: ExtensionBackendDeps,
): SignerBackend {
  const perform = async (act: SignAction): Promise<Performed> => {
    const stamp = act.do === 'sign' ? (act.template.created_at ?? deps.now()) : deps.now();
    const result = await askExtension(deps, act, stamp);
    if ('failure' in result) return result;
    return readPerformed(act, result.value, pubkey, { keys: deps.keys, now: deps.now() });
  };
  return {
    perform: (act) => ({ done: perform(act), forget: () => undefined }),
    end: () => undefined,
  };
}
