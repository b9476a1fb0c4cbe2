// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { VoicePlayer } from './VoicePlayer.tsx';

afterEach(cleanup);

const FILE = 'https://media.example/a.webm';
const timesIn = () => screen.getByRole('group').textContent;

test.each([
  [undefined, ''],
  [75, '1:15'],
])('NIP-A0 before it is played, a recording with the length %s says %j', (length, said) => {
  render(<VoicePlayer src={FILE} original={FILE} length={length} wave={[]} />);
  expect(timesIn()).toBe(said);
});
