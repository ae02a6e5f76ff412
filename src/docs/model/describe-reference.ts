import type { FieldView, OperationView, ReferenceView, SentEventView } from '../../../web/docs/view.ts';
import { highlightCode } from './highlight.ts';
import { listOf, recordOf, resolveRef, textOf } from './json-value.ts';
import { describeField, listFields } from './list-fields.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Requests are described whole, answers this deep; the rest is in the document: a page with all of it
 * would be several megabytes.
 */
const bodyLevels = 8;
const answerLevels = 2;
const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;

/** The reference page's content, from the document that is served to machines. */
export function describeReference(
  document: JsonRecord,
  facts: Pick<ReferenceView, 'publicUrl' | 'tryScriptHref'>,
): ReferenceView {
  const operations = Object.entries(recordOf(document['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = recordOf(item)[method];
      return operation === undefined
        ? []
        : [
            {
              tag: textOf(listOf(recordOf(operation)['tags'])[0]),
              view: describeOperation(document, { path, method, operation: recordOf(operation) }, facts.publicUrl),
            },
          ];
    }),
  );
  const groups = listOf(document['tags'])
    .map(recordOf)
    .map((tag) => ({
      name: textOf(tag['name']),
      description: textOf(tag['description']),
      operations: operations.filter((entry) => entry.tag === tag['name']).map(({ view }) => view),
    }));
  const shared = Object.values(recordOf(recordOf(document['components'])['parameters']));
  return {
    ...facts,
    groups,
    sharedHeaders: shared.map((parameter) => describeParameter(document, parameter)),
    webhooks: describeWebhooks(document),
  };
}

function describeOperation(
  document: JsonRecord,
  at: { readonly path: string; readonly method: string; readonly operation: JsonRecord },
  publicUrl: string,
): OperationView {
  const { operation, path } = at;
  const content = jsonOf(operation['requestBody']);
  const responses = Object.entries(recordOf(operation['responses']));
  const [successStatus, success] = responses.find(([status]) => status.startsWith('2')) ?? ['200', {}];
  const security = operation['security'];
  return {
    id: textOf(operation['operationId']),
    method: at.method.toUpperCase(),
    path,
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    isDeprecated: operation['deprecated'] === true,
    isOpen: Array.isArray(security) && security.length === 0,
    scopes: listOf(security).flatMap((entry) => listOf(recordOf(entry)['OAuth']).map(String)),
    takesIdempotencyKey: listOf(operation['parameters']).some((parameter) =>
      textOf(recordOf(parameter)['$ref']).endsWith('/IdempotencyKey'),
    ),
    parameters: listOf(operation['parameters'])
      .filter((parameter) => recordOf(parameter)['$ref'] === undefined)
      .map((parameter) => describeParameter(document, parameter)),
    body: listFields(document, content['schema'], bodyLevels),
    successStatus,
    answer: listFields(document, jsonOf(success)['schema'], answerLevels),
    errors: responses
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, response]) => ({ status, codes: codesOf(textOf(resolveRef(document, response)['description'])) })),
    curl: highlightCode(
      writeCurl(
        {
          ...at,
          query: requiredQuery(operation),
          example: content['example'],
          hasBody: operation['requestBody'] !== undefined,
          isOpen: Array.isArray(security) && security.length === 0,
        },
        publicUrl,
      ),
      'bash',
    ),
  };
}

function jsonOf(holder: unknown): JsonRecord {
  return recordOf(recordOf(recordOf(holder)['content'])['application/json']);
}

/** The codes that a response's description begins its lines with. */
function codesOf(description: string): readonly string[] {
  return [...new Set([...description.matchAll(/^`([A-Z_]+)`/gm)].map((match) => match[1] ?? ''))];
}

function describeParameter(document: JsonRecord, written: unknown): FieldView & { readonly place: string } {
  const parameter = resolveRef(document, written);
  const field = describeField(document, {
    path: textOf(parameter['name']),
    schema: parameter['schema'],
    isRequired: parameter['required'] === true,
    description: textOf(parameter['description']),
  });
  return { ...field, place: textOf(parameter['in']) };
}

/** What a request cannot go without in its address, as the parameters' own examples say it. */
function requiredQuery(operation: JsonRecord): string {
  const pairs = listOf(operation['parameters'])
    .map(recordOf)
    .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true)
    .map((parameter): [string, string] => [
      textOf(parameter['name']),
      textOf(listOf(recordOf(parameter['schema'])['examples'])[0]),
    ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** A request to paste into a shell: what stands in capitals is the caller's own. */
function writeCurl(
  at: {
    readonly path: string;
    readonly query: string;
    readonly method: string;
    readonly example: unknown;
    readonly hasBody: boolean;
    readonly isOpen: boolean;
  },
  publicUrl: string,
): string {
  const path = at.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${name.toUpperCase()}`);
  const lines = [`curl ${at.method === 'get' ? '' : `-X ${at.method.toUpperCase()} `}"${publicUrl}${path}${at.query}"`];
  if (!at.isOpen) lines.push('-H "X-API-Key: $BLY_API_KEY"');
  if (at.hasBody)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(at.example ?? {}, undefined, 2).replaceAll("'", "'\\''")}'`,
    );
  return lines.join(' \\\n  ');
}

function describeWebhooks(document: JsonRecord): ReferenceView['webhooks'] {
  const sent = Object.entries(recordOf(document['webhooks'])).map(([name, item]) => ({
    name,
    operation: recordOf(recordOf(item)['post']),
  }));
  const first = sent[0]?.operation ?? {};
  return {
    description: textOf(first['description']),
    headers: listOf(first['parameters']).map((parameter) => describeParameter(document, parameter)),
    events: sent.map(
      ({ name, operation }): SentEventView => ({
        name,
        summary: textOf(operation['summary']),
        body: listFields(document, jsonOf(operation['requestBody'])['schema'], bodyLevels),
        example: highlightCode(JSON.stringify(jsonOf(operation['requestBody'])['example'], undefined, 2), 'json'),
      }),
    ),
  };
}
