/**
 * It actually returns a TrustedScriptURL, which the platform accepts in place of a string for a
 * script's address.
 */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): ScriptUrlPolicy;
    };
  }
}

/** A page allows a policy to be created only once. */
const made = new WeakMap<Pick<Window, 'trustedTypes'>, ScriptUrlPolicy>();

/**
 * The only way to create script addresses under `require-trusted-types-for 'script'` (E-12). Allows
 * the page's own origin. Throws for others.
 */
export function scriptUrlPolicy(
  page: Pick<Window, 'trustedTypes'>,
  origin: string,
): ScriptUrlPolicy {
  const known = made.get(page);
  if (known) return known;
  const rules = {
    createScriptURL: (url: string): string => {
      const script = URL.parse(url, origin);
      // a blob has the origin of its page, but no server has served it
      if (script?.origin !== origin || script.protocol === 'blob:')
        throw new TypeError('a script of another origin');
      return url;
    },
  };
  const policy = page.trustedTypes?.createPolicy('starling', rules) ?? rules;
  made.set(page, policy);
  return policy;
}
