/** What a folder of src may import beside its own files. */
export interface Wall {
  readonly why: string;
  /** Folders (`base`) and single files (`language/index.ts`), relative to src. */
  readonly files: readonly string[];
  /** `vscode`, `node:` (any module of Node but the file system), `node:fs`, and npm packages. */
  readonly packages: readonly string[];
}

export const walls: Readonly<Record<string, Wall>>;

export function lintConfig(): {
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: Readonly<Record<string, unknown>>;
  }[];
};
