/** Bytes of the cache of pictures, unless the operator chose another limit. */
export const MEDIA_CACHE = 2 ** 30;
