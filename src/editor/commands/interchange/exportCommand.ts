import { pushAll } from '../../../base/lists.ts';
import * as vscode from 'vscode';
import { isRequestDocument } from '../../world/httpFiles.ts';
import { createFinder } from '../../../base/masks/mask.ts';
import { ReqError } from '../../../base/reqError.ts';
import { counted, t } from '../../../base/l10n.ts';
import { currentEditor } from '../../providers/currentEditor.ts';
import type { ExportTarget, RequestToExport } from '../../../convert/import/index.ts';
import { listRequests, sharedKind } from '../../../language/index.ts';
import { factsOf, readFile } from '../../world/editorFiles.ts';
import { writeChosen } from '../../world/fileWriting.ts';
import { exportReport, type ExportOutcome } from './exportReport.ts';
import { free, showReport } from '../../log/report.ts';
import type { Runs } from '../../sending/runs.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';
import { trustedOr } from '../../world/trust.ts';
import { loadExport, requestToExport, type ExportNeeds } from './toExport.ts';

const mostFiles = 10_000;

/** A request file, with its path relative to the chosen folder. */
interface Source {
  readonly uri: vscode.Uri;
  readonly path: string;
}

interface ResolvedFile extends Source {
  readonly requests: readonly RequestToExport[];
}

export interface ExportParts {
  readonly surroundings: Surroundings;
  readonly runs: Runs;
}

/** Exports if the workspace is trusted: values are looked up as for sending, and scripts run. */
export async function exportTrusted(parts: ExportParts, args: readonly unknown[]): Promise<readonly vscode.Uri[] | undefined> {
  const trusted = await trustedOr(t('Nothing is exported and no script runs until this workspace is trusted.'));
  return trusted ? exportCommand(parts, args) : undefined;
}

/**
 * Exports the requests of the files and folders chosen in the explorer, else of the open file. Nothing is sent, and secrets are not
 * written. A key binding may pass the target (`to`) and the file or folder to write (`into`). Returns the written files.
 */
async function exportCommand(parts: ExportParts, [uri, uris, to, into]: readonly unknown[]): Promise<readonly vscode.Uri[] | undefined> {
  const sources = await sourcesOf(uri, uris);
  if (sources.length === 0) {
    void vscode.window.showInformationMessage(
      t('There is no request file to export. Open a .req file, or select a folder with .req files.'),
    );
    return undefined;
  }
  const { exportTargets } = await loadExport();
  const targets = exportTargets.map(({ id, label, extension, holdsMany, keepsUndefined, hasResponses }) => ({
    label,
    description: sources.length === 1 || holdsMany ? t('one .{0} file', extension) : t('a .{0} file for each', extension),
    id,
    extension,
    keepsUndefined,
    hasResponses,
    isOne: sources.length === 1 || holdsMany,
  }));
  const title = sources.length === 1 ? t('Export {0}', sources[0]?.path ?? '') : t('Export {0} Files', sources.length);
  const target =
    targets.find(({ id }) => id === to) ?? (await vscode.window.showQuickPick(targets, { title, placeHolder: t('Client or language') }));
  if (target === undefined) return undefined;
  const place = into instanceof vscode.Uri ? into : await pickPlace(sources, target);
  if (place === undefined) return undefined;
  const names = new Map<string, string>();
  const left: string[] = [];
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Exporting for {0}', target.label), cancellable: true },
    (progress, token) => resolveAll(parts, sources, { needs: target, names, left, progress, token }),
  );
  if (found === undefined) {
    void vscode.window.showInformationMessage(t('The export was cancelled. Nothing was written.'));
    return undefined;
  }
  const groups = target.isOne
    ? [{ place, requests: found.flatMap((f) => f.requests), path: '' }]
    : placedIn(place, found, target.extension);
  const written: vscode.Uri[] = [];
  const variables = new Set<string>();
  for (const { place: at, requests, path } of groups.filter((g) => g.requests.length > 0)) {
    const made = await bytesOf(target.id, requests, names);
    const wanted = target.isOne ? at : await free(withoutExtension(at), `.${target.extension}`);
    await writeChosen(wanted, made.bytes);
    written.push(wanted);
    pushAll(
      left,
      made.notes.map((n) => (path === '' ? n : `${path}: ${n}`)),
    );
    for (const name of made.variables) variables.add(name);
  }
  const requests = found.reduce((sum, f) => sum + f.requests.length, 0);
  await reportExport({
    target: target.label,
    requests,
    left,
    variables: [...variables],
    written: written.map((u) => vscode.workspace.asRelativePath(u)),
  });
  if (written[0] !== undefined) await vscode.commands.executeCommand('vscode.open', written[0], vscode.ViewColumn.Active);
  return written;
}

/** Shows the result of an export; opens a report if something was left out or secrets became variables. */
async function reportExport(outcome: ExportOutcome): Promise<void> {
  const { target, requests, left, variables } = outcome;
  if (left.length > 0 || variables.length > 0) await showReport('Export', exportReport(outcome));
  if (requests === 0) void vscode.window.showWarningMessage(t('Nothing was written: no request could be exported.'));
  else {
    const text = counted(requests, '{0} request exported for {1}.', '{0} requests exported for {1}.', target);
    void (left.length > 0
      ? vscode.window.showWarningMessage(`${text} ${t('The report lists what could not be carried over.')}`)
      : vscode.window.showInformationMessage(text));
  }
}

async function sourcesOf(uri: unknown, uris: unknown): Promise<readonly Source[]> {
  const several = Array.isArray(uris) ? uris.filter((u) => u instanceof vscode.Uri) : [];
  const active = currentEditor()?.document;
  const open = active !== undefined && isRequestDocument(active) ? [active.uri] : [];
  const chosen = several.length > 0 ? several : uri instanceof vscode.Uri ? [uri] : open;
  const sources = new Map<string, Source>();
  for (const one of chosen) {
    const isFolder = one.scheme !== 'untitled' && (await factsOf(one))?.kind === 'folder';
    const inside = isFolder
      ? await vscode.workspace.findFiles(new vscode.RelativePattern(one, '**/*.req'), '**/{node_modules,.*}/**', mostFiles)
      : [one];
    for (const found of inside) {
      const path = isFolder ? found.path.slice(one.path.length).replace(/^\//, '') : found.path.slice(found.path.lastIndexOf('/') + 1);
      if (!isFolder || sharedKind(found.path) === undefined) sources.set(found.toString(), { uri: found, path });
    }
  }
  return [...sources.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const withoutExtension = (uri: vscode.Uri): vscode.Uri => uri.with({ path: uri.path.replace(/\.\w+$/, '') });

async function pickPlace(
  [first, ...others]: readonly Source[],
  { extension, isOne, label }: { readonly extension: string; readonly isOne: boolean; readonly label: string },
): Promise<vscode.Uri | undefined> {
  if (first === undefined) return undefined;
  const isUntitled = first.uri.scheme === 'untitled';
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const beside = isUntitled ? folder?.uri : vscode.Uri.joinPath(first.uri, '..');
  const title = t('Export for {0}', label);
  if (!isOne) {
    const at = beside === undefined ? {} : { defaultUri: beside };
    const chosen = await vscode.window.showOpenDialog({
      title,
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: t('Export Here'),
      ...at,
    });
    return chosen?.[0];
  }
  const base = others.length > 0 ? 'requests' : first.path.replace(/\.\w+$/, '');
  const at = beside === undefined ? {} : { defaultUri: vscode.Uri.joinPath(beside, `${base}.${extension}`) };
  return vscode.window.showSaveDialog({ title, saveLabel: t('Export'), ...at });
}

const placedIn = (folder: vscode.Uri, files: readonly ResolvedFile[], extension: string) =>
  files.map(({ path, requests }) => ({ place: vscode.Uri.joinPath(folder, path.replace(/\.req$/, `.${extension}`)), requests, path }));

/** Requests by file. Requests that cannot be sent are added to `left`. Undefined if the user cancelled. */
async function resolveAll(
  { surroundings, runs }: ExportParts,
  sources: readonly Source[],
  {
    needs,
    names,
    left,
    progress,
    token,
  }: {
    readonly needs: ExportNeeds;
    readonly names: Map<string, string>;
    readonly left: string[];
    readonly progress: vscode.Progress<{ message?: string; increment?: number }>;
    readonly token: vscode.CancellationToken;
  },
): Promise<readonly ResolvedFile[] | undefined> {
  const stop = new AbortController();
  token.onCancellationRequested(() => stop.abort());
  const files: ResolvedFile[] = [];
  for (const source of sources) {
    const document = await vscode.workspace.openTextDocument(source.uri);
    const known = await surroundings.know(document, files.length === 0 ? 'reload' : 'once');
    const requests: RequestToExport[] = [];
    progress.report({ message: source.path, increment: 100 / sources.length });
    for (const request of listRequests(known.tree).filter((r) => !r.disabled)) {
      try {
        const one = await requestToExport(runs, known, request, names, stop.signal, needs);
        if (one === undefined) return undefined;
        requests.push({ ...one, folders: sources.length === 1 ? [] : source.path.replace(/\.\w+$/, '').split('/') });
      } catch (e) {
        left.push(`${source.path}:${request.line}: ${e instanceof Error ? e.message : String(e)}`);
      }
    }
    files.push({ ...source, requests });
  }
  // The user may cancel during the last request.
  return stop.signal.aborted ? undefined : files;
}

async function bytesOf(to: ExportTarget, requests: readonly RequestToExport[], names: ReadonlyMap<string, string>) {
  const { exportRequests } = await loadExport();
  const { parts, notes, variables } = exportRequests(to, requests, { plain: false, names, finderOf: createFinder });
  const bytes = await Promise.all(
    parts.map(async (p) => {
      const part = p.kind === 'text' ? new TextEncoder().encode(p.text) : await readFile(p.path);
      if (part === undefined) throw new ReqError('usage', t('A file of a request body no longer exists. Nothing more was written.'));
      return part;
    }),
  );
  return { bytes: Buffer.concat(bytes), notes, variables };
}
