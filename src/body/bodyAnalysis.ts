import { decodeText } from '../base/text/charsets.ts';
import { createMask } from '../base/masks/mask.ts';
import { formatXml } from '../base/text/xmlFormat.ts';
import { Folds, type FoldState } from './lines/folds.ts';
import { HiddenParts } from './lines/hiddenParts.ts';
import { JsonByteTree } from './json/jsonByteTree.ts';
import { JsonIndex } from './json/jsonIndex.ts';
import { Evaluation } from '../base/jsonPath/evaluatePath.ts';
import { parsePath } from '../base/jsonPath/parsePath.ts';
import { JsonLines } from './json/jsonLines.ts';
import { lineOfNode, nodeOfLine, type JsonPlace } from './json/jsonNodes.ts';
import { LineView } from './lines/lineView.ts';
import { LineWriter } from './lines/lineWriter.ts';
import { factsOf, longestCopy } from './json/nodeFacts.ts';
import type { SearchQuery } from '../base/text/searchQuery.ts';
import type { Filtered, Mark, RowsPage, TextMode, Measured } from '../protocol/bodyRows.ts';
import type { BodyCalls, BodyContent, CopiedText, NodeFacts, RowsRange, BodyNotice } from './protocol.ts';
import { RawLines } from './lines/rawLines.ts';
import { ResultLines } from './search/resultLines.ts';
import { SearchRun } from './search/searchRun.ts';
import type { TextLines } from './lines/textLines.ts';

/** Bytes to scan between checks for other calls. */
const readPart = 1024 * 1024;
/** Maximum parts to scan at once when rows are requested. */
const partsWaited = 8;
/** Milliseconds between progress notices. */
const noticeInterval = 120;
const mostResults = 1_000_000;

export interface Work {
  pause(): Promise<void>;
  isWanted(filterId: number): boolean;
  /** Called regularly during a long call. */
  alive(): void;
}

/**
 * A body's text for display: its lines in two modes, folds and search matches. Secrets are masked in every result
 * except `NodeFacts.json` and `CopiedText.plain`.
 */
export class BodyAnalysis implements BodyCalls {
  readonly #notify: (notice: BodyNotice) => void;
  readonly #work: Work;
  readonly #hidden: HiddenParts;
  readonly #json: JsonIndex | null;
  readonly #raw: LineView;
  readonly #laidOut: LineView;
  #search: SearchRun | null = null;
  #revision = 0;
  #results: ResultLines | null = null;
  /** The results of a query, shown instead of the whole formatted text. */
  #chosen: LineView | null = null;
  #lastAlive = 0;

  /** @param notify receives progress notices */
  constructor(content: BodyContent, notify: (notice: BodyNotice) => void, work: Work) {
    this.#notify = notify;
    this.#work = work;
    const bytes = content.charset === 'utf-8' ? content.bytes : Buffer.from(decodeText(content.bytes, content.charset));
    this.#hidden = new HiddenParts(bytes, content.secrets);
    this.#raw = new LineView(new RawLines(bytes), this.#hidden);
    this.#json = content.layout === 'json' ? new JsonIndex(bytes) : null;
    if (this.#json !== null) {
      const foldable = { index: this.#json, folds: new Folds(this.#json) };
      this.#laidOut = new LineView(new JsonLines(this.#json), this.#hidden, foldable);
    } else if (content.layout === 'xml') {
      const formatted = Buffer.from(formatXml(createMask(content.secrets)(new TextDecoder().decode(bytes))));
      this.#laidOut = new LineView(new RawLines(formatted), new HiddenParts(formatted, []));
    } else this.#laidOut = this.#raw;
  }

  /** Scans one part. Returns false if nothing is left to scan. */
  read(): boolean {
    for (const { lines } of [this.#json?.state === 'invalid' ? this.#raw : this.#laidOut, this.#raw]) {
      if (lines.isWhole) continue;
      this.#scan(lines);
      return true;
    }
    return false;
  }

  /** Scans everything, with a pause after each part, and reports progress. */
  async readAll(): Promise<void> {
    let lastNotice = performance.now();
    while (this.read()) {
      await this.#work.pause();
      if (performance.now() - lastNotice < noticeInterval) continue;
      lastNotice = performance.now();
      this.measure();
    }
    this.measure();
  }

  rows({ mode, start, count }: RowsRange): RowsPage {
    for (let part = 0; part < partsWaited; part++) {
      const { lines } = this.#view(mode);
      if (lines.isWhole || lines.count >= start + count) break;
      this.#scan(lines);
    }
    return { revision: this.#revision, ...this.#view(mode).rows(start, count) };
  }

  fold({ row, folded }: { readonly row: number; readonly folded: boolean }): null {
    const view = this.#view('pretty');
    view.folds?.set(view.lineOf(row), folded);
    return this.#changed();
  }

  foldLevel({ level }: { readonly level: number | null }): null {
    this.#view('pretty').folds?.toLevel(level);
    return this.#changed();
  }

  folded(): FoldState | null {
    return this.#laidOut.folds?.state ?? null;
  }

  foldAgain(state: FoldState): null {
    this.#laidOut.folds?.restore(state);
    return this.#changed();
  }

  find({ searchId, query, mode }: { readonly searchId: number; readonly query: SearchQuery; readonly mode: TextMode }): null {
    this.stopFinding();
    try {
      this.#search = new SearchRun(this.#view(mode), searchId, query, this.#notify);
    } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
      this.#notify({ kind: 'found', searchId, count: 0, isCut: false, isDone: true, progress: 1, problem: e.message });
      return null;
    }
    void this.#search.run(() => this.#work.pause());
    return null;
  }

  stopFinding(): null {
    this.#search?.stop();
    this.#search = null;
    return null;
  }

  marks(range: RowsRange): readonly Mark[] {
    return this.#search?.marks(range) ?? [];
  }

  matchFrom({ row }: { readonly row: number }): number {
    return this.#search?.matchFrom(row) ?? 0;
  }

  goToMatch({ nth }: { readonly nth: number }): Mark | null {
    const found = this.#search?.goTo(nth) ?? null;
    if (found?.unfolded === true) this.#changed();
    return found?.mark ?? null;
  }

  filter({ filterId, path }: { readonly filterId: number; readonly path: string }): Filtered {
    this.stopFinding();
    if (this.#json === null || path === '') return this.#show(null, { filterId, count: null, isCut: false, problem: null });
    const parsed = parsePath(path);
    if (!parsed.ok) {
      // Keep showing the previous results while the path is invalid.
      const { message, offset } = parsed;
      return { filterId, count: this.#results?.size ?? null, isCut: false, problem: { message, offset } };
    }
    while (this.#json.state === 'scanning' && this.#isWanted(filterId)) this.#scan(this.#laidOut.lines);
    if (this.#json.state !== 'whole')
      return this.#show(null, { filterId, count: null, isCut: false, problem: { message: 'The body is not JSON.', offset: 0 } });
    const results = new ResultLines(this.#json);
    const evaluation = new Evaluation(new JsonByteTree(this.#json, this.#hidden), { goOn: () => this.#isWanted(filterId) });
    const isWhole = evaluation.run(parsed.query, (place) => results.add(place) && results.size < mostResults);
    return this.#show(results, { filterId, count: results.size, isCut: !isWhole, problem: null });
  }

  goToPath({ path }: { readonly path: string }): { readonly row: number } | null {
    const parsed = parsePath(path);
    if (this.#json === null || !parsed.ok) return null;
    while (this.#json.state === 'scanning') this.#scan(this.#laidOut.lines);
    if (this.#json.state !== 'whole') return null;
    if (this.#results !== null) this.#show(null, { filterId: 0, count: null, isCut: false, problem: null });
    let place: JsonPlace | undefined;
    new Evaluation(new JsonByteTree(this.#json, this.#hidden), { goOn: () => true }).run(parsed.query, (found) => {
      place = found;
      return false;
    });
    if (place === undefined) return null;
    const line = lineOfNode(this.#json, place);
    if (this.#laidOut.reveal(line)) this.#changed();
    return { row: this.#laidOut.rowOf(line) };
  }

  chosen(): CopiedText | null {
    if (this.#results === null) return null;
    const shown = wholeText(this.#results, this.#hidden);
    return { plain: wholeText(this.#results, new HiddenParts(this.#hidden.bytes, [])), shown };
  }

  node({ row }: { readonly row: number }): NodeFacts | null {
    const place = this.#placeOf(row);
    return place === null || this.#json === null ? null : factsOf(this.#json, this.#hidden, place);
  }

  #scan(lines: TextLines): void {
    const before = this.#view('pretty');
    lines.scan(readPart);
    // The text turned out not to be JSON.
    if (this.#view('pretty') !== before) this.#changed();
  }

  /** Whether the filter's result is still needed; also calls `alive` from time to time. */
  #isWanted(filterId: number): boolean {
    if (performance.now() - this.#lastAlive > noticeInterval) {
      this.#lastAlive = performance.now();
      this.#work.alive();
    }
    return this.#work.isWanted(filterId);
  }

  #show(results: ResultLines | null, filtered: Filtered): Filtered {
    if (results !== this.#results) this.#changed();
    this.#results = results;
    if (results === null || this.#json === null) this.#chosen = null;
    else {
      const foldable = { index: this.#json, folds: new Folds(this.#json, results) };
      this.#chosen = new LineView(results, this.#hidden, foldable, results);
    }
    return filtered;
  }

  #changed(): null {
    this.#revision++;
    return null;
  }

  #placeOf(row: number): JsonPlace | null {
    if (this.#json === null || this.#json.state === 'invalid' || row >= this.#view('pretty').total) return null;
    if (this.#results !== null) return this.#results.placeOf(this.#view('pretty').lineOf(row));
    return nodeOfLine(this.#json, this.#laidOut.lineOf(row));
  }

  #view(mode: TextMode): LineView {
    return mode === 'raw' || this.#json?.state === 'invalid' ? this.#raw : (this.#chosen ?? this.#laidOut);
  }

  /** Reports the scan progress of both modes. */
  measure(): void {
    for (const mode of ['pretty', 'raw'] as const) {
      const { total, lines } = this.#view(mode);
      const wrongAt = mode === 'pretty' ? this.#wrongAt() : null;
      this.#notify({ kind: 'measured', mode, revision: this.#revision, total, progress: lines.progress, isWhole: lines.isWhole, wrongAt });
    }
  }

  /** Where the text is not JSON; null if it is formatted. */
  #wrongAt(): Measured['wrongAt'] {
    if (this.#json?.state !== 'invalid') return null;
    const { scanned, bytes } = this.#json;
    const before = Buffer.from(bytes.buffer, bytes.byteOffset, scanned);
    const line = before.reduce((count, byte) => (byte === 10 ? count + 1 : count), 1);
    const column = before.subarray(before.lastIndexOf(10) + 1).toString().length + 1;
    return { line, column };
  }
}

/** The text of all lines; null if it is too long to copy. */
function wholeText(lines: TextLines, hidden: HiddenParts): string | null {
  const out = new LineWriter(hidden);
  return lines.write(out, 0, Infinity, longestCopy) < lines.count ? null : out.text();
}
