/** Elements that Ctrl+A selects if they contain the cursor, innermost first. */
const within = '.code, .joined-part, .tool-call, .event-detail, .detail';
const texts = '.virtual, .scroll';

/** Ctrl+A selects the text of the current view. VS Code would select the whole page with its header and tabs. */
export function selectAllOnKey(event: KeyboardEvent): void {
  const { target, key, altKey, shiftKey, defaultPrevented } = event;
  if (key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || altKey || shiftKey || defaultPrevented) return;
  if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
  const view = document.querySelector('[role="tabpanel"]');
  const selection = document.getSelection();
  if (view === null || selection === null) return;
  const anchor = selection.anchorNode;
  const focused = target instanceof Element ? target : null;
  // A selection outside the focused element is stale.
  const isCurrent = anchor !== null && view.contains(anchor) && focused?.contains(anchor) === true;
  const part = (isCurrent ? anchor.parentElement : focused)?.closest(within) ?? null;
  selection.selectAllChildren(part !== null && view.contains(part) ? part : (view.querySelector(texts) ?? view));
  event.preventDefault();
  event.stopPropagation();
}

/** Whether Ctrl+A has selected all of a list. */
export const isSelectedWhole = (list: HTMLElement): boolean => document.getSelection()?.anchorNode === list;

/** Whether Ctrl+A has selected all of a list whose rows are not all rendered. */
export function isSelectedBeyondSight(list: HTMLElement, total: number): boolean {
  return isSelectedWhole(list) && list.querySelectorAll('.row:not(.probe)').length < total;
}

/** Copies selected lines. The browser's own copy would add an empty line for each unselected line number. */
export function copyLines(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (event.defaultPrevented || event.clipboardData === null || selection === null || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const list = (around instanceof Element ? around : around.parentElement)?.closest('.lines') ?? null;
  if (list === null) return;
  const lines = [...list.querySelectorAll('.line-text')].filter((line) => range.intersectsNode(line));
  if (lines.length < 2) return;
  event.clipboardData.setData('text/plain', lines.map((line) => selectedOf(line, range)).join('\n'));
  event.preventDefault();
}

function selectedOf(line: Element, range: Range): string {
  const part = document.createRange();
  part.selectNodeContents(line);
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0) part.setStart(range.startContainer, range.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) part.setEnd(range.endContainer, range.endOffset);
  return part.toString();
}
