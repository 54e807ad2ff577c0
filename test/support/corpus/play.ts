import type { Runner } from '../../../src/runner/index.ts';
import { playEvents } from './events.ts';
import { playResponse, type ResponseCase } from './responses.ts';
import { playScript } from './scripts.ts';
import { readTable, type Case, type Verdict } from './table.ts';
import { playTemplate } from './templates.ts';

/** The function that plays the cases of each file. */
const players: Readonly<Record<string, (c: Case, runner: Runner) => Verdict | Promise<Verdict>>> = {
  'responses.jsonl': (c, runner) => playResponse(c as ResponseCase, runner),
  'scripts.jsonl': playScript,
  'template.jsonl': playTemplate,
  'sse.jsonl': playEvents,
};

export interface Played {
  readonly file: string;
  readonly case: Case;
  readonly play: (runner: Runner) => Promise<Verdict>;
}

export function casesOf(folder: string): readonly Played[] {
  return Object.entries(players).flatMap(([file, play]) =>
    readTable(folder, file).map((c) => ({ file, case: c, play: async (runner: Runner) => play(c, runner) })),
  );
}
