import { readFile } from 'node:fs/promises';
import type { AnyRoute } from '../platform/http/route.ts';
import { recordOf } from './model/json-value.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * The published contract, with the operations alone that this process serves. Read from the file, which a check holds
 * equal to the code: to build it again would keep a process that answers searches busy for half a second.
 */
export async function readOpenApi(served: readonly AnyRoute[]): Promise<JsonRecord> {
  const document: JsonRecord = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const operationIds = new Set(served.map(({ operationId }) => operationId));
  const paths = Object.entries(recordOf(document['paths'])).flatMap(([path, item]) => {
    const methods = Object.entries(recordOf(item)).filter(([, operation]) =>
      operationIds.has(String(recordOf(operation)['operationId'])),
    );
    return methods.length === 0 ? [] : [[path, Object.fromEntries(methods)] as const];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
