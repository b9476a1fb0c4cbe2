// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { cutPage } from './page-network.ts';

afterEach(() => vi.restoreAllMocks());

test('TOOL-05 requests, uploads and sockets of a cut page fail until that is undone', async () => {
  const answer = new Response('here');
  const real = vi.spyOn(window, 'fetch').mockResolvedValue(answer);
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  // as adapters ask (`pageFetch`)
  const asked: typeof fetch = (...request) => window.fetch(...request);
  const reopen = cutPage();
  await expect(asked('https://a.example/')).rejects.toThrow(TypeError);
  await expect(fetch('https://a.example/')).rejects.toThrow(TypeError);
  const failed = await new Promise<string>((resolve) => {
    const request = new XMLHttpRequest();
    request.addEventListener('error', ({ type }) => resolve(type));
    request.open('PUT', 'https://a.example/upload');
    request.send('x');
  });
  expect(failed).toBe('error');
  expect(() => new WebSocket('wss://a.example/')).toThrow();
  expect(real).not.toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
  reopen();
  await expect(asked('https://a.example/')).resolves.toBe(answer);
  new XMLHttpRequest().send();
  expect(sent).toHaveBeenCalledOnce();
});

test('TOOL-05 a cut page says that it is offline, and that it is back', () => {
  const said: string[] = [];
  const note = ({ type }: Event) => void said.push(`${type} ${navigator.onLine}`);
  for (const type of ['offline', 'online']) window.addEventListener(type, note);
  const reopen = cutPage();
  reopen();
  expect(said).toEqual(['offline false', 'online true']);
  for (const type of ['offline', 'online']) window.removeEventListener(type, note);
});
