/** Elements that run code, load resources, navigate, or change the document's base or policy. */
const removed =
  'script, iframe, frame, frameset, object, embed, applet, portal, base, meta, link, template, audio, video, source, track, noembed';
/** Attributes with URLs or behavior. */
const addresses: ReadonlySet<string> = new Set(
  'href xlink:href src srcset imagesrcset action formaction background poster data ping cite longdesc manifest codebase archive classid profile usemap autofocus http-equiv target nonce is'.split(
    ' ',
  ),
);

const styleText = 'data-req-style-text';

/** Browser defaults for an unstyled page, whatever the theme. */
const ground = ':root { color-scheme: light; color: black; background: white; } body { overflow-wrap: anywhere; }';

/**
 * Sanitizes a page: removes everything that runs, loads or navigates, and keeps its own styles, with the nonce of the
 * policy. The result is for a frame with `sandbox=""`. The policy alone would forbid requests, but a browser may open
 * connections before it checks the policy; a document without URLs gives it no reason to.
 * @param html untrusted
 */
export function inertDocument(html: string, nonce: string): string {
  // Nothing runs or loads here, because the parsed document has no window.
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  for (const element of page.querySelectorAll(removed)) element.remove();
  const rules: string[] = [];
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const lower = name.toLowerCase();
      const isPicture = element.localName === 'img' && lower === 'src' && /^\s*data:image\//i.test(value);
      if (lower.startsWith('on') || (addresses.has(lower) && !isPicture)) element.removeAttribute(name);
      // The target of a link stays readable.
      if (element.localName === 'a' && lower === 'href') element.setAttribute('title', value);
    }
    const style = element.getAttribute(styleText);
    if (style === null) continue;
    // A style attribute cannot have a nonce, so its declarations become a rule with higher specificity.
    element.removeAttribute(styleText);
    element.setAttribute('data-req-style', String(rules.length));
    // `<` is escaped, so that the rules cannot close the style element.
    rules.push(`[data-req-style="${rules.length}"]:not(#\\0#\\0#\\0) {${declarations(style).replaceAll('<', '\\3c ')}}`);
  }
  for (const style of page.querySelectorAll('style')) style.setAttribute('nonce', nonce);
  const head = page.createElement('meta');
  head.setAttribute('http-equiv', 'Content-Security-Policy');
  head.setAttribute('content', `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:`);
  page.head.prepend(head, styleOf(page, ground, nonce));
  page.head.append(styleOf(page, rules.join('\n'), nonce));
  return `<!DOCTYPE html>${page.documentElement.outerHTML}`;
}

function styleOf(page: Document, text: string, nonce: string): HTMLStyleElement {
  const style = page.createElement('style');
  style.setAttribute('nonce', nonce);
  style.textContent = text;
  return style;
}

/** Renames style attributes before parsing: the page's policy forbids them and reports each one parsed. */
const withoutStyles = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(?<=[\s"'/])style(?=\s*=)/gi, styleText));

/** Normalized by the browser, so that nothing in them can close the rule. */
function declarations(style: string): string {
  const element = document.createElement('span');
  element.style.cssText = style;
  return element.style.cssText;
}
