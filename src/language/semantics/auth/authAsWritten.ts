import { valueToText, type Value } from '../../../base/values/value.ts';
import type { AuthKind } from '../../catalog/authCatalog.ts';
import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import type { Word } from '../../syntax/lineWords.ts';
import { authOf } from '../request/requestSource.ts';
import { scopeOf, sharedBlocks, type BlockContext } from '../variables/blockContext.ts';
import type { Sources } from '../variables/dynamics/dynamics.ts';
import { createEvaluation } from '../variables/evaluate.ts';
import { exchangesOf } from '../variables/previewEvaluation.ts';
import { effectiveAuth } from './effectiveAuth.ts';
import { readAuth, setsAuthorization } from './written.ts';

/** The `# @auth` that applies to a request. Arguments keep their placeholders. */
export interface AuthAsWritten {
  readonly kind: AuthKind;
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** The evaluated fields, without secrets, of the configuration that `oauth2` names. */
  readonly fields: ReadonlyMap<string, Value>;
}

const textOf = ({ parts }: Word): string => parts.map((p) => p.text).join('');

/** Undefined if there is none, or if it cannot be read, or if the request has its own `Authorization` header instead. */
export function authAsWritten(context: BlockContext & { readonly block: RequestBlock }): AuthAsWritten | undefined {
  const { tree, block } = context;
  const auth = effectiveAuth(authOf(tree, block)?.text, sharedBlocks(context));
  const read = auth && readAuth(auth.text);
  if (read?.ok !== true) return undefined;
  if (setsAuthorization(read.auth) && block.headers.some((h) => h.name.text.toLowerCase() === 'authorization')) return undefined;
  const { kind, words, options } = read.auth;
  const [id = ''] = words.map(textOf);
  return {
    kind,
    words: words.map(textOf),
    options: new Map(Array.from(options, ([name, word]) => [name, textOf(word)])),
    fields: kind === 'oauth2' ? fieldsOf(id, context, tree) : new Map(),
  };
}

/** The fields as a send would evaluate them, without secrets and without values from outside of the collection. */
function fieldsOf(id: string, context: BlockContext, tree: DocumentTree): ReadonlyMap<string, Value> {
  let fields: ReadonlyMap<string, Value> = new Map();
  const sources: Sources = {
    now: () => 0,
    random: () => 0,
    uuid: () => '',
    sample: () => '',
    env: () => '',
    dotenv: () => '',
    secret: () => '',
    prompt: () => '',
    token(wanted) {
      if (wanted.kind === 'oauth2') ({ fields } = wanted);
      return '';
    },
  };
  const evaluation = createEvaluation(scopeOf(context), sources, exchangesOf(tree, { find: () => undefined }));
  evaluation.token({ kind: 'oauth2', id, which: 'access' });
  const secrets = [...evaluation.secrets()].filter((s) => s !== '');
  return new Map([...fields].filter(([, value]) => !secrets.some((s) => valueToText(value).includes(s))));
}
