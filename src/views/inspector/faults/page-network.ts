/** The globals by which a page reaches its network. */
type Page = Window & typeof globalThis;

/**
 * Let requests of the page fail, and let it look offline. Pictures, videos and code still load,
 * because no page can stop them. Return a function that ends it.
 */
export function cutPage(page: Page = window): () => void {
  const { WebSocket: Socket } = page;
  const uploads = page.XMLHttpRequest.prototype;
  const [fetch, send] = [Reflect.get(page, 'fetch'), Reflect.get(uploads, 'send')];
  page.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  page.WebSocket = class extends Socket {
    constructor() {
      // throws: this is no address of a socket
      super('about:blank');
    }
  };
  uploads.send = function fail(this: XMLHttpRequest) {
    page.setTimeout(() => this.dispatchEvent(new page.ProgressEvent('error')));
  };
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => false });
  page.dispatchEvent(new page.Event('offline'));
  return () => {
    page.fetch = fetch;
    page.WebSocket = Socket;
    uploads.send = send;
    Reflect.deleteProperty(page.navigator, 'onLine');
    if (page.navigator.onLine) page.dispatchEvent(new page.Event('online'));
  };
}
