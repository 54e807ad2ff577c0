import type * as vscode from 'vscode';

/** A workspace's storage that is empty at first. */
export function memento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string, fallback?: unknown) => kept.get(key) ?? fallback,
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  } as vscode.Memento;
}
