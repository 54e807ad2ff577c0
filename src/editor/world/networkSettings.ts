import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { HostCertificate, NetworkSettings } from '../../runner/index.ts';

/**
 * Network settings of Req and VS Code.
 * @param folder base of relative paths
 */
export function networkSettingsOf(folder: string): NetworkSettings {
  const settings = vscode.workspace.getConfiguration();
  const text = (id: string): string | undefined => textOf(settings.get<unknown>(id));
  const list = (id: string): readonly unknown[] => {
    const value = settings.get<unknown>(id);
    return Array.isArray(value) ? value : [];
  };
  const off = text('http.proxySupport') === 'off';
  return {
    proxy: text('req.proxy'),
    proxiesAll: false,
    otherProxy: off ? undefined : text('http.proxy'),
    proxyAuthorization: text('http.proxyAuthorization'),
    checksProxies: settings.get<unknown>('http.proxyStrictSSL') !== false,
    noProxy: list('http.noProxy').flatMap((entry) => textOf(entry) ?? []),
    environmentProxies: !off,
    ca: list('req.tls.ca').flatMap((file) => absolute(file, folder) ?? []),
    systemCa: settings.get<unknown>('http.systemCertificates') !== false,
    certificates: list('req.tls.clientCertificates').flatMap((entry) => certificateOf(entry, folder) ?? []),
  };
}

/** Validates a setting: settings.json may contain anything. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function absolute(file: unknown, folder: string): string | undefined {
  const written = textOf(file);
  return written === undefined
    ? undefined
    : path.resolve(
        folder,
        written.replace(/^~(?=[/\\])/, () => os.homedir()),
      );
}

function certificateOf(entry: unknown, folder: string): HostCertificate | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { host, cert, key, pfx, passphrase } = entry as Readonly<Record<string, unknown>>;
  const file = absolute(pfx, folder) ?? absolute(cert, folder);
  const hostname = textOf(host);
  if (file === undefined || hostname === undefined) return undefined;
  return { host: hostname, cert: file, key: absolute(key, folder), passphrase: typeof passphrase === 'string' ? passphrase : undefined };
}
