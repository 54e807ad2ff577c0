import * as vscode from 'vscode';
import { scriptAt, scriptHover } from '../../language/onDemand.ts';
import { toOffset, toRange } from '../providers/vscodeRanges.ts';
import { quietly } from '../log/log.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { OpenScript, ScriptService } from './typescript.ts';

/** The script at a position, opened for TypeScript; undefined outside scripts or without TypeScript. */
async function openAt(
  surroundings: Surroundings,
  service: ScriptService,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<OpenScript | undefined> {
  const tree = surroundings.tree(document);
  const found = scriptAt(tree, toOffset(tree, position));
  return found === undefined ? undefined : await service.open(document, tree, found);
}

/** Hovers in scripts: those of TypeScript, or those of the script API without TypeScript. */
export function scriptHoverProvider(surroundings: Surroundings, service: ScriptService): vscode.HoverProvider {
  return {
    provideHover: (document, position) =>
      quietly('hover in a script', async () => {
        const open = await openAt(surroundings, service, document, position);
        if (open !== undefined) {
          const all = await vscode.commands.executeCommand<vscode.Hover[]>(
            'vscode.executeHoverProvider',
            open.document.uri,
            open.inside(position),
          );
          for (const { contents, range } of all) {
            const shown = range === undefined ? undefined : open.outside(range);
            // Skip hovers about text around the script.
            if (range === undefined || shown !== undefined) return new vscode.Hover(contents.map(harmless), shown);
          }
        }
        const view = await surroundings.know(document);
        const own = scriptHover(view, toOffset(view.tree, position));
        return own === undefined ? undefined : new vscode.Hover(new vscode.MarkdownString(own.markdown), toRange(view.tree, own.range));
      }),
  };
}

/** Signature help in scripts, from TypeScript only. */
export function scriptSignatureProvider(surroundings: Surroundings, service: ScriptService): vscode.SignatureHelpProvider {
  return {
    provideSignatureHelp: (document, position, _token, context) =>
      quietly('signatures in a script', async () => {
        const open = await openAt(surroundings, service, document, position);
        if (open === undefined) return undefined;
        return await vscode.commands.executeCommand<vscode.SignatureHelp | undefined>(
          'vscode.executeSignatureHelpProvider',
          open.document.uri,
          open.inside(position),
          context.triggerCharacter,
        );
      }),
  };
}

/** Definitions of names in scripts, from TypeScript only: places in the script, and in files that it loads. */
export function scriptDefinitionProvider(surroundings: Surroundings, service: ScriptService): vscode.DefinitionProvider {
  return {
    provideDefinition: (document, position) =>
      quietly('definition in a script', async () => {
        const open = await openAt(surroundings, service, document, position);
        if (open === undefined) return undefined;
        const all = await vscode.commands.executeCommand<readonly (vscode.Location | vscode.LocationLink)[]>(
          'vscode.executeDefinitionProvider',
          open.document.uri,
          open.inside(position),
        );
        return all.flatMap((found) => {
          const [uri, range] =
            'uri' in found ? [found.uri, found.range] : [found.targetUri, found.targetSelectionRange ?? found.targetRange];
          // TypeScript finds what a script loads beside the script's own document, where no file is.
          if (uri.scheme !== open.document.uri.scheme) return [new vscode.Location(uri, range)];
          if (uri.toString() !== open.document.uri.toString()) return [];
          const shown = open.outside(range);
          return shown === undefined ? [] : [new vscode.Location(document.uri, shown)];
        });
      }),
  };
}

/** Copies a hover of another extension without its trust: it cannot run commands. */
function harmless(content: vscode.Hover['contents'][number]): vscode.MarkdownString {
  if (typeof content === 'string') return new vscode.MarkdownString(content);
  if ('language' in content) return new vscode.MarkdownString().appendCodeblock(content.value, content.language);
  return new vscode.MarkdownString(content.value);
}
