import type { ConsoleLevel, RunEvent } from '../../ports/events.ts';

export const consoleEvent = (at: number, text: string, level: ConsoleLevel = 'info'): RunEvent & { readonly kind: 'console' } => ({
  kind: 'console',
  at,
  level,
  text,
});
