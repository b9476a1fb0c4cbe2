export const messageStrings = {
  title: 'Messages',
  countResetFailed: 'Failed to reset message count',
  markReadFailed: 'Failed to mark as read',
};
