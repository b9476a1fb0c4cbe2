import { vi } from 'vitest';
import type { ShellState } from '../../../src/views/ui/hooks/shell-context.ts';

/** The frame's state for a visitor, with the test's changes. */
export function shellState(over: Partial<ShellState> = {}): ShellState {
  return {
    account: undefined,
    unread: { messages: 0, notifications: 0, downloads: 0 },
    unfinished: 0,
    onNewNote: vi.fn(),
    onSignIn: vi.fn(),
    onSignOut: vi.fn(),
    others: [],
    onSwitch: vi.fn(),
    onRefused: vi.fn(),
    onEarly: vi.fn(),
    ...over,
  };
}
