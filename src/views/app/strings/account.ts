export const accountStrings = {
  signInNeeded: 'You need to be signed in to perform this action',
  later: 'This is not here yet',
  readsOnly: 'Reading only',
  locked: 'Key locked',
  ready: 'Signed in',
  lock: 'Lock the key',
  unlock: 'Unlock the key',
  publishing: (unfinished: number) => (unfinished > 0 ? `Publishing, ${unfinished} not finished` : 'Publishing'),
  addAccount: 'Add an account',
  switchTo: (name: string) => `Switch to ${name}`,
  key: {
    pinForgotten: 'I forgot my PIN',
  },
};
