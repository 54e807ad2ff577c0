import { createMask, maskText } from '../../base/mask.ts';
import type { Range } from '../../base/text.ts';
import { isArrayValue, isObjectValue, typeOfValue, valueToJson, valueToText, type Value } from '../../base/value.ts';
import { visibleText } from '../../base/visible.ts';
import { dynamics } from '../semantics/dynamics.ts';
import { pathText } from '../semantics/valuePath.ts';
import { filters } from '../semantics/filters.ts';
import type { Looking } from '../semantics/lookOnly.ts';
import { directives } from '../catalog/directives.ts';
import { methods } from '../catalog/methods.ts';
import type { FileView } from '../workspace/fileView.ts';
import type { Origin, Variable } from '../semantics/variables.ts';
import { blockAt, lookAt, placeholderAt, type FoundPlaceholder } from './placeholders.ts';
import { contains } from '../../base/text.ts';
import { setterPlace } from './requests.ts';

/** What a hover shows, as Markdown. */
export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

/** A link to a place of a file, for editors that have such. */
export type LinkTo = (file: string, line: number) => string;

interface HoverContext {
  readonly view: FileView;
  readonly looking: Looking;
  readonly link: LinkTo | undefined;
}

const longest = 20_000;

/** The hover at an offset: a placeholder, a definition's name, a directive or a method. Looks only; nothing runs. */
export function hover(view: FileView, offset: number, link?: LinkTo): Hover | undefined {
  const { tree } = view;
  const block = blockAt(tree, offset);
  const context: HoverContext = { view, looking: view.look(block), link };
  const found = placeholderAt(tree, offset);
  if (found !== undefined) return { range: found.placeholder.range, markdown: ofPlaceholder(found, context) };
  for (const d of block.directives) {
    if (contains({ start: d.name.start - 1, end: d.name.end }, offset)) {
      const known = directives.find((k) => k.name === d.name.text);
      if (known !== undefined) return { range: d.name, markdown: `${code(known.form)}\n\n${known.summary}` };
    }
  }
  for (const d of block.definitions) {
    if (!contains({ start: d.name.start - 1, end: d.name.end }, offset)) continue;
    // As the line after it would see the name: a file may define it more than once.
    const v = context.looking.scope.findAll(d.name.text, d.range.end).find((x) => x.position === d.range.start);
    if (v !== undefined) return { range: d.name, markdown: ofVariable(v, context) };
  }
  const method = block.requestLine?.method;
  if (method !== undefined && contains(method, offset)) {
    const known = methods.find((m) => m.name === method.text.toUpperCase());
    if (known !== undefined) return { range: method, markdown: `**${known.name}** · ${known.reference}\n\n${known.summary}` };
  }
  return undefined;
}

function ofPlaceholder(found: FoundPlaceholder, context: HoverContext): string {
  const { placeholder, before } = found;
  const { expression } = placeholder;
  if (expression.kind === 'prompt') return `${code(placeholder.text)}\n\nAsked for when the request is sent, once per send.`;
  const dynamic = expression.kind === 'dynamic' ? expression.name : String(expression.segments[0]?.key);
  if (dynamic.startsWith('$')) return ofDynamic(dynamic, placeholder.text, found, context);
  if (expression.kind !== 'path') return '';
  const { scope } = context.looking;
  const path = pathText(expression.segments);
  const root = String(expression.segments[0]?.key);
  const whole = expression.dotted === undefined ? [] : scope.findAll(expression.dotted, before);
  const all = whole.length > 0 ? whole : scope.findAll(root, before);
  const winner = all[0];
  const result = lookAt(found, context.looking);
  const lines: string[] = [];
  if (!result.ok) {
    const setter = winner === undefined ? context.view.setters.find(root) : undefined;
    if (setter !== undefined)
      return `${code(path)}\n\nNot known until it is sent: the script of **${escape(setter.request)}** sets ${code(root)} (${setterPlace(setter, context.view)}).`;
    lines.push(`$(warning) ${code(path)} — ${escape(result.problem.message)}`);
  } else {
    const secret = all.some((v, i) => i === 0 && v.secret);
    lines.push(`${code(path)} · ${typeOfValue(result.value)}`, shown(result.value, secret, context));
    if (whole.length > 0) lines.push(`The variable named ${code(path)} wins over the path into ${code(root)}.`);
  }
  const unknown = placeholder.filters.filter((f) => !filters.some((k) => k.name === f.name));
  if (placeholder.filters.length > 0 && unknown.length === 0)
    lines.push(
      placeholder.filters.map((f) => `${code(`| ${f.name}`)} ${filters.find((k) => k.name === f.name)?.summary ?? ''}`).join('\n\n'),
    );
  if (winner !== undefined) {
    lines.push(`From ${origin(winner.origin, context)}`);
    if (winner.below === true) lines.push('Defined below this request: move the definition above it.');
    const hidden = all.slice(1).filter((v) => v.origin.file !== winner.origin.file || v.origin.line !== winner.origin.line);
    if (hidden.length > 0)
      lines.push(`Hides:\n${hidden.map((v) => `- ${origin(v.origin, context)}${hiddenValue(v, context)}`).join('\n')}`);
  } else if (result.ok) lines.push(`From the last exchange of **${escape(root)}**`);
  return lines.join('\n\n');
}

function ofVariable(v: Variable, context: HoverContext): string {
  const result = context.looking.evaluation.variable(v);
  const head = result.ok
    ? [`${code(v.name)} · ${typeOfValue(result.value)}`, shown(result.value, v.secret, context)]
    : [`$(warning) ${code(v.name)} — ${escape(result.problem.message)}`];
  const winner = context.looking.scope.find(v.name);
  if (winner !== undefined && winner !== v && winner.position === undefined) head.push(`Hidden by ${origin(winner.origin, context)}`);
  return head.join('\n\n');
}

function ofDynamic(name: string, text: string, found: FoundPlaceholder, context: HoverContext): string {
  const result = lookAt(found, context.looking);
  if (!result.ok) return `$(warning) ${code(text)} — ${escape(result.problem.message)}`;
  if (name === '$secret') return `${code(text)} · secret\n\n${maskText}\n\nFrom the secret storage when the request is sent.`;
  if (name === '$env') return `${code(text)}\n\nFrom the process's environment when the request is sent.`;
  const known = dynamics.find((d) => d.name === name);
  if (name === '$dotenv' || name === '$processEnv') return `${code(text)}\n\n${known?.summary ?? ''}`;
  return `${code(text)}\n\n${known?.summary ?? ''} Made anew at each place, once per send.`;
}

function shown(value: Value, secret: boolean, context: HoverContext): string {
  if (secret) return maskText;
  const isJson = isObjectValue(value) || isArrayValue(value);
  const mask = createMask(context.looking.evaluation.secrets);
  const plain = mask(isJson ? valueToJson(value, 2) : valueToText(value));
  // Characters that act or hide are shown as marks, line by line.
  const text = plain.split('\n').map(visibleText).join('\n');
  if (text === '') return '(empty text)';
  const cut = text.length > longest ? `${text.slice(0, longest)}\n… ${text.length - longest} more characters` : text;
  return fence(cut, isJson ? 'json' : '');
}

function hiddenValue(v: Variable, context: HoverContext): string {
  const result = context.looking.evaluation.variable(v);
  if (v.secret) return ` = ${maskText}`;
  if (!result.ok) return '';
  const text = createMask(context.looking.evaluation.secrets)(valueToText(result.value)).replace(/\s+/g, ' ');
  return ` = ${code(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`;
}

/** Where a value comes from, in words, with a link to the place. */
function origin(o: Origin, context: HoverContext): string {
  const name = o.file === undefined ? '' : `${context.view.display(o.file)}${o.line === undefined ? '' : `:${o.line}`}`;
  const target = o.file === undefined ? undefined : context.link?.(o.file, o.line ?? 1);
  const place = target === undefined ? escape(name) : `[${escape(name)}](${target})`;
  switch (o.layer) {
    case 'script':
      return `the script of **${escape(o.request ?? '')}**${place === '' ? '' : `, ${place}`}${o.time === undefined ? '' : `, ${new Date(o.time).toLocaleTimeString()}`}`;
    case 'option':
      return `the option ${code(o.option ?? '--var')}`;
    case 'prompt':
      return 'your answer';
    case 'environment':
      return `environment **${escape(o.environment ?? '')}**, ${place}`;
    case 'shared':
      return `every environment (${code('$shared')}), ${place}`;
    case 'file':
    case 'folder':
    case 'collection':
      return place;
  }
}

const code = (text: string): string => {
  const ticks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map((m) => m[0].length)) + 1);
  return ticks.length > 1 ? `${ticks} ${text} ${ticks}` : `\`${text}\``;
};

function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map((m) => m[0].length)) + 1);
  return `${ticks}${language === '' ? 'text' : language}\n${text}\n${ticks}`;
}

/** Text that may not act as Markdown or HTML. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~&$]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}
