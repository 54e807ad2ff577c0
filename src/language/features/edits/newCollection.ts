import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** A host that answers every request with 200, so that the first request works without an API. */
export const exampleHost = 'https://example.com';

const firstRequestFor = (host: string): string => `### My first request\n# @name first\nGET ${host}/\n\n?? status == 200\n`;

/** Whether a new request at a block can begin with `{{host}}`: the file, the collection or an environment defines it. */
export const definesHost = (view: FileView, block: Block): boolean => view.look(block).scope.find('host') !== undefined;

/** The text of a new request file. Its request works unchanged. */
export const newFileText = firstRequestFor(exampleHost);

/**
 * The files of a new collection by name, for the editor and the command. Their requests work unchanged.
 * @param host the base URL of the API, without a slash at the end
 */
export const newCollectionFiles = (host: string): Readonly<Record<string, string>> => ({
  'collection.req': `# These definitions apply to every request in this folder and its subfolders. An environment can override them.\n@host = ${host}\n`,
  'http-client.env.json': `${JSON.stringify({ $shared: { reader: 'Guest' }, dev: { reader: 'Ada' }, live: { $protected: true, reader: 'Grace' } }, null, 2)}\n`,
  '.gitignore': '# Your own values and secrets stay on this machine.\nhttp-client.private.env.json\n',
  'getting-started.req': `# Click Send above a request, or press Ctrl+Enter in it. Hover over a {{placeholder}} to see its value and
# where it is defined. Choose the environment (dev, live) in the status bar.
# In a terminal: req send getting-started.req -n first --env dev

${firstRequestFor('{{host}}')}
### Use the response of the first request
# @name second
# @ref first
GET {{host}}/?status={{first.response.status}}
X-Reader: {{reader}}
X-Request-Id: {{$uuid}}

?? status == 200

> {%
  tool.setVar("answered", { status: response.status, at: new Date() });
%}

### Ask for a value before sending
# @prompt word What to search for
GET {{host}}/?word={{word}}
`,
});
