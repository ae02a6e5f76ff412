// @ts-check
/** What the served OpenAPI document says of one operation. */

/** @import { Data } from './try-dom.js' */
/** @typedef {{ name: string, place: string, isRequired: boolean, schema: Data, description: string }} Parameter */
/**
 * @typedef {{ id: string, method: string, path: string, parameters: readonly Parameter[], body: string | undefined,
 * takesKey: boolean, takesIdempotencyKey: boolean, isForUsers: boolean }} Operation
 */

import { listOf, recordOf, textOf } from './try-dom.js';

/** @type {Promise<Data> | undefined} */
let loading;

/** @returns {Promise<Data>} */
export function loadDocument() {
  loading ??= fetch('/v1/openapi.json', { credentials: 'omit' }).then(async (answer) => {
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return recordOf(await answer.json());
  });
  // A failure is not remembered: the next form tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * @param {Data} whole @param {string} operationId @param {string | undefined} shownBody The body of the page's sample,
 * whose dates are those of today; else the document's example. @returns {Operation}
 */
export function readOperation(whole, operationId, shownBody) {
  const all = Object.entries(recordOf(whole['paths'])).flatMap(([path, item]) =>
    Object.entries(recordOf(item)).map(([method, operation]) => ({ path, method, operation: recordOf(operation) })),
  );
  const found = all.find(({ operation }) => operation['operationId'] === operationId);
  if (!found) throw new Error(`no operation ${operationId}`);
  const { path, method, operation } = found;
  const written = listOf(operation['parameters']);
  const content = recordOf(recordOf(recordOf(operation['requestBody'])['content'])['application/json']);
  const security = operation['security'] === undefined ? undefined : listOf(operation['security']).map(recordOf);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters: written
      .map(recordOf)
      .filter((parameter) => parameter['in'] === 'path' || parameter['in'] === 'query')
      .map((parameter) => ({
        name: textOf(parameter['name']),
        place: textOf(parameter['in']),
        isRequired: parameter['required'] === true,
        schema: recordOf(parameter['schema']),
        description: textOf(parameter['description']),
      })),
    body:
      operation['requestBody'] === undefined
        ? undefined
        : (shownBody ?? JSON.stringify(content['example'] ?? {}, undefined, 2)),
    takesKey: security === undefined || security.length > 0,
    isForUsers: security !== undefined && security.length > 0 && !security.some((way) => 'ApiKey' in way),
    takesIdempotencyKey: written.some((parameter) => textOf(recordOf(parameter)['$ref']).endsWith('/IdempotencyKey')),
  };
}
