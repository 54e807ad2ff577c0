import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { t } from '../../base/l10n.ts';

/** HTML of all webviews: no inline scripts or styles, no network (CSP level 3). */
export function panelPage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: 'response' | 'run' | 'environments' = 'response',
): string {
  const nonce = randomUUID().replaceAll('-', '');
  const styleNonce = randomUUID().replaceAll('-', '');
  const dist = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', file)).toString();
  const policy = [
    "default-src 'none'",
    `img-src ${webview.cspSource} data: blob:`,
    'media-src blob:',
    // The nonce is valid for styles only; page previews contain inline styles.
    `style-src ${webview.cspSource} 'nonce-${styleNonce}'`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { bundle } = vscode.l10n;
  return `<!DOCTYPE html>
<html lang="${bundle === undefined ? 'en' : vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${dist('panel.css')}">
<title>${page === 'run' ? t('Run') : page === 'environments' ? t('Environments') : t('Response')}</title>
</head>
<body>
<div id="app" data-page="${page}" data-style-nonce="${styleNonce}"${bundle === undefined ? '' : ` data-texts="${attributeOf(JSON.stringify(bundle))}"`}></div>
<script nonce="${nonce}" src="${dist('panel.js')}"></script>
</body>
</html>`;
}

/** Escapes a text for an attribute in double quotes. */
const attributeOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
