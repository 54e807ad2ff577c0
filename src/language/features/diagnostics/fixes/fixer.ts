import type { Diagnostic } from '../../../diagnostic.ts';
import type { ActionCommand, CodeAction, FileEdits, TextEdit } from '../../../edit.ts';
import type { Block } from '../../../syntax/nodes.ts';
import type { FileView } from '../../../workspace/fileView.ts';

export interface FixInput {
  readonly view: FileView;
  readonly diagnostic: Diagnostic;
  readonly block: Block;
}

/** Quick fixes for one kind of diagnostic, the most likely first. */
export type Fixer = (input: FixInput) => Iterable<CodeAction>;

interface FixOptions {
  readonly preferred?: boolean;
  readonly command?: ActionCommand;
}

/** A fix with edits of the diagnostic's file. */
export const fix = (input: FixInput, title: string, edits: readonly TextEdit[], options?: FixOptions): CodeAction =>
  fixIn(input, title, { file: input.view.file, edits }, options);

/** A fix with edits of a given file. */
export const fixIn = ({ diagnostic }: FixInput, title: string, edits: FileEdits, options: FixOptions = {}): CodeAction => ({
  title,
  kind: 'quickfix',
  edits: [edits],
  mends: { id: diagnostic.id, range: diagnostic.range },
  ...(options.preferred === true ? { preferred: true } : {}),
  ...(options.command === undefined ? {} : { command: options.command }),
});

export const insertion = (offset: number, newText: string): TextEdit => ({ range: { start: offset, end: offset }, newText });

export const removal = (start: number, end: number): TextEdit => ({ range: { start, end }, newText: '' });
