import { createView } from './createView.ts';
import type { FileView } from './fileView.ts';
import { Workspace, type KnowOptions } from './workspace.ts';
import type { TextDocument, WorkspacePort } from './workspacePort.ts';

/** A workspace whose features are needed at once. The editor loads `createView` after its first lenses instead. */
export class FeatureWorkspace extends Workspace {
  readonly #port: WorkspacePort;

  constructor(port: WorkspacePort, onRead?: () => void) {
    super(port, onRead);
    this.#port = port;
  }

  async know(document: TextDocument, options?: KnowOptions): Promise<FileView> {
    return createView(await this.around(document, options), this.#port);
  }
}
