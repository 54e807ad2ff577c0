/** Elements that run, load, lead away or change what the page is. */
const removed =
  'script, iframe, frame, frameset, object, embed, applet, portal, base, meta, link, template, audio, video, source, track, noembed';
/** Attributes that name an address, or act. */
const addresses: ReadonlySet<string> = new Set(
  'href xlink:href src srcset imagesrcset action formaction background poster data ping cite longdesc manifest codebase archive classid profile usemap autofocus http-equiv target nonce is'.split(
    ' ',
  ),
);

const styleText = 'data-req-style-text';

/** What a page looks like that says nothing of it: as browsers have it, whatever the theme. */
const ground = ':root { color-scheme: light; color: black; background: white; } body { overflow-wrap: anywhere; }';

/**
 * The source of a document that looks like the page and can do nothing: what runs, loads or leads away is taken out, its own styles
 * stay, with the nonce that the policy asks for. It is for a frame with `sandbox=""` all the same; there the policy alone would forbid
 * every request, yet the browser may open a connection before it asks the policy, which a document without addresses gives no reason to.
 * @param html from outside
 */
export function inertDocument(html: string, nonce: string): string {
  // Nothing of it runs or is fetched: the document has no window.
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  for (const element of page.querySelectorAll(removed)) element.remove();
  const rules: string[] = [];
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const lower = name.toLowerCase();
      const isPicture = element.localName === 'img' && lower === 'src' && /^\s*data:image\//i.test(value);
      if (lower.startsWith('on') || (addresses.has(lower) && !isPicture)) element.removeAttribute(name);
      // Where a link would lead can be read.
      if (element.localName === 'a' && lower === 'href') element.setAttribute('title', value);
    }
    const style = element.getAttribute(styleText);
    if (style === null) continue;
    // A style attribute has no nonce: its declarations become a rule, as strong as it was.
    element.removeAttribute(styleText);
    element.setAttribute('data-req-style', String(rules.length));
    // What would end the element of the rules is written otherwise.
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

/** Style attributes under another name: the policy of the page forbids them, and reports each that is read. */
const withoutStyles = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(?<=[\s"'/])style(?=\s*=)/gi, styleText));

/** As the browser reads them: nothing that closes the rule is left. */
function declarations(style: string): string {
  const element = document.createElement('span');
  element.style.cssText = style;
  return element.style.cssText;
}
