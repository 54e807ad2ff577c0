import * as vscode from 'vscode';
import type { Host, KeptBody, Runner, StreamText } from '../../runner/index.ts';
import type * as RunnerBundle from '../../runner/index.ts';
import type { TextDecoding } from '../../response/record/recordText.ts';
import type { TextKind } from '../../response/stream/textFeed.ts';

/** The runner and objects of its bundle's classes. */
export interface LoadedRunner {
  readonly runner: Runner;
  readonly module: typeof RunnerBundle;
  readonly decoding: TextDecoding;
  readonly KeptBody: new () => KeptBody;
  readonly StreamText: new (path: string | undefined, limit: number | undefined, kind: TextKind) => StreamText;
}

/** Loads the runner bundle when it is first needed. */
export class LazyRunner implements vscode.Disposable {
  readonly #host: Host;
  readonly #extensionUri: vscode.Uri;
  readonly #version: string;
  #loaded: Promise<LoadedRunner> | undefined;

  constructor(host: Host, context: vscode.ExtensionContext) {
    this.#host = host;
    this.#extensionUri = context.extensionUri;
    this.#version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  }

  /** Undefined before the first `load`. */
  get loaded(): Promise<LoadedRunner> | undefined {
    return this.#loaded;
  }

  /** After a failed load, the next call tries again. */
  load(): Promise<LoadedRunner> {
    this.#loaded ??= import('../../runner/index.ts').then((module) => {
      const { createRunner, charsetOfBody, decodeBody, KeptBody, StreamText } = module;
      const workerFile = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'scriptWorker.cjs').fsPath;
      const runner = createRunner({ host: this.#host, workerFile, userAgent: `Req/${this.#version}` });
      return { runner, module, decoding: { decode: decodeBody, charsetOf: charsetOfBody }, KeptBody, StreamText };
    });
    this.#loaded.catch(() => (this.#loaded = undefined));
    return this.#loaded;
  }

  dispose(): void {
    this.#loaded?.then(({ runner }) => runner.dispose()).catch(() => undefined);
  }
}
