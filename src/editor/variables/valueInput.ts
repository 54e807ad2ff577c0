import * as vscode from 'vscode';
import { readTyped, type Reading } from '../../base/values/typedValue.ts';
import { typeOfValue, type Value } from '../../base/values/value.ts';
import { t } from '../../base/l10n.ts';

interface ValueQuestion {
  readonly title: string;
  readonly text: string;
  readonly reading: Reading;
  readonly validate?: (text: string) => string | undefined;
}

/** Prompts for a value. Shows its type while the user types; a button switches between text and JSON. Undefined if the user cancelled. */
export function askValue({ title, text, reading: first, validate }: ValueQuestion): Promise<Value | undefined> {
  const input = vscode.window.createInputBox();
  const asText = { iconPath: new vscode.ThemeIcon('symbol-string'), tooltip: t('Read the input as text') };
  const asJson = { iconPath: new vscode.ThemeIcon('json'), tooltip: t('Read the input as JSON: a number, true, a list …') };
  let reading = first;
  const show = (): void => {
    const result = readTyped(input.value, reading);
    const problem = result.ok ? validate?.(input.value) : result.message;
    input.validationMessage =
      problem === undefined
        ? { message: result.ok ? t('Type: {0}', typeOfValue(result.value)) : '', severity: vscode.InputBoxValidationSeverity.Info }
        : { message: problem, severity: vscode.InputBoxValidationSeverity.Error };
    input.buttons = [reading === 'text' ? asJson : asText];
  };
  Object.assign(input, { title, value: text, ignoreFocusOut: true });
  show();
  return new Promise((resolve) => {
    input.onDidChangeValue(show);
    input.onDidTriggerButton((button) => {
      reading = button === asText ? 'text' : 'json';
      show();
    });
    input.onDidAccept(() => {
      const result = readTyped(input.value, reading);
      if (!result.ok || validate?.(input.value) !== undefined) return show();
      resolve(result.value);
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/** Returns a copy of `value` with the part at `path` replaced. */
export function withPart(value: Value, path: readonly (string | number)[], part: Value): Value {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (Array.isArray(value)) return (value as readonly Value[]).map((x, i) => (i === key ? withPart(x, rest, part) : x));
  if (value instanceof Map)
    return new Map([...(value as ReadonlyMap<string, Value>)].map(([k, x]) => [k, k === key ? withPart(x, rest, part) : x]));
  return value;
}
