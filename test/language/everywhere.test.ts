import assert from 'node:assert/strict';
import type { Range } from '../../src/base/text/text.ts';
import { semanticTokens } from '../../src/language/index.ts';
import {
  completion,
  definition,
  diagnostics,
  documentLinks,
  documentSymbols,
  foldingRanges,
  format,
  highlights,
  hover,
  inlayHints,
  prepareRename,
  quickFixes,
  refactor,
  references,
  selectionRanges,
} from '../../src/language/onDemand.ts';
import { inspect, type Around } from '../support/inspect.ts';

/** A request for which every feature has a result. */
const request = `### Create a user
# @name create
# @timeout 5s
# @ref login
@id = {{base}}7
< {%
  tool.setVar("made", 1);
%}
post http://{{host}}/users/{{id}}?q=a b
    &role={{admin.roles[0]}}
Content-Type: application/json
Authorization: Bearer {{$secret.KEY}}
X-Typo: {{hosst}} {{admin.nmae}}

{"id": {{id}}, "name": "{{admin.name}}",
  "list": [1, 2]}

?? status == 201
?? body.id == {{id}}

### Log in
# @name login
GET http://{{host}}/in

`;

const around: Around = {
  variables: { base: 1, host: 'h', admin: { name: 'Ada', roles: ['owner'] } },
};

/** Texts above and below with every kind of syntax error. None defines a name that the request uses. */
const broken: readonly string[] = [
  'GETT\nnot a header\n',
  'POST http://x\nBad Header: 1\n\n{"open": [\n',
  '@1bad = 1\n@ spaced = 2\n# @unheard of\n# @timeout soon\nGET http://x\n\n?? nothing\n',
  '> {%\n  never closed\n',
  'GET http://{{unknown.x}}/{{ if }}/{{$nope}}/{{a | nope}}\n\n> {% %}\nafter the body\n',
  '{{{{\n}}}}\n"\u0000\u202e',
];

interface Said {
  readonly [feature: string]: readonly unknown[];
}

/** The results of every feature for a range of a file, with positions relative to its start. */
async function saidOf(text: string, start: number, length: number, more: Around = {}): Promise<Said> {
  const { view } = await inspect(text, { ...around, ...more });
  const end = start + length;
  const at = ({ start: s, end: e }: Range): string => `${s - start}-${e - start}`;
  const inside = ({ start: s, end: e }: Range): boolean => s >= start && e <= end;
  const line = view.tree.lines.positionAt(start).line;
  const lines = view.tree.lines.positionAt(end).line;
  // Messages contain lines.
  const here = (message: string): string => message.replace(/(?<=line |a\.req:)\d+/g, (n) => String(Number(n) - line));
  const offsets = Array.from({ length: Math.floor(length / 5) }, (_, i) => start + i * 5);
  const names = offsets.filter((o) => /[\w]/.test(text[o] ?? ''));
  return {
    problems: diagnostics(view)
      .filter((d) => inside(d.range))
      .map((d) => `${d.id} ${d.severity} ${at(d.range)} ${here(d.message)}`)
      .toSorted(),
    hovers: offsets.map((o) => hover(view, o, { now: 0 })).map((h) => h && `${at(h.range)} ${here(h.markdown)}`),
    completions: await Promise.all(
      offsets
        .filter((o) => o > start && '{. /'.includes(text[o - 1] as string))
        .map(async (o) =>
          (await completion(view, o)).items
            .map((i) => `${i.label} ${i.insertText} ${at(i.range)}`)
            .filter((i) => !/http:..x|unknown|^\{\{\{/.test(i)),
        ),
    ),
    colours: semanticTokens(view)
      .filter((t) => inside(t.range))
      .map((t) => `${at(t.range)} ${t.kind}`),
    hints: inlayHints(view, { start, end }, 'everywhere').map((h) => `${h.offset - start} ${h.text}`),
    symbols: documentSymbols(view.tree)
      .filter((s) => inside(s.selection))
      .map((s) => `${s.kind} ${s.name} ${at(s.selection)} ${s.children.length}`),
    folds: foldingRanges(view.tree)
      .filter((f) => f.startLine >= line && f.endLine <= lines)
      .map((f) => `${f.startLine - line}-${f.endLine - line}`),
    links: documentLinks(view)
      .filter((l) => inside(l.range))
      .map((l) => at(l.range)),
    definitions: names.map((o) => definition(view, o)?.places.map((p) => at(p.range))),
    references: names.map((o) => references(view, o, { includeDeclaration: true }).map((p) => at(p.range))),
    marks: names.map((o) => highlights(view, o).map((h) => at(h.range))),
    renames: names.map((o) => prepareRename(view, o)).map((r) => ('refused' in r ? r.refused : `${r.name} ${at(r.range)}`)),
    fixes: offsets.flatMap((o) => quickFixes(view, { start: o, end: o }).map((a) => a.title)),
    refactorings: offsets.map((o) =>
      refactor(view, { start: o, end: o })
        .map((a) => a.title)
        // Equal texts elsewhere are none of the request's.
        .filter((title) => !title.includes('places')),
    ),
    formatting: format(view, '  ', { start, end })
      .filter((e) => e.range.start > start && e.range.end < end)
      .map((e) => `${at(e.range)} ${JSON.stringify(e.newText)}`),
    selections: offsets.map((o) =>
      selectionRanges(view.tree, o)
        .filter((r) => inside(r) && r.end - r.start < length / 2)
        .map(at),
    ),
  };
}

describe('every feature of the language returns the same for a request', () => {
  let plain: Said;
  before(async () => {
    plain = await saidOf(request, 0, request.length);
    for (const [feature, said] of Object.entries(plain)) assert.ok(feature === 'links' || said.flat().some(Boolean), feature);
  });

  for (const [i, text] of broken.entries()) {
    it(`which is the same with ${JSON.stringify(text.slice(0, 40))} above and below`, async () => {
      const above = `###\n${text}\n`;
      const now = await saidOf(`${above}${request}###\n${text}`, above.length, request.length);
      for (const [feature, said] of Object.entries(plain)) assert.deepEqual(now[feature], said, `${feature}, ${i}`);
    });
  }

  it('which is the same in a file that was never saved', async () => {
    const now = await saidOf(request, 0, request.length, { at: 'Untitled-1' });
    for (const [feature, said] of Object.entries(plain)) if (feature !== 'hovers') assert.deepEqual(now[feature], said, feature);
  });

  it('which is the same in a workspace that is not trusted, apart from what environments define', async () => {
    const now = await saidOf(request, 0, request.length, { trusted: false });
    for (const [feature, said] of Object.entries(plain)) {
      if (feature !== 'problems') assert.deepEqual(now[feature], said, feature);
      else
        assert.deepEqual(
          now[feature]?.filter((p) => String(p).startsWith('undefined-variable error')),
          [],
        );
    }
  });
});
