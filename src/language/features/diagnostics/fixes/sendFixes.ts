import { t } from '../../../../base/l10n.ts';
import { lineBreakOf } from '../../../../base/text/text.ts';
import type { CodeAction, FileEdits, TextEdit } from '../../../edit.ts';
import { apiNamedBy } from '../../../semantics/api/apiNaming.ts';
import { isRequest, nameOf, titleOf, type Block, type RequestBlock } from '../../../syntax/nodes.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { resolvePath } from '../../../workspace/workspacePaths.ts';
import { lookAt, placeholderAt } from '../../navigation/placeholders.ts';
import { listRequests } from '../../structure/requests.ts';
import { fix, fixIn, insertion, type Fixer, type FixInput } from './fixer.ts';

/** Adds `# @ref NAME` for the request whose response is missing, or whose script sets the missing variable, so that it is sent first. */
export const sendFirst: Fixer = function* sendFirst(input) {
  const { view, block } = input;
  const name = missingRequest(input);
  if (!isRequest(block) || name === undefined || name === '' || name === nameOf(block)) return;
  yield fix(input, t('Send {0} First', name), [directive(view, block, `ref ${name}`)], { preferred: true });
};

function missingRequest({ view, diagnostic }: FixInput): string | undefined {
  const expression = placeholderAt(view.tree, diagnostic.range.start)?.placeholder.expression;
  const [root, side] = expression?.kind === 'path' ? expression.segments : [];
  if (side?.key === 'response' || side?.key === 'request') return String(root?.key);
  const setter = view.setters.find(diagnostic.needs?.[0] ?? '');
  if (setter === undefined) return undefined;
  const tree = setter.file === view.file ? view.tree : view.files().find(({ file }) => file === setter.file)?.tree;
  const found = tree === undefined ? undefined : listRequests(tree).find((r) => titleOf(r.block) === setter.request);
  return found?.name;
}

/** Chooses an environment that defines the undefined name. */
export const chooseEnvironment: Fixer = function* chooseEnvironment(input) {
  for (const environment of elsewhere(input).slice(0, mostEnvironments))
    yield fixIn(
      input,
      t('Choose Environment {0}', environment),
      { file: input.view.file, edits: [] },
      { command: { kind: 'choose-environment', environment } },
    );
};

/** Fetches the document of `# @openapi`, whose copy is missing or cannot be used. */
export const fetchDocument: Fixer = function* fetchDocument(input) {
  const named = apiNamedBy(input.block, input.view.file);
  if (named === undefined || named === 'none' || !named.isUrl) return;
  const none = { file: input.view.file, edits: [] };
  yield fixIn(input, t('Fetch OpenAPI Document'), none, { preferred: true, command: { kind: 'fetch-openapi', path: named.path } });
};

const mostEnvironments = 3;

function elsewhere({ view, block, diagnostic }: FixInput): readonly string[] {
  const found = placeholderAt(view.tree, diagnostic.range.start);
  const result = found === undefined ? undefined : lookAt(found, view.look(block));
  const name = result === undefined || result.ok ? undefined : result.problem.missing;
  return name === undefined ? [] : view.look(block).scope.elsewhere(name);
}

/** Inserts a directive above the request line. */
const directive = ({ tree }: FileView, { requestLine }: RequestBlock, text: string): TextEdit =>
  insertion(requestLine.range.start, `# @${text}${lineBreakOf(tree.text)}`);

/** The rejected certificate of a server. */
export interface RefusedCertificate {
  /** `example.com:443` */
  readonly where: string;
  /** The certificate to trust as PEM. Undefined if trusting it would not help. */
  readonly pem: string | undefined;
  readonly subject: string;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
}

/** Alternative actions for a request whose server has an untrusted certificate. None is needed where no certificate is checked. */
export function certificateFixes(view: FileView, block: Block, certificate: RefusedCertificate): readonly CodeAction[] {
  const has = (name: string, argument?: string): boolean =>
    block.directives.some((d) => d.name.text === name && (argument === undefined || d.argument?.text === argument));
  if (!isRequest(block) || has('insecure')) return [];
  const action = (title: string, edits: readonly FileEdits[], command?: CodeAction['command']): CodeAction => ({
    title,
    kind: 'quickfix',
    edits,
    ...(command === undefined ? {} : { command }),
  });
  const own = (text: string): FileEdits => ({ file: view.file, edits: [directive(view, block, text)] });
  const fixes: CodeAction[] = [];
  const { pem, where, subject, fingerprint } = certificate;
  if (pem !== undefined) {
    const path = `./${where.replace(/[^\w.-]+/g, '-')}.pem`;
    const file = resolvePath(view.file.slice(0, Math.max(view.file.lastIndexOf('/'), view.file.lastIndexOf('\\'))), path);
    const written: FileEdits = { file, create: true, edits: [insertion(0, pem)] };
    // The server may have got another certificate since its first one was trusted.
    const edits = has('cacert', path) ? [written] : [written, own(`cacert ${path}`)];
    fixes.push(action(t('Trust This Certificate'), edits, { kind: 'trust-certificate', where, subject, fingerprint }));
  }
  return [...fixes, action(t('Add @insecure'), [own('insecure')])];
}
