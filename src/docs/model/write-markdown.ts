import type { ErrorView, EventsView, FieldView, OperationSummary, OperationView } from '../../../web/docs/view.ts';
import type { OperationGroup } from './operation-groups.ts';

const LANGUAGES = { curl: 'bash', TypeScript: 'ts', CLI: 'bash' } as const;

/** The index of the reference. */
export function writeIndexMarkdown(groups: readonly OperationGroup<OperationSummary>[], publicUrl: string): string {
  return joined([
    '# API reference',
    `Base address ${publicUrl}. Bodies and answers are JSON. The OpenAPI document: ${publicUrl}/v1/openapi.json`,
    ...groups.flatMap(({ title, operations }) => [
      `## ${title}`,
      operations
        .map(
          ({ id, method, path, summary, isDeprecated }) =>
            `- [${summary}](${publicUrl}/docs/reference/${id}.md): \`${method} ${path}\`${isDeprecated ? ' (deprecated)' : ''}`,
        )
        .join('\n'),
    ]),
  ]);
}

/** One operation with its fields, samples and errors. */
export function writeOperationMarkdown(operation: OperationView): string {
  const { recordedAnswer, cut } = operation;
  return joined([
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\`${operation.isDeprecated ? ' (deprecated)' : ''}`,
    operation.description,
    factsOf(operation),
    ...section('Path parameters', operation.pathParameters),
    ...section('Query parameters', operation.queryParameters),
    ...section('Headers', operation.headers),
    ...section('Body', operation.body),
    '## Request',
    ...operation.samples.flatMap(({ language, code }) => [`${language}:`, fence(LANGUAGES[language], code)]),
    `## Answer ${operation.status}`,
    ...(recordedAnswer === undefined ? [] : [fence('json', recordedAnswer.code)]),
    cut.length === 0 ? '' : `Shortened: ${cut.map(({ path, of }) => `\`${path}\` has ${of}`).join(', ')}.`,
    writeFields(operation.answer),
    '## Errors',
    operation.errors
      .map(({ status, codes }) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`)
      .join('\n'),
  ]);
}

function factsOf({ isOpen, isForUsers, scopes, takesIdempotencyKey, streams }: OperationView): string {
  const credential = isOpen ? 'none' : isForUsers ? "a signed-in user's" : 'API key or OAuth access token';
  return [
    `- Credential: ${credential}`,
    ...(scopes.length === 0 ? [] : [`- Scope: ${scopes.join(', ')}`]),
    ...(takesIdempotencyKey ? ['- Takes `Idempotency-Key`'] : []),
    ...(streams ? ['- Streams with `Accept: text/event-stream`'] : []),
  ].join('\n');
}

/** Everything that is sent to webhook endpoints. */
export function writeEventsMarkdown({ description, headers, events }: EventsView): string {
  return joined([
    '# Events sent to you',
    description,
    ...section('Headers', headers),
    ...events.flatMap(({ name, summary, body, example }) => [
      `## ${name}`,
      summary,
      writeFields(body),
      fence('json', example.code),
    ]),
  ]);
}

/** Every error code. */
export function writeErrorsMarkdown(errors: readonly ErrorView[]): string {
  return joined([
    '# Errors',
    'Every failure has one shape. Branch on `error.code`; the message is prose and may change.',
    ...errors.flatMap(({ code, meaning, next, conditions, example }) => [
      `## ${code}`,
      meaning,
      next.map((step) => `- ${step}`).join('\n'),
      conditions.map(({ status, when }) => `- ${status}: ${when}`).join('\n'),
      fence('json', example.code),
    ]),
  ]);
}

function section(title: string, fields: readonly FieldView[]): readonly string[] {
  return fields.length === 0 ? [] : [`## ${title}`, writeFields(fields)];
}

function writeFields(fields: readonly FieldView[], indent = ''): string {
  return fields.map((field) => writeField(field, indent)).join('\n');
}

function writeField(field: FieldView, indent: string): string {
  const facts = [field.type, ...(field.isRequired ? ['required'] : []), ...field.limits].join(', ');
  const allowed =
    field.allowed.length === 0 ? '' : ` One of ${field.allowed.map((value) => `\`${value}\``).join(', ')}.`;
  const line = `${indent}- \`${field.name}\` (${facts})${field.description === '' ? '' : `: ${field.description.replaceAll('\n', ' ')}`}${allowed}`;
  return field.fields.length === 0 ? line : `${line}\n${writeFields(field.fields, `${indent}  `)}`;
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
