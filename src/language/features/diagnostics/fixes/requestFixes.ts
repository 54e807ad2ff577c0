import { t } from '../../../../base/l10n.ts';
import { isRequest } from '../../../syntax/nodes.ts';
import { headEnd, insertLines } from '../../edits/headLines.ts';
import { folderOf, resolvePath } from '../../../workspace/workspacePaths.ts';
import { guessContentType } from '../contentTypeGuess.ts';
import { fix, fixIn, insertion, removal, type Fixer } from './fixer.ts';

/** Removes the fragment of a URL, or encodes its `#` so that it is sent. */
export const dropFragment: Fixer = function* dropFragment(input) {
  const { range } = input.diagnostic;
  if (input.view.tree.text[range.start] !== '#') return;
  yield fix(input, t('Remove the fragment'), [removal(range.start, range.end)], { preferred: true });
  yield fix(input, t('Send the # as %23'), [{ range: { start: range.start, end: range.start + 1 }, newText: '%23' }]);
};

/** `GET` → `POST`. */
export const sendAsPost: Fixer = function* sendAsPost(input) {
  const { requestLine } = input.block;
  if (requestLine === undefined) return;
  const { method, target } = requestLine;
  yield fix(input, t('Send it as POST'), [method === undefined ? insertion(target.start, 'POST ') : { range: method, newText: 'POST' }]);
};

/** Adds a guessed `Content-Type`. */
export const addContentType: Fixer = function* addContentType(input) {
  const { block, view } = input;
  if (!isRequest(block) || block.body === undefined) return;
  const type = guessContentType(block.body.text.text);
  const edit = insertLines(view.tree, headEnd(block), [`Content-Type: ${type}`]);
  yield fix(input, t('Add Content-Type: {0}', type), [edit], { preferred: true });
};

/** Adds the boundary of the body's parts to its `Content-Type`. */
export const addBoundary: Fixer = function* addBoundary(input) {
  const { block } = input;
  const header = block.headers.find((h) => h.name.text.toLowerCase() === 'content-type');
  const value = header?.values.at(-1);
  const boundary = /boundary=(.*)$/.exec(guessContentType(block.body?.text.text ?? ''))?.[1];
  if (value === undefined || boundary === undefined) return;
  yield fix(input, t('Add boundary={0}', boundary), [insertion(value.end, `${value.text.endsWith(';') ? '' : ';'} boundary=${boundary}`)], {
    preferred: true,
  });
};

export const dropVersion: Fixer = function* dropVersion(input) {
  const { requestLine } = input.block;
  if (requestLine?.version === undefined) return;
  yield fix(input, t('Remove {0}', requestLine.version.text), [removal(requestLine.target.end, requestLine.version.end)]);
};

export const createFile: Fixer = function* createFile(input) {
  const { view, diagnostic } = input;
  const written = view.tree.text.slice(diagnostic.range.start, diagnostic.range.end);
  const file = resolvePath(folderOf(view.file), written);
  if (view.pathKind(file) === 'missing') yield fixIn(input, t('Create {0}', written), { file, create: true, edits: [] });
};
