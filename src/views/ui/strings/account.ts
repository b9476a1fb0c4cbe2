export const accountStrings = {
  readsOnly: 'Read-only',
  locked: 'Key locked',
  ready: 'Signed in',
  publishing: (unfinished: number) =>
    unfinished > 0 ? `Publishing, ${unfinished} not finished` : 'Publishing',
};
