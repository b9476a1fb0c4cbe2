/**
 * The used part of a channel between tabs of this browser. All other tabs receive each message,
 * once and in order. The sender does not.
 */
interface TabChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (
    type: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly close: () => void;
}

export type OpenChannel = (name: string) => TabChannel;
