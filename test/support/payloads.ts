/** A text with an effect if it is not treated as plain text. */
export interface Payload {
  readonly name: string;
  readonly text: string;
}

/** Set in a window in which a payload has run. */
export const ranMark = '__ran';

/**
 * Texts that run, load, navigate, hide or reorder if they are not escaped.
 * @param canary a server that must receive no requests
 */
export function payloadsFor(canary: string): readonly Payload[] {
  const run = `globalThis.${ranMark}=1`;
  const texts: Readonly<Record<string, string>> = {
    'a script': `<script>${run}</script>`,
    'a script from elsewhere': `<script src="${canary}/script"></script>`,
    'a picture that fails': `<img src=x onerror="${run}">`,
    'a picture from elsewhere': `<img src="${canary}/img" srcset="${canary}/srcset 2x">`,
    'a drawing that loads': `<svg onload="${run}"><script>${run}</script><image href="${canary}/image"/></svg>`,
    'out of an attribute': `" onmouseover="${run}" autofocus onfocus="${run}" x="`,
    'out of another attribute': `' onpointerenter='${run}' style='background:url(${canary}/style)`,
    'out of a comment and a text': `--></title></textarea></style></noscript></template><script>${run}</script>`,
    'a javascript: address': `<a href="javascript:${run}">x</a> javascript:${run}`,
    'a data: address': `<a href="data:text/html,<script>${run}</script>">x</a> [x](data:text/html;base64,PHNjcmlwdD4=)`,
    'Markdown that leads away': `[x](javascript:${run}) ![y](${canary}/markdown) <${canary}/autolink>`,
    'a refresh': `<meta http-equiv="refresh" content="0;url=${canary}/refresh">`,
    'another base': `<base href="${canary}/base/"><link rel="stylesheet" href="${canary}/link"><link rel="prefetch" href="${canary}/prefetch">`,
    'a frame': `<iframe src="${canary}/frame"></iframe><object data="${canary}/object"></object><embed src="${canary}/embed">`,
    'a frame in itself': `<iframe srcdoc="<script>parent.${ranMark}=1</script>"></iframe>`,
    'a form': `<form action="${canary}/form"><input name="a" autofocus><button formaction="${canary}/formaction">x</button></form>`,
    'a sound': `<video src="${canary}/video" autoplay poster="${canary}/poster"></video><audio src="${canary}/audio" autoplay></audio>`,
    'a style sheet': `<style>@import url("${canary}/import"); * { background: url("${canary}/background") !important; }</style>`,
    'a font': `<style>@font-face { font-family: x; src: url("${canary}/font"); } body { font-family: x; }</style>`,
    'mutated markup': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
    'a template of a server': '{{constructor.constructor("return 1")()}} ${7*7} <%= 7*7 %> #{7*7} {{7*7}}',
    'a prototype': '__proto__',
    'a colour and a title of a terminal': '\u001b[31mred\u001b]0;title\u0007\u001b[2J\u001b[H',
    'a link of a terminal': `\u001b]8;;${canary}/terminal\u0007x\u001b]8;;\u0007`,
    'letters in another order': 'invoice\u202Efdp.exe\u202C \u2066left\u2069 \u200Fright',
    'letters that do not show': 'ad\u200Bmin\uFEFF\u00AD\u2060\u{E0041}',
    'half a character': '\uD800 and \uDC00',
    'other line ends': 'one\u2028two\u2029three\u0085four\vfive',
    'nothing and other controls': 'a\u0000b\u0001c\u007Fd\u009Be',
  };
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}

/** As a header value, which cannot contain control characters. */
export const asHeaderValue = (text: string): string => text.replace(/[\0-\x1f\x7f]/g, ' ').trim();

export const asLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');
