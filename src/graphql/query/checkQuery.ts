import {
  GraphQLError,
  Kind,
  NoDeprecatedCustomRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  parse,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  SingleFieldSubscriptionsRule,
  specifiedRules,
  validate,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Range } from '../../base/text/text.ts';
import type { QueryBody, SchemaProblem } from '../schemaTypes.ts';
import { depthOf, maskedText, type MaskedText } from './maskedText.ts';

/** Maximum characters, tokens and levels of a checked query. */
const longest = 200_000;
const mostTokens = 20_000;
const deepest = 200;
/** Tokens above which fields are not compared with each other, which takes quadratic time. */
const mostCompared = 3000;
const mostProblems = 50;

export interface CheckedQuery {
  readonly problems: readonly SchemaProblem[];
  /** Undefined if the query is not complete GraphQL, or not checked. */
  readonly document: DocumentNode | undefined;
}

export function checkQuery(schema: GraphQLSchema, body: QueryBody): CheckedQuery {
  const { query } = body;
  const { start, end } = query;
  const at = (r: Range): Range => ({ start: start + r.start, end: start + r.end });
  const unchecked = (why: string): CheckedQuery => ({
    problems: [{ kind: 'error', range: { start, end: Math.min(end, start + 1) }, message: `This query is not checked: ${why}.` }],
    document: undefined,
  });
  if (end - start > longest) return unchecked(`it has more than ${longest.toLocaleString('en')} characters`);
  const masked = maskedText(body, query);
  if (masked.text.trim() === '') return { problems: [], document: undefined };
  if (depthOf(masked.text) > deepest) return unchecked(`it is nested more than ${deepest} levels deep`);
  let document: DocumentNode;
  try {
    document = parse(masked.text, { maxTokens: mostTokens });
  } catch (e) {
    if (!(e instanceof GraphQLError)) throw e;
    const range = syntaxRange(masked.text, e.positions?.[0] ?? 0);
    if (/tokens\. Parsing aborted/.test(e.message)) return unchecked(`it has more than ${mostTokens.toLocaleString('en')} tokens`);
    // A placeholder can bring a whole field, definition or list.
    if (isNear(masked, range)) return { problems: [], document: undefined };
    return { problems: [{ kind: 'error', range: at(range), message: sentence(masked.restored(e.message)) }], document: undefined };
  }
  try {
    return {
      problems: [...problemsOf(schema, document, masked)].map(({ kind, range, message }) => ({ kind, range: at(range), message })),
      document,
    };
  } catch (e) {
    // A schema that contradicts itself.
    if (e instanceof GraphQLError || e instanceof RangeError || e instanceof TypeError) return unchecked('the schema is not consistent');
    throw e;
  }
}

const sentence = (message: string): string => {
  const line = (message.split('\n')[0] ?? '').slice(0, 1000);
  return /[.?!]$/.test(line) ? line : `${line}.`;
};

/** The token at an offset; at the end of the text, the last character. */
function syntaxRange(text: string, offset: number): Range {
  const last = text.trimEnd().length;
  if (offset >= last) return { start: Math.max(0, last - 1), end: Math.max(1, last) };
  const token = /^(?:\w+|\.\.\.|"[^"\r\n]*"?|[^])/.exec(text.slice(offset, offset + 200));
  return { start: offset, end: offset + Math.max(1, token?.[0].length ?? 1) };
}

/** Whether a placeholder outside of strings touches a range or is beside it. */
function isNear({ text, open }: MaskedText, range: Range): boolean {
  return open.some(
    (p) => (p.start <= range.end && range.start <= p.end) || (p.end <= range.start && text.slice(p.end, range.start).trim() === ''),
  );
}

type Rejects = (error: GraphQLError, masked: MaskedText) => boolean;

const touches = ({ open }: MaskedText, node: ASTNode | undefined): boolean =>
  node?.loc !== undefined && open.some((p) => p.start < (node.loc?.end ?? 0) && (node.loc?.start ?? 0) < p.end);

const hasOpen: Rejects = (_, { open }) => open.length > 0;

/** Whether a placeholder affects an error, by the rule that reports it. Default: whether it is in the range of the error. */
const rejects = new Map<ValidationRule, Rejects>([
  [NoUnusedVariablesRule, hasOpen],
  [NoUnusedFragmentsRule, hasOpen],
  [SingleFieldSubscriptionsRule, hasOpen],
  [OverlappingFieldsCanBeMergedRule, ({ nodes = [] }, masked) => nodes.some((node) => touches(masked, node))],
  [
    NoUndefinedVariablesRule,
    ({ nodes = [] }, masked) => {
      const operation = nodes.find((n) => n.kind === Kind.OPERATION_DEFINITION);
      const head = operation?.loc && { start: operation.loc.start, end: operation.selectionSet.loc?.start ?? operation.loc.end };
      return touches(masked, nodes[0]) || masked.open.some((p) => head !== undefined && head.start < p.start && p.end <= head.end);
    },
  ],
  [
    ProvidedRequiredArgumentsRule,
    ({ nodes: [node] = [] }, masked) =>
      node !== undefined && 'arguments' in node && (node.arguments ?? []).some((a) => touches(masked, a.name)),
  ],
  // `user {{selection}}`
  [
    ScalarLeafsRule,
    ({ nodes: [node] = [] }, { text, open }) => {
      const end = node?.loc?.end ?? 0;
      return open.some((p) => p.start >= end && text.slice(end, p.start).trim() === '');
    },
  ],
]);

function inWhatIsNamed({ nodes = [] }: GraphQLError, masked: MaskedText): boolean {
  return nodes.some((node) => {
    if (node.kind === Kind.FIELD || node.kind === Kind.ARGUMENT) return touches(masked, node.name);
    if (node.kind === Kind.OBJECT) return node.fields.some((f) => touches(masked, f.name));
    if (node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION) return false;
    return touches(masked, node);
  });
}

function* problemsOf(schema: GraphQLSchema, document: DocumentNode, masked: MaskedText): Generator<SchemaProblem> {
  const rules = new Map<GraphQLError, ValidationRule>();
  /** Records which rule reports an error. */
  const noted =
    (rule: ValidationRule): ValidationRule =>
    (context) => {
      const own = Object.create(context) as ValidationContext;
      own.reportError = (error) => {
        rules.set(error, rule);
        context.reportError(error);
      };
      return rule(own);
    };
  const isLarge = (document.loc?.endToken.start ?? 0) > mostCompared * 10 || tokenCount(document) > mostCompared;
  const used = [...specifiedRules, NoDeprecatedCustomRule].filter((rule) => !isLarge || rule !== OverlappingFieldsCanBeMergedRule);
  for (const error of validate(schema, document, used.map(noted), { maxErrors: mostProblems })) {
    const rule = rules.get(error);
    if (rule === undefined || error.nodes === undefined) continue;
    if ((rejects.get(rule) ?? inWhatIsNamed)(error, masked)) continue;
    const range = shownRange(error.nodes[0], masked.text);
    const kind = rule === NoDeprecatedCustomRule ? 'deprecated' : 'error';
    if (range !== undefined) yield { kind, range, message: sentence(masked.restored(error.message)) };
  }
}

function tokenCount(document: DocumentNode): number {
  let count = 0;
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) count++;
  return count;
}

/** The name of a node, or the first line of its text. */
function shownRange(node: ASTNode | undefined, text: string): Range | undefined {
  if (node === undefined) return undefined;
  const named =
    node.kind === Kind.FIELD ||
    node.kind === Kind.ARGUMENT ||
    node.kind === Kind.OPERATION_DEFINITION ||
    node.kind === Kind.FRAGMENT_DEFINITION ||
    node.kind === Kind.OBJECT_FIELD
      ? node.name
      : node.kind === Kind.VARIABLE_DEFINITION
        ? node.variable
        : undefined;
  const { start, end } = (named ?? node).loc ?? { start: 0, end: 0 };
  const line = /^[^\r\n]*/.exec(text.slice(start, end))?.[0].trimEnd() ?? '';
  return { start, end: start + Math.max(1, line.length) };
}
