import { parse, scriptTokens, sharedKind, type Block, type ScriptNode } from '../../../language/index.ts';
import { brunoScript } from '../../bruno/brunoScripts.ts';
import { postmanScript } from '../../postman/postmanScripts.ts';
import type { ImportResult } from '../importResult.ts';
import { withoutScriptMarks } from './importedScripts.ts';
import type { ScriptClient } from './keptScripts.ts';

const roots: Readonly<Record<ScriptClient, ReadonlySet<string>>> = {
  postman: new Set('pm postman tests responseBody responseCode responseHeaders responseTime environment globals'.split(' ')),
  bruno: new Set('bru req res expect test'.split(' ')),
  insomnia: new Set(['insomnia']),
};

/** The client whose API a script uses; undefined if it uses Req's. */
export function clientOf(source: string): ScriptClient | undefined {
  const tokens = scriptTokens(source, 0, source.length);
  const uses = (client: ScriptClient): boolean =>
    tokens.some((token, i) => {
      const before = tokens[i - 1];
      return token.kind === 'word' && roots[client].has(token.text) && !(before?.kind === 'sign' && before.text === '.');
    });
  return (['insomnia', 'postman', 'bruno'] as const).find(uses);
}

/** A script of another client, translated to Req's API. Parts without an equivalent stay, and run as before. */
export interface Translation {
  readonly text: string;
  /** Messages that begin with the line in the script. */
  readonly problems: readonly string[];
}

/** Translates a script of Postman, Bruno or Insomnia; undefined for other scripts, and if nothing changes. */
export function translatedScript(source: string): Translation | undefined {
  const client = clientOf(source);
  if (client === undefined) return undefined;
  const problems: string[] = [];
  const addNote = (_: unknown, message: string): void => void problems.push(message);
  const translated = client === 'bruno' ? brunoScript(source, addNote) : postmanScript(source, addNote, client);
  const text = withoutScriptMarks(translated);
  return text === source ? undefined : { text, problems };
}

/** An import with translated scripts. Parts without an equivalent result in warnings at their lines. */
export function withTranslatedScripts(result: ImportResult): ImportResult {
  const notes = [...result.notes];
  let broken = 0;
  const files = result.files.map((file) => {
    if (!file.path.endsWith('.req')) return file;
    const tree = parse(file.text, { shared: sharedKind(file.path) !== undefined });
    let text = '';
    let at = 0;
    for (const [block, script] of scriptsOf(tree.blocks)) {
      const made = translatedScript(script.source.text);
      if (made === undefined) continue;
      text += file.text.slice(at, script.source.start) + made.text;
      at = script.source.end;
      const line = tree.lines.positionAt(block.range.start).line + 1;
      for (const message of made.problems) notes.push({ file: file.path, line, level: 'warning', message });
      if (made.problems.length > 0) broken++;
    }
    return { ...file, text: text + file.text.slice(at) };
  });
  return { ...result, files, notes, whole: Math.max(0, result.whole - broken) };
}

const scriptsOf = (blocks: readonly Block[]): readonly (readonly [Block, ScriptNode])[] =>
  blocks.flatMap((block) => [...block.preScripts, ...block.responseScripts].filter((s) => s.inline).map((s) => [block, s] as const));
