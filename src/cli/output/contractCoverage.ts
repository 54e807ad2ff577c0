import { ApiDocumentCache, namedApi, operationName, parameterName, type ApiOperation, type BlockContext } from '../../language/index.ts';
import { ReqError } from '../../base/reqError.ts';
import type { CollectionFile, ContractFact, RequestResult } from '../../runner/index.ts';
import type { ApiCoverage, OperationCoverage } from '../reporters/reporter.ts';
import { fileSource } from '../world/cliFiles.ts';
import { readApi } from '../../apiDocuments/readApi.ts';
import { shownPath } from '../world/shownPath.ts';

interface Seen {
  readonly statuses: Set<string>;
  readonly parameters: Set<string>;
  calls: number;
}

/** The coverage of OpenAPI documents in a run. Responses that could not be checked do not count. */
export class ContractCoverage {
  readonly #seen = new Map<string, Map<string, Seen>>();

  take({ tests }: RequestResult): void {
    for (const { contract } of tests) if (contract !== undefined) this.#add(contract);
  }

  #add({ document, operation, status, parameters }: ContractFact): void {
    const operations = this.#seen.get(document) ?? new Map<string, Seen>();
    this.#seen.set(document, operations);
    const seen = operations.get(operation) ?? { statuses: new Set(), parameters: new Set(), calls: 0 };
    operations.set(operation, seen);
    seen.calls++;
    if (status !== undefined) seen.statuses.add(status);
    for (const parameter of parameters) seen.parameters.add(parameter);
  }

  /** The coverage of all documents that the files of a run name. */
  async of<F extends CollectionFile>(
    files: readonly F[],
    contextsOf: (file: F) => readonly BlockContext[],
  ): Promise<readonly ApiCoverage[]> {
    const cache = new ApiDocumentCache(fileSource, readApi, shownPath, () => {});
    const found = new Map<string, ApiCoverage>();
    for (const file of files) {
      const paths = new Set(contextsOf(file).flatMap((context) => namedApi(context)?.path ?? []));
      if ([...paths].every((path) => found.has(path))) continue;
      const apis = await cache.of(file, true);
      for (const path of paths) {
        const api = apis.get(path);
        if (api === undefined || found.has(path)) continue;
        if (api.kind === 'index') {
          const { title, operations } = api.index;
          found.set(path, { document: path, title, problem: undefined, operations: operations.map((o) => this.#coverageOf(path, o)) });
        } else found.set(path, { document: path, title: '', problem: api.kind === 'problem' ? api.message : '', operations: [] });
      }
    }
    return [...found.values()];
  }

  #coverageOf(document: string, operation: ApiOperation): OperationCoverage {
    const name = operationName(operation);
    const seen = this.#seen.get(document)?.get(name);
    return {
      operation: name,
      calls: seen?.calls ?? 0,
      statuses: operation.responses.map(({ status }) => ({ name: status, isCovered: seen?.statuses.has(status) === true })),
      parameters: operation.parameters.map((p) => ({ name: parameterName(p), isCovered: seen?.parameters.has(parameterName(p)) === true })),
    };
  }
}

/** @throws {ReqError} of kind `usage` if no request has a document */
export function requireApi(contexts: readonly BlockContext[]): void {
  if (contexts.some((context) => namedApi(context) !== undefined)) return;
  throw new ReqError('usage', 'No request has an OpenAPI document.', {
    hint: 'Write # @openapi ./api.yaml into collection.req, folder.req or the first block of a file.',
  });
}
