import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { markedTexts } from '../../support/markedTexts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Serves the page with a simulated editor at `/page?scenario=…&theme=…`, with the content security policy of VS Code. `/` lists the
 * scenarios. `texts=marked` puts every text of the page in ⟦ ⟧; `texts=de` shows the German texts.
 */
export async function startGallery(port = 0): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const files = await bundle();
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gallery');
    const file = files.get(pathname);
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': pathname.endsWith('.css') ? 'text/css' : 'text/javascript' }).end(file);
    } else if (pathname === '/' || pathname === '/page') {
      const nonce = randomUUID();
      const policy = `default-src 'none'; img-src 'self' data: blob:; media-src blob:; style-src 'self' 'nonce-style-${nonce}'; font-src 'self'; script-src 'nonce-${nonce}'`;
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(pageHtml(nonce, pathname === '/page' ? searchParams : undefined));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Page and panel, built with the options of esbuild.mjs. */
async function bundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: { panel: 'src/panel/main.tsx', page: 'test/panel/gallery/page.ts' },
    outdir: 'dist',
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
  });
  return new Map(result.outputFiles.map((file) => [`/${file.path.split(/[/\\]/).at(-1) ?? ''}`, file.contents]));
}

const translation = (language: string): unknown =>
  JSON.parse(fs.readFileSync(`${root}l10n/bundle.l10n.${language.replaceAll(/[^a-z-]/g, '')}.json`, 'utf8'));

function pageHtml(nonce: string, parameters: URLSearchParams | undefined): string {
  const language = parameters?.get('texts') ?? '';
  const table = language === '' ? undefined : JSON.stringify(language === 'marked' ? markedTexts() : translation(language));
  const texts = table === undefined ? '' : ` data-texts='${table.replaceAll("'", '&#39;')}'`;
  const app = `<div id="app" data-style-nonce="style-${nonce}"${texts}></div>`;
  const panel = parameters === undefined ? '' : `<script nonce="${nonce}" src="/panel.js"></script>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/panel.css"></head>
<body>${app}<script nonce="${nonce}" src="/page.js"></script>${panel}</body></html>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startGallery(Number(process.env['PORT'] ?? 0));
  process.stdout.write(`${url}\n`);
}
