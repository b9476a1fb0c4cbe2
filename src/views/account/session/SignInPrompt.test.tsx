// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  dialog,
  fetchViews,
  renderedAccount,
} from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';

const NOTE = trusted({ content: 'the opened note', created_at: 1_000 });

let close = () => {};
afterEach(() => close());

function button(name: RegExp): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('main button, [role=menuitem]')].find(
    (one) => name.test(one.ariaLabel ?? one.textContent),
  );
  return found ?? expect.fail(`no ${name}`);
}

test('ACCOUNT-01 a visitor who acts on a note sees the sign-in prompt, and nothing is done', async () => {
  const path = notePath(NOTE.id);
  await fetchViews(path);
  const world = await renderedAccount(path, { accounts: [] });
  close = world.close;
  await world.settle(() =>
    world.answer('thread_view', { events: [NOTE], claims: [range([]), range([NOTE.id])] }),
  );
  const told = async (...names: readonly RegExp[]) => {
    for (const name of names) await world.click(button(name));
    const door = dialog('Sign in to like, reply and follow');
    const [reason = '', close] = [
      door?.querySelector('p')?.textContent,
      door?.querySelector<HTMLElement>('[aria-label="Close"]'),
    ];
    if (close) await world.click(close);
    expect(dialog('Sign in to like, reply and follow')).toBeUndefined();
    return reason;
  };
  const needed = 'You need to be signed in to perform this action';
  for (const name of [/^Reply/, /^Like/, /^Repost/, /^Bookmark/])
    expect(await told(name), String(name)).toBe(needed);
  for (const name of [/^Mute/, /^Report/])
    expect(await told(/^More/, name), String(name)).toBe(needed);
  expect(await told(/^Zap/)).toBe('You must be logged-in to perform a zap');
  const sent = world.socket.epochs
    .flatMap(({ sent }) => sent)
    .filter(({ type }) => type === 'socket.request');
  expect(JSON.stringify(sent)).not.toMatch(/import_events|broadcast_events|report_user/);
});
