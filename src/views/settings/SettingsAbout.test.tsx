// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { longDate } from '../../events/core/format.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { BUILD } from '../ui/hooks/build.ts';
import { SettingsAbout } from './SettingsAbout.tsx';

afterEach(cleanup);

/** Render the rows and a fake service. */
function shown() {
  const fake = fakeApp();
  fake.app.start();
  render(
    <AppProvider app={fake.app}>
      <SettingsAbout />
    </AppProvider>,
  );
  act(() => fake.socket.connect());
  return fake;
}
const words = () => screen.getByRole('region', { name: 'About' }).textContent;

test("TOOL-04 the settings name the client's version and build, and the service by its own name", () => {
  const { answer } = shown();
  const { source } = BUILD;
  expect(words()).toContain(BUILD.version);
  expect(words()).toContain(
    source
      ? `Built from ${source.commit} of ${longDate(source.time, 'en-us')}`
      : 'Built from an unknown source',
  );
  expect(words()).toContain('wss://cache.example/v1');
  expect(words()).toContain('Asking');
  act(() =>
    answer('server_name', {
      claims: [{ claim: 'serverName', name: `other\n1.2${'x'.repeat(100)}` }],
    }),
  );
  expect(words()).toContain(`other 1.2${'x'.repeat(51)}`);
  expect(words()).not.toContain('x'.repeat(52));
});

test.each(['an empty answer', 'a refusal', 'an empty name'])(
  'TOOL-04 a service that does not name itself is reported: %s',
  (how) => {
    const { answer, refuse } = shown();
    act(() => {
      if (how === 'a refusal') refuse('server_name');
      else
        answer(
          'server_name',
          how === 'an empty name' ? { claims: [{ claim: 'serverName', name: ' ' }] } : {},
        );
    });
    expect(words()).toContain('Not said');
  },
);
