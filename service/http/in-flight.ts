/**
 * Limits for bytes of unfinished bodies and messages in memory: from one address, and from all. The
 * largest body has 8 MB.
 */
export const IN_FLIGHT = { address: 24 * 2 ** 20, all: 128 * 2 ** 20 } as const;

/** The bytes of one unfinished body or message. */
export interface Held {
  /** Count more bytes. Returns false at the limit. */
  add(bytes: number): boolean;
  /** Stop counting all of them. */
  release(): void;
}

/** Counts the bytes of unfinished messages in memory. */
export interface InFlight {
  begin(from: string): Held;
}

export function openInFlight(
  most: { readonly address: number; readonly all: number } = IN_FLIGHT,
): InFlight {
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    begin(from) {
      let held = 0;
      const change = (bytes: number) => {
        held += bytes;
        all += bytes;
        const here = (byAddress.get(from) ?? 0) + bytes;
        if (here > 0) byAddress.set(from, here);
        else byAddress.delete(from);
      };
      return {
        add(bytes) {
          if (all + bytes > most.all || (byAddress.get(from) ?? 0) + bytes > most.address)
            return false;
          change(bytes);
          return true;
        },
        release: () => change(-held),
      };
    },
  };
}
