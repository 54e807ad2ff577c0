import { t } from '../../../../base/l10n.ts';
import { lineBreakOf } from '../../../../base/text/text.ts';
import { isRequest } from '../../../syntax/nodes.ts';
import { fix, insertion, removal, type Fixer } from './fixer.ts';

/** Turns an invalid header line into the start of the body, a continuation of the URL, or a definition above the request line. */
export const repairHeaderLine: Fixer = function* repairHeaderLine(input) {
  const { view, diagnostic, block } = input;
  const { text } = view.tree;
  const node = block.nodes.find(
    (n) => n.kind === 'unknown' && n.range.start <= diagnostic.range.start && diagnostic.range.start < n.range.end,
  );
  if (node === undefined || !isRequest(block) || node.range.start !== diagnostic.range.start) return;
  const eol = lineBreakOf(text);
  const line = text.slice(node.range.start, node.range.end);
  if (/^[?&/]/.test(line) && block.headers.length === 0) {
    yield fix(input, t('Indent the line, so that it continues the URL'), [insertion(node.range.start, '    ')], { preferred: true });
  } else if (/^@[^\s=]+[ \t]*=/.test(line)) {
    const edits = [removal(node.range.start, node.range.end), insertion(block.requestLine.range.start, line.replace(/[\r\n]+$/, '') + eol)];
    yield fix(input, t('Move the variable above the request line'), edits, { preferred: true });
  } else yield fix(input, t('Begin the body here: add an empty line'), [insertion(node.range.start, eol)]);
};

/** Adds the missing `%}` of a script. */
export const closeScript: Fixer = function* closeScript(input) {
  const { view, diagnostic, block } = input;
  const { text } = view.tree;
  const script = block.nodes.find((n) => n.kind === 'script' && n.range.start === diagnostic.range.start);
  if (script === undefined) return;
  const eol = lineBreakOf(text);
  const written = text.slice(0, script.range.end).trimEnd().length;
  yield fix(input, t('Close the script with %}'), [insertion(written, `${eol}%}`)], { preferred: true });
};

/** Removes the white space before an `@name = value`. */
export const unindentDefinition: Fixer = function* unindentDefinition(input) {
  const { text } = input.view.tree;
  const { start } = input.diagnostic.range;
  let line = start;
  while (text[line - 1] === ' ' || text[line - 1] === '\t') line--;
  if (line < start && /^@[^\s=]+[ \t]*=/.test(text.slice(start, start + 300)))
    yield fix(input, t('Remove the white space before the @'), [removal(line, start)], { preferred: true });
};

/** Removes the line of an unused definition, or of the `@ref` that closes a cycle. */
export const removeLine: Fixer = function* removeLine(input) {
  const { view, diagnostic, block } = input;
  const { start } = diagnostic.range;
  const node = [...block.definitions, ...block.directives].find((n) => n.range.start <= start && start < n.range.end);
  if (node === undefined) return;
  const line = view.tree.text.slice(node.range.start, node.range.end).trim();
  const what = node.kind === 'definition' ? `@${node.name.text}` : line.replace(/^(?:#|\/\/)\s*/, '');
  yield fix(input, t('Remove {0}', what), [removal(node.range.start, node.range.end)]);
};

/** Removes all occurrences of a header from the request. */
export const deleteHeader: Fixer = function* deleteHeader(input) {
  const { diagnostic, block } = input;
  const at = block.headers.find(({ name }) => name.start === diagnostic.range.start);
  if (at === undefined) return;
  const same = block.headers.filter(({ name }) => name.text.toLowerCase() === at.name.text.toLowerCase());
  const edits = same.map(({ range }) => removal(range.start, range.end));
  yield fix(input, t('Delete {0}', at.name.text), edits, { preferred: true });
};
