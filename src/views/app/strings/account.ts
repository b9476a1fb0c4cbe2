export const accountStrings = {
  signInNeeded: 'You need to be signed in to perform this action',
  readonly: 'This account is read-only. Add its key to post.',
  later: 'This is not here yet',
  readsOnly: 'Read-only',
  locked: 'Key locked',
  ready: 'Signed in',
  openMutes: 'Open private mutes',
  publishing: (unfinished: number) => (unfinished > 0 ? `Publishing, ${unfinished} not finished` : 'Publishing'),
};
