export const accountStrings = {
  publishing: (unfinished: number) =>
    unfinished > 0 ? `Publishing, ${unfinished} not finished` : 'Publishing',
};
