import type {
  FieldView,
  HeaderView,
  OperationSummary,
  OperationView,
  SampleView,
  SentEventView,
} from '../../../web/docs/view.ts';
import type { RecordedCall } from '../recorded-calls.ts';
import { describeField, readFields } from './field-tree.ts';
import { highlightCode } from './highlight.ts';
import { listOf, recordOf, resolveRef, textOf } from './json-value.ts';
import { type SampleRequest, writeCommand, writeCurl, writeTypeScript } from './write-samples.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;
const eventStream = 'text/event-stream';

/** An operation of the document, not looked into yet. */
export interface ListedOperation extends OperationSummary {
  readonly tag: string;
  readonly operation: JsonRecord;
}

/** Every operation of the document, in its order. */
export function listOperations(document: JsonRecord): readonly ListedOperation[] {
  return Object.entries(recordOf(document['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = recordOf(recordOf(item)[method]);
      if (operation['operationId'] === undefined) return [];
      return [
        {
          id: textOf(operation['operationId']),
          method: method.toUpperCase(),
          path,
          summary: textOf(operation['summary']),
          isDeprecated: operation['deprecated'] === true,
          tag: textOf(listOf(operation['tags'])[0]),
          operation,
        },
      ];
    }),
  );
}

/** Everything that is said of one operation. */
export function describeOperation(
  document: JsonRecord,
  listed: ListedOperation,
  shown: { readonly publicUrl: string; readonly recorded: RecordedCall | undefined },
): OperationView {
  const { operation, tag: _tag, ...summary } = listed;
  const responses = Object.entries(recordOf(operation['responses']));
  const [status, success] = responses.find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const security = operation['security'];
  const parameters = listOf(operation['parameters']).map(recordOf);
  const shared = parameters.filter((parameter) => parameter['$ref'] !== undefined);
  const own = parameters.filter((parameter) => parameter['$ref'] === undefined);
  return {
    ...summary,
    description: textOf(operation['description']),
    isOpen: isOpen(operation),
    isForUsers: listOf(security).length > 0 && !listOf(security).some((entry) => 'ApiKey' in recordOf(entry)),
    scopes: listOf(security).flatMap((entry) => listOf(recordOf(entry)['OAuth']).map(String)),
    takesIdempotencyKey: shared.some((parameter) => textOf(parameter['$ref']).endsWith('/IdempotencyKey')),
    streams: eventStream in recordOf(recordOf(success)['content']),
    pathParameters: own.filter((each) => each['in'] === 'path').map((each) => describeParameter(document, each)),
    queryParameters: own.filter((each) => each['in'] === 'query').map((each) => describeParameter(document, each)),
    headers: shared.map((parameter) => describeParameter(document, parameter)),
    body: readFields(document, jsonOf(operation['requestBody'])['schema']),
    status,
    answer: readFields(document, jsonOf(success)['schema']),
    answerHeaders: describeHeaders(document, success),
    errors: responses
      .filter(([code]) => !code.startsWith('2'))
      .map(([code, response]) => ({
        status: code,
        codes: codesOf(textOf(resolveRef(document, response)['description'])),
      })),
    samples: writeSamples(document, listed, shown),
    recordedBody: shown.recorded?.body === undefined ? undefined : JSON.stringify(shown.recorded.body, undefined, 2),
    recordedAnswer: writeAnswer(shown),
    cut: shown.recorded?.cut ?? [],
  };
}

function isOpen(operation: JsonRecord): boolean {
  return Array.isArray(operation['security']) && operation['security'].length === 0;
}

function jsonOf(holder: unknown): JsonRecord {
  return recordOf(recordOf(recordOf(holder)['content'])['application/json']);
}

/** The codes that a response's description begins its lines with. */
function codesOf(description: string): readonly string[] {
  return [...new Set([...description.matchAll(/^`([A-Z_]+)`/gm)].map((match) => match[1] ?? ''))];
}

function describeParameter(document: JsonRecord, written: unknown): FieldView {
  const parameter = resolveRef(document, written);
  return describeField(document, {
    name: textOf(parameter['name']),
    schema: parameter['schema'],
    isRequired: parameter['required'] === true,
    description: textOf(parameter['description']),
  });
}

function describeHeaders(document: JsonRecord, response: unknown): readonly HeaderView[] {
  return Object.entries(recordOf(recordOf(response)['headers'])).map(([name, header]) => ({
    name,
    description: textOf(resolveRef(document, header)['description']),
  }));
}

function writeAnswer({
  recorded,
  publicUrl,
}: {
  readonly publicUrl: string;
  readonly recorded: RecordedCall | undefined;
}) {
  if (recorded?.answer === undefined) return undefined;
  const code = JSON.stringify(recorded.answer, undefined, 2).replaceAll('http://127.0.0.1:8080', publicUrl);
  return { code, html: highlightCode(code, 'json') };
}

/** The request that was recorded, in each language; without a recording, the request that the document shows. */
export function requestOf(
  document: JsonRecord,
  { id, method, path, operation, isDeprecated }: ListedOperation,
  recorded: RecordedCall | undefined,
): SampleRequest {
  return {
    operationId: id,
    method,
    path,
    isOpen: isOpen(operation),
    hasCommand: path.startsWith('/v1/') && !isDeprecated,
    hasBody: operation['requestBody'] !== undefined,
    params: recorded?.params ?? {},
    query: typedQuery(document, operation, recorded?.query ?? {}),
    body:
      recorded?.body ??
      (operation['requestBody'] === undefined ? undefined : recordOf(jsonOf(operation['requestBody'])['example'])),
  };
}

function writeSamples(
  document: JsonRecord,
  listed: ListedOperation,
  { publicUrl, recorded }: { readonly publicUrl: string; readonly recorded: RecordedCall | undefined },
): readonly SampleView[] {
  const request = requestOf(document, listed, recorded);
  const command = writeCommand(request);
  const samples: readonly (readonly [SampleView['language'], string, string])[] = [
    ['curl', 'bash', writeCurl(request, publicUrl)],
    ['TypeScript', 'ts', writeTypeScript(request)],
    ...(command === undefined ? [] : [['CLI', 'bash', command] as const]),
  ];
  return samples.map(([language, grammar, code]) => ({ language, code, html: highlightCode(code, grammar) }));
}

/** A recorded query is text; the contract says which of its values are numbers. */
function typedQuery(
  document: JsonRecord,
  operation: JsonRecord,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const types = new Map(
    listOf(operation['parameters']).map((written) => {
      const parameter = resolveRef(document, written);
      return [textOf(parameter['name']), recordOf(parameter['schema'])['type']];
    }),
  );
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const type = types.get(name);
      if (type === 'integer' || type === 'number') return [name, Number(value)];
      return [name, type === 'boolean' ? value === 'true' : value];
    }),
  );
}

/** What is sent to endpoints: what all events share, and each of them. */
export function describeEvents(document: JsonRecord) {
  const sent = Object.entries(recordOf(document['webhooks'])).map(([name, item]) => ({
    name,
    operation: recordOf(recordOf(item)['post']),
  }));
  const first = sent[0]?.operation ?? {};
  return {
    description: textOf(first['description']),
    headers: listOf(first['parameters']).map((parameter) => describeParameter(document, parameter)),
    events: sent.map(({ name, operation }): SentEventView => {
      const code = JSON.stringify(jsonOf(operation['requestBody'])['example'], undefined, 2);
      return {
        name,
        summary: textOf(operation['summary']),
        body: readFields(document, jsonOf(operation['requestBody'])['schema']),
        example: { code, html: highlightCode(code, 'json') },
      };
    }),
  };
}

/** The headers that every operation takes, and those that only some do. */
export function describeSharedHeaders(document: JsonRecord): readonly FieldView[] {
  const shared = recordOf(recordOf(document['components'])['parameters']);
  return Object.values(shared).map((parameter) => describeParameter(document, parameter));
}
