/** The light build ships without types of its own; its class is that of the full one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
