import { isArrayValue, isObjectValue, typeOfValue } from '../../../base/values/value.ts';
import { createMask, maskText } from '../../../base/masks/mask.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { dynamics } from '../../semantics/variables/dynamics/dynamicTexts.ts';
import type { Origin, Variable } from '../../semantics/variables/variables.ts';
import { readPath } from '../../syntax/path.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { code, escape } from '../hover/hoverMarkdown.ts';
import { shown } from '../hover/shown.ts';
import { setterPlace } from '../structure/requests.ts';
import type { Ask } from './askCompletion.ts';
import { requestsNamed } from './collectionIndex.ts';
import type { CompletionItem } from './item.ts';
import type { Range } from '../../../base/text/text.ts';

/** Above this number of variables, values are evaluated only for the selected item. */
const mostValues = 200;

export const mostItems = 500;

const layers = ['prompt', 'data', 'script', 'option', 'file', 'folder', 'environment', 'collection', 'shared'] as const;

function isWritable(name: string): boolean {
  if (name.startsWith('$')) return false;
  const path = readPath(name, 0, name.length);
  return path !== undefined && path.end === name.length && (path.segments.length === 1 || path.dotted !== undefined);
}

function originOf({ layer, file, line, environment, request, option }: Origin, view: FileView): string {
  switch (layer) {
    case 'prompt':
      return 'asked when sending';
    case 'data':
    case 'option':
      return option ?? '--var';
    case 'script':
      return request === undefined ? 'script' : `script of ${visibleText(request)}`;
    case 'environment':
      return environment ?? '';
    case 'shared':
      return '$shared';
    case 'file':
    case 'folder':
    case 'collection':
      return file === view.file ? `line ${line}` : view.display(file ?? '');
  }
}

/** Whether a name matches the typed text, ignoring case. */
export const fits = (name: string, typed: string): boolean => typed === '' || name.toLowerCase().includes(typed.toLowerCase());

/** The variables visible here, the effective one for each name. */
function variablesHere({ looking, before, view, offset }: Ask, range: Range): readonly Variable[] {
  const { scope } = looking;
  const typed = view.tree.text.slice(range.start, offset);
  const found: Variable[] = [];
  const names = [...scope.names()];
  for (const name of names) {
    if (names.length > mostItems && !fits(name, typed)) continue;
    const variable = scope.find(name, before);
    if (variable !== undefined && isWritable(name)) found.push(variable);
    if (found.length > mostItems) break;
  }
  return found;
}

/** Variables with value and origin, variables that scripts set, and named requests. */
export function variableItems(ask: Ask, range: Range): CompletionItem[] {
  const { looking, view } = ask;
  const variables = variablesHere(ask, range);
  const values = new Map(variables.length > mostValues ? [] : variables.map((v) => [v, looking.evaluation.variable(v)] as const));
  const preview = ask.preview();
  const items: CompletionItem[] = [];
  const taken = new Set<string>();
  for (const variable of variables) {
    const { name, secret, origin, below } = variable;
    taken.add(name);
    const value = values.get(variable);
    const commit = value?.ok !== true ? [] : isObjectValue(value.value) ? ['.'] : isArrayValue(value.value) ? ['['] : [];
    items.push({
      label: name,
      kind: secret ? 'secret' : 'variable',
      detail: value === undefined ? undefined : value.ok ? preview(value.value, secret) : 'no value yet',
      note: below === true ? `below, line ${origin.line}` : originOf(origin, view),
      documentation: () => documentation(variable, ask),
      insertText: name,
      range,
      commit,
      rank: below === true ? layers.length : layers.indexOf(origin.layer),
    });
  }
  const typed = view.tree.text.slice(range.start, ask.offset);
  for (const name of view.setters.names()) {
    if (items.length > mostItems) break;
    const setter = taken.has(name) || !isWritable(name) ? undefined : view.setters.find(name);
    if (setter === undefined) continue;
    taken.add(name);
    items.push({
      label: name,
      kind: 'variable',
      note: `set by ${visibleText(setter.request)}`,
      documentation: () => `The script of **${escape(setter.request)}** sets it (${escape(setterPlace(setter, view))}).`,
      insertText: name,
      range,
      rank: layers.length + 1,
    });
  }
  for (const { name, title } of items.length > mostItems ? [] : requestsNamed(view, ask.block)) {
    if (items.length > mostItems) break;
    if (!fits(name, typed) || taken.has(name) || name.includes('.') || !isWritable(name)) continue;
    taken.add(name);
    items.push({
      label: name,
      kind: 'request',
      note: 'request',
      documentation: () => `The last exchange of **${escape(title)}**: ${code(`{{${name}.response.body}}`)}`,
      insertText: name,
      range,
      commit: ['.'],
      rank: layers.length + 2,
    });
  }
  return items;
}

function documentation(variable: Variable, { looking, view }: Ask): string {
  const value = looking.evaluation.variable(variable);
  const from = escape(originOf(variable.origin, view));
  if (!value.ok) return `${escape(createMask(looking.evaluation.secrets())(value.problem.message))}\n\n${from}`;
  return `${code(variable.name)} · ${typeOfValue(value.value)}\n\n${shown(value.value, variable.secret, looking)}\n\n${from}`;
}

const outside: readonly { readonly name: string; readonly form: string; readonly summary: string }[] = [
  { name: '$env', form: '{{$env.NAME}}', summary: "A variable of the process's environment." },
  { name: '$secret', form: '{{$secret.NAME}}', summary: `From the secret storage; shown as ${maskText} everywhere.` },
];

/** `$auth.token("id")` for each configured authentication. */
function tokenItems({ looking }: Ask, range: Range): CompletionItem[] {
  return [...looking.scope.auths.ids()].flatMap((id) =>
    (['token', 'idToken'] as const).map((which, rank) => ({
      label: `$auth.${which}(${JSON.stringify(id)})`,
      kind: 'secret' as const,
      note: which === 'token' ? 'token of OAuth 2' : 'ID token',
      insertText: `$auth.${which}(${JSON.stringify(id)})`,
      range,
      rank: 21 + rank,
    })),
  );
}

export function dynamicItems(ask: Ask, range: Range): CompletionItem[] {
  return [...made(range), ...tokenItems(ask, range)];
}

/** Completions after `$random.`. */
export const randomItems = (range: Range): CompletionItem[] =>
  dynamics
    .filter(({ name }) => name.startsWith('$random.'))
    .map(({ form, summary }) => {
      const label = form.slice('{{$random.'.length, -2);
      return { label, kind: 'dynamic', note: summary, insertText: label, range };
    });

function made(range: Range): CompletionItem[] {
  return [...dynamics, ...outside].map(({ name, form, summary }) => {
    const inside = form.slice(2, -2);
    const words = inside.slice(name.length);
    const isCall = words.startsWith('(');
    return {
      label: name,
      kind: 'dynamic',
      detail: words,
      note: summary,
      documentation: () => `${code(form)}\n\n${summary}`,
      // Include the space before the arguments, which are completed next.
      insertText: isCall ? inside : name + words.slice(0, 1),
      range,
      rank: name.startsWith('$random') && name !== '$randomInt' ? 23 : 20,
      again: words !== '' && !isCall,
    };
  });
}
