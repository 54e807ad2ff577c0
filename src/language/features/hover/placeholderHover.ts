import { pushAll } from '../../../base/lists.ts';
import { ago } from '../../../base/text/ago.ts';
import { maskText, createMask } from '../../../base/masks/mask.ts';
import { contains } from '../../../base/text/text.ts';
import { isArrayValue, isObjectValue, typeOfValue, valueToText, type Value } from '../../../base/values/value.ts';
import { dynamics } from '../../semantics/variables/dynamics/dynamicTexts.ts';
import { filters } from '../../semantics/values/filters.ts';
import { pathText } from '../../semantics/values/valuePath.ts';
import type { Origin } from '../../semantics/variables/variables.ts';
import { isRequest } from '../../syntax/nodes.ts';
import type { Expression } from '../../syntax/template.ts';
import { lookAt, variableAt, type FoundPlaceholder } from '../navigation/placeholders.ts';
import { isSentFirst } from '../navigation/sentFirst.ts';
import { setterPlace } from '../structure/requests.ts';
import { lookResolved } from '../structure/resolved.ts';
import type { HoverContext } from './hoverContext.ts';
import { code, escape, fence, oneLine, warning } from './hoverMarkdown.ts';
import { origin } from './origin.ts';
import { briefly, decodedValue, shown } from './shown.ts';
import { writtenAs } from './writtenAs.ts';

type Path = Extract<Expression, { kind: 'path' }>;

/** Hover for a placeholder: its value, the text that is sent, its origin and the definitions that it hides. */
export function ofPlaceholder(found: FoundPlaceholder, offset: number, context: HoverContext): string {
  const { placeholder } = found;
  const { expression } = placeholder;
  if (expression.kind === 'prompt') return `${code(placeholder.text)}\n\nAsked for when the request is sent, once per send.`;
  const root = expression.kind === 'dynamic' ? expression.name : String(expression.segments[0]?.key);
  if (root.startsWith('$')) return ofDynamic(root, found, context);
  return expression.kind === 'path' ? ofPath(expression, root, offset, found, context) : '';
}

function ofPath(expression: Path, root: string, offset: number, found: FoundPlaceholder, context: HoverContext): string {
  const { view, looking, now } = context;
  const { placeholder, before } = found;
  const path = pathText(expression.segments);
  const effective = variableAt(found, looking);
  const isWhole = effective !== undefined && effective.name === expression.dotted;
  const all = effective === undefined ? [] : looking.scope.findAll(effective.name, before);
  const result = lookAt(found, looking);
  const lines: string[] = [];
  if (!result.ok) {
    const setter = effective === undefined ? view.setters.find(root) : undefined;
    const isReported =
      context.isReported(result.problem.id, placeholder.range) || context.isReported('undefined-until-sent', placeholder.range);
    if (isReported && effective === undefined) return '';
    if (setter !== undefined)
      return `${code(path)}\n\nNot known until it is sent: ${setter.by === 'capture' ? 'the request' : 'the script of'} **${escape(setter.request)}** sets ${code(root)} (${escape(setterPlace(setter, view))}).`;
    const { missing = root } = result.problem;
    if (result.problem.untilSent === true && isSentFirst(view, found.block, [missing]))
      return `${code(path)}\n\nNot known until it is sent: **${escape(missing)}** is sent first.`;
    lines.push(isReported ? code(path) : warning(code(path), createMask(looking.evaluation.secrets())(result.problem.message)));
  } else {
    const secret = effective?.secret === true;
    lines.push(`${code(path)} · ${typeOfValue(result.value)}`, shown(result.value, secret, looking));
    const onWire = secret ? undefined : onTheWire(found, result.value, context);
    if (onWire !== undefined) lines.push(onWire);
    const meaning = decodedValue(result.value, secret, looking, now);
    if (meaning !== undefined) lines.push(meaning);
    if (isWhole) lines.push(`The variable named ${code(path)} takes precedence over the path into ${code(root)}.`);
    const upToHere = isWhole || secret ? undefined : partAt(expression, offset, found, context);
    if (upToHere !== undefined) lines.push(upToHere);
  }
  pushAll(lines, filterLines(found));
  if (effective !== undefined) {
    lines.push(`From ${origin(effective.origin, context)}`);
    const written = writtenAs(effective, looking);
    if (written !== undefined) lines.push(written);
    if (effective.below === true && !context.isReported('defined-below', placeholder.range))
      lines.push('Defined below this request: move the definition above it.');
    const at = all.findIndex((v) => v === effective || (v.content.kind === 'data' && v.origin.layer === effective.origin.layer));
    const hidden = all.slice(at + 1).filter((v) => !isSamePlace(v.origin, effective.origin));
    if (hidden.length > 0) lines.push(`Hides:\n${hidden.map((v) => `- ${origin(v.origin, context)}${briefly(v, looking)}`).join('\n')}`);
  } else if (result.ok) {
    const time = view.exchanges.time?.(root);
    lines.push(`From the last exchange of **${escape(root)}**${time === undefined ? '' : `, ${ago(time, now)}`}`);
  }
  // Omit a line that only repeats the placeholder: this hover begins with the path instead.
  return lines.filter((line) => line !== '' && line !== placeholder.text).join('\n\n');
}

/** In a shared file, a definition appears both as the file's own and as one from the surrounding files. */
const isSamePlace = (a: Origin, b: Origin): boolean =>
  a.file !== undefined && a.file === b.file && a.line === b.line && a.environment === b.environment;

function filterLines({ placeholder }: FoundPlaceholder): readonly string[] {
  const known = placeholder.filters.map((f) => filters.find((k) => k.name === f.name));
  if (known.includes(undefined)) return [];
  return known.map((f) => (f === undefined ? '' : `${code(`| ${f.name}`)} ${f.summary}`));
}

/** The text that is sent here, if it differs from the value. */
function onTheWire(found: FoundPlaceholder, value: Value, { view }: HoverContext): string | undefined {
  const { block, place, placeholder } = found;
  if (place.kind !== 'target' && place.kind !== 'body') return undefined;
  // A GraphQL body is wrapped in JSON as a whole.
  if (!isRequest(block) || (place.kind === 'body' && block.requestLine.method?.text === 'GRAPHQL')) return undefined;
  const plain = valueToText(value);
  const text = lookResolved(view, block).placed.get(placeholder.range.start);
  if (text === undefined || text === plain) return undefined;
  const masked = createMask(view.look(block).evaluation.secrets())(text);
  return `Sent here as:\n\n${fence(oneLine(masked, 2000), '')}`;
}

/** The value of the path up to the cursor, if the cursor is before its last segment. */
function partAt({ segments }: Path, offset: number, found: FoundPlaceholder, { looking }: HoverContext): string | undefined {
  const at = segments.findIndex((s) => contains(s, offset));
  if (at <= 0 || at === segments.length - 1) return undefined;
  const part = segments.slice(0, at + 1);
  const cut = { ...found.placeholder, expression: { kind: 'path', segments: part, dotted: undefined } as const, filters: [] };
  const result = lookAt({ ...found, placeholder: cut }, looking);
  if (!result.ok) return undefined;
  const { value } = result;
  const holds = isArrayValue(value)
    ? ` of ${value.length} elements`
    : isObjectValue(value)
      ? `: ${oneLine([...value.keys()].join(', '), 200)}`
      : '';
  return `${code(pathText(part))} is ${/^[aeiou]/.test(typeOfValue(value)) ? 'an' : 'a'} ${typeOfValue(value)}${escape(holds)}`;
}

function ofDynamic(name: string, found: FoundPlaceholder, context: HoverContext): string {
  const { view, looking, isReported } = context;
  const { text, range } = found.placeholder;
  const result = lookAt(found, looking);
  if (!result.ok) return isReported(result.problem.id, range) ? '' : warning(code(text), result.problem.message);
  if (name.startsWith('$auth.')) {
    const which = name === '$auth.idToken' ? 'The ID token' : 'The token';
    return `${code(text)} · secret\n\n${which} of the authentication that the environment file has under ${code('Security.Auth')}; fetched when the request is sent and cached until it expires.`;
  }
  if (name === '$secret') return `${code(text)} · secret\n\n${maskText}\n\nFrom the secret storage when the request is sent.`;
  if (name === '$env') return `${code(text)}\n\nFrom the process's environment when the request is sent.`;
  const known = dynamics.find((d) => d.name === name);
  const { dotenv } = view.collection;
  if (name === '$dotenv' && dotenv !== undefined) {
    const line = dotenv.values.get(nameBehind(found.placeholder.expression))?.line;
    const from = origin({ layer: 'file', file: dotenv.file, ...(line === undefined ? {} : { line }) }, context);
    return `${code(text)}\n\nFrom ${from} when the request is sent.`;
  }
  if (name === '$dotenv' || name === '$processEnv') return `${code(text)}\n\n${known?.summary ?? ''}`;
  return `${code(text)}\n\n${known?.summary ?? ''} Generated separately for each placeholder, once per send.`;
}

/** NAME of `$dotenv.NAME` and `$dotenv NAME`. */
const nameBehind = (expression: Expression): string =>
  expression.kind === 'dynamic' ? (expression.args[0] ?? '') : expression.kind === 'path' ? String(expression.segments[1]?.key ?? '') : '';
