import type { FileView } from '../../workspace/fileView.ts';
import type { CompletionItem } from './item.ts';

/** `$` values that the clients of `.http` files support too. */
const sharedDynamics = /^\$(?:guid|uuid|timestamp|randomInt|datetime|localDatetime|processEnv|dotenv)\b/;

/** Whether an item has the same meaning in `.http` files: methods, headers, values of headers, variables, responses. */
export function meansTheSame({ label }: CompletionItem, { tree }: FileView, offset: number): boolean {
  const line = tree.text.slice(tree.lines.offsetAt(tree.lines.positionAt(offset).line, 0), offset);
  if (/^[ \t]*(?:#|\/\/|\?\?|[<>])|\{\{[^}]*\|/.test(line)) return false;
  return !/^[$?]/.test(label) || sharedDynamics.test(label);
}
