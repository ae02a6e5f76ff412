import { groupOperations } from '../docs/model/operation-groups.ts';
import { readGuides } from '../docs/read-guides.ts';
import type { AnyRoute } from '../platform/http/route.ts';

/**
 * `/llms.txt` (https://llmstxt.org): what a program that writes programs should read first, and where every guide and
 * operation stands as Markdown.
 */
export function writeLlmsText(publicUrl: string, served: readonly AnyRoute[]): string {
  return [
    '# Bly',
    '',
    '> Travel-commerce HTTP API: search flights, hotels and cars, build one trip of them, check out, pay, and change, refund or cancel what was booked.',
    '',
    `Send the API key as \`X-API-Key\` to ${publicUrl}. Agents connect to ${publicUrl}/mcp (Model Context Protocol), or to a smaller set of tools: /mcp/shop, /mcp/book, /mcp/service, /mcp/demand; ?read_only=1 changes nothing.`,
    '',
    '## Reference',
    '',
    `- [For agents](${publicUrl}/agents.md): how to connect, book and pay`,
    `- [OpenAPI document](${publicUrl}/v1/openapi.json): every operation with its fields`,
    `- [API reference](${publicUrl}/docs/reference.md): the same to read, by resource`,
    `- [Events](${publicUrl}/docs/reference/events.md): what is sent to webhook endpoints`,
    `- [Errors](${publicUrl}/docs/errors.md): every code, and what to do`,
    `- [Changelog](${publicUrl}/docs/changelog.md): what changed`,
    ...listGuides(publicUrl),
    ...listOperations(publicUrl, served),
  ].join('\n');
}

function listGuides(publicUrl: string): readonly string[] {
  return readGuides().flatMap(({ title, guides }) => [
    '',
    `## ${title}`,
    '',
    ...guides.map((guide) => `- [${guide.title}](${publicUrl}/docs/guides/${guide.name}.md): ${guide.description}`),
  ]);
}

function listOperations(publicUrl: string, served: readonly AnyRoute[]): readonly string[] {
  const operations = served.map(({ operationId: id, tag, method, path, summary }) => ({
    id,
    tag,
    text: `- [${summary}](${publicUrl}/docs/reference/${id}.md): \`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``,
  }));
  return groupOperations(operations).flatMap((group) => [
    '',
    `## API: ${group.title}`,
    '',
    ...group.operations.map(({ text }) => text),
  ]);
}
