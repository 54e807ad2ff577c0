import type { Value } from '../../../base/values/value.ts';
import type { ScriptNode } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { lastAnswer } from '../completion/askCompletion.ts';
import { scriptApiText } from './scriptApi.ts';
import type { FoundScript } from './scriptAt.ts';
import type { Step } from './scriptText.ts';

export interface ApiMember {
  readonly name: string;
  /** `hasVar(name: string): boolean`. */
  readonly signature: string;
  /** The type of its value, or its return type. */
  readonly type: string;
  /** Markdown. */
  readonly doc: string;
}

interface ApiInterface {
  /** The interface that it extends. */
  readonly base: string | undefined;
  /** Markdown. */
  readonly doc: string;
  readonly members: readonly ApiMember[];
}

let read: ReadonlyMap<string, ApiInterface> | undefined;

/** Parses the API description into its interfaces, by name. */
function readScriptApi(): ReadonlyMap<string, ApiInterface> {
  const all = new Map<string, ApiInterface>();
  let members: ApiMember[] = [];
  let above = '';
  const lines = scriptApiText.trim().split('\n');
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('  ')) continue;
    const next = lines[i + 1] ?? '';
    if (next.startsWith('  ')) above = next.slice(2).replaceAll('¶', '\n');
    const heading = /^= (\w+)(?: < (\w+))?$/.exec(line);
    if (heading === null) {
      const name = /^\w+/.exec(line)?.[0] ?? '';
      const type = line.slice(line.lastIndexOf(': ') + 2).replace(/^readonly /, '');
      members.push({ name, signature: line, type, doc: above });
    } else all.set(heading[1] ?? '', { base: heading[2], doc: above, members: (members = []) });
  }
  return all;
}

export function apiInterface(name: string): ApiInterface | undefined {
  return (read ??= readScriptApi()).get(name);
}

export function scriptGlobals(phase: ScriptNode['phase']): ReadonlyMap<string, string> {
  const both: readonly (readonly [string, string])[] = [
    ['tool', 'Tool'],
    ['request', phase === 'response' ? 'Request' : 'ChangeableRequest'],
    ['console', 'Console'],
    ['client', 'Client'],
  ];
  return new Map(phase === 'response' ? [...both, ['response', 'Response']] : both);
}

/** All members of an interface, inherited ones first. */
export function membersOf(type: string): readonly ApiMember[] {
  const found = apiInterface(type);
  if (found === undefined) return [];
  return found.base === undefined ? found.members : [...membersOf(found.base), ...found.members];
}

/** The API interface that a member chain evaluates to; undefined if the chain leaves the API. */
export function typeOfChain(steps: readonly Step[], phase: ScriptNode['phase']): string | undefined {
  let type: string | undefined;
  /** Whether the last step named a method; only a call has its return type. */
  let named = false;
  for (const [i, step] of steps.entries()) {
    if (named && step.kind !== 'call') return undefined;
    named = false;
    if (step.kind === 'name') {
      const member = i === 0 ? undefined : memberOf(type, step.name);
      type = i === 0 ? scriptGlobals(phase).get(step.name) : member?.type;
      named = member !== undefined && isMethod(member);
    } else if (step.kind === 'index') type = type?.endsWith('[]') === true ? type.slice(0, -2) : undefined;
    if (type === undefined) return undefined;
  }
  return named ? undefined : type;
}

export const isMethod = (member: ApiMember): boolean => member.signature.startsWith(`${member.name}(`);

export function memberOf(type: string | undefined, name: string): ApiMember | undefined {
  return type === undefined ? undefined : membersOf(type).find((m) => m.name === name);
}

/** The value of a chain from `response.body` or `response.json()` in the last response to this request; undefined if unknown. */
export function bodyValue(view: FileView, { block, script }: FoundScript, steps: readonly Step[]): Value | undefined {
  const [root, side, third] = steps;
  if (script.phase !== 'response' || root?.kind !== 'name' || root.name !== 'response' || side?.kind !== 'name') return undefined;
  if (side.name !== 'body' && !(side.name === 'json' && third?.kind === 'call')) return undefined;
  const keys: (string | number)[] = ['body'];
  for (const step of steps.slice(side.name === 'body' ? 2 : 3)) {
    const key = step.kind === 'name' ? step.name : step.kind === 'index' ? step.key : undefined;
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return lastAnswer(block, view.look(block), keys);
}
