export const noteStrings = {
  actions: 'Actions',
  reply: 'Reply',
  zap: 'Zap',
  like: 'Like',
  repost: 'Repost',
  bookmark: 'Bookmark',
  more: 'More',
};
