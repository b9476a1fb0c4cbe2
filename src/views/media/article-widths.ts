/** Width of the pictures in an article's text, in CSS pixels. */
export const ARTICLE_PICTURE = 680;

/** Width of an article's cover above its title, in CSS pixels. */
export const ARTICLE_COVER = 720;
