import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { mentionedFile } from '../../workspace/mentionedFile.ts';
import { folderOf } from '../../workspace/workspacePaths.ts';
import { fileMentions, pathsIn } from '../../semantics/request/fileMentions.ts';

/** Reports missing files of bodies, scripts and certificates, without which the request cannot be sent. A saved response may be missing. */
export function* missingFile(view: FileView): Generator<Diagnostic> {
  const folder = folderOf(view.file);
  for (const [i, paths] of pathsIn(view.tree).computed.entries()) {
    if (paths.length === 0) continue;
    for (const mention of fileMentions(view.tree.blocks[i] as Block)) {
      const { kind, path } = mention;
      if (kind === 'saved-response' || kind === 'graphql' || path.text === '' || path.text.includes('{{')) continue;
      const { kind: found } = mentionedFile(mention, folder, view.pathKind);
      if (found === 'missing')
        yield diagnostic('missing-file', 'error', path, `There is no file ${path.text}. Paths are relative to the folder of this file.`);
      else if (found === 'folder') yield diagnostic('missing-file', 'error', path, `${path.text} is a folder: write the path of a file.`);
    }
  }
}
