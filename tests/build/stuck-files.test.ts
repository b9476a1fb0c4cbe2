import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { stuckFiles } from '../../scripts/stuck-files.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('STARLING_LONG', '');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const fileAt = (name: string) => ({ moduleId: `${process.cwd()}/${name}` }) as TestModule;

function started() {
  const said: string[] = [];
  const reporter = stuckFiles((text) => void said.push(text));
  reporter.onTestRunStart?.([]);
  return { said, reporter };
}

test('a test file that never ends stops the run once, by name', () => {
  const { said, reporter } = started();
  reporter.onTestModuleStart?.(fileAt('a.test.ts'));
  reporter.onTestModuleStart?.(fileAt('b.test.ts'));
  reporter.onTestModuleEnd?.(fileAt('b.test.ts'));
  vi.advanceTimersByTime(235_000);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['FAIL  a.test.ts: not ended after 240 s, so the run was stopped']);
});

test('in the long suite a file may take half an hour', () => {
  vi.stubEnv('STARLING_LONG', '1');
  const { said, reporter } = started();
  reporter.onTestModuleStart?.(fileAt('a.test.ts'));
  vi.advanceTimersByTime(1_795_000);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual(['FAIL  a.test.ts: not ended after 1800 s, so the run was stopped']);
});

test('a run of files that all end is stopped by nothing', () => {
  const { said, reporter } = started();
  for (let at = 0; at < 10; at++) {
    reporter.onTestModuleStart?.(fileAt(`${at}.test.ts`));
    vi.advanceTimersByTime(100_000);
    reporter.onTestModuleEnd?.(fileAt(`${at}.test.ts`));
  }
  reporter.onTestRunEnd?.([], [], 'passed');
  expect(said).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
