/** What is used of a channel between tabs of this browser: what one posts, all others hear, once and in order, and nobody hears itself. */
interface TabChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
  readonly close: () => void;
}

export type OpenChannel = (name: string) => TabChannel;
