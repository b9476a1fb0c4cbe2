export const mediaStrings = {
  alt: 'Alt',
  pictures: (count: number) => `${count} pictures`,
  openPicture: 'Open the picture',
  openNamed: (alt: string) => `Open the picture: ${alt}`,
};
