/** The light build ships without types. Its class equals that of the full build. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
