import type { ReferenceIndexView } from '../../web/docs/view.ts';
import type { App } from '../context.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { describeEvents, describeOperation, listOperations, type ListedOperation } from './model/describe-reference.ts';
import { groupOperations, type OperationGroup } from './model/operation-groups.ts';
import { shiftDates, weeksSince } from './model/shift-dates.ts';
import { readServedDocument } from '../platform/http/openapi/served-document.ts';
import { readRecordedCalls, type RecordedCall } from './recorded-calls.ts';

/** The contract and its recording, read at the first page that needs them and held for the rest of the process. */
export interface ReferenceSource {
  readonly document: Readonly<Record<string, unknown>>;
  readonly groups: readonly OperationGroup<ListedOperation>[];
  /** In reading order. */
  readonly operations: readonly ListedOperation[];
  /** The recording, with its dates as of now. */
  findCall(operationId: string): RecordedCall | undefined;
}

/** Reads them for the operations that a process of this environment serves. */
export async function openReference(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  routes: readonly AnyRoute[],
): Promise<ReferenceSource> {
  const isProduction = config.environment === 'production';
  const document = await readServedDocument(isProduction ? routes.filter((route) => !route.isSandboxOnly) : routes);
  const { recordedAt, calls } = await readRecordedCalls();
  const groups = groupOperations(listOperations(document));
  return {
    document,
    groups,
    operations: groups.flatMap(({ operations }) => operations),
    findCall: (operationId) => shiftDates(calls[operationId], weeksSince(recordedAt, clock.now())),
  };
}

/** An operation of it with its group; undefined for an id that names none. */
export function findOperation(source: ReferenceSource, id: string) {
  const group = source.groups.find(({ operations }) => operations.some((operation) => operation.id === id));
  const listed = group?.operations.find((operation) => operation.id === id);
  return group && listed && { group, listed };
}

/** Everything about one operation. */
export function readOperation(source: ReferenceSource, listed: ListedOperation, publicUrl: string) {
  return describeOperation(source.document, listed, { publicUrl, recorded: source.findCall(listed.id) });
}

/** The events of the contract, each by name. */
export function readEvents(source: ReferenceSource) {
  return describeEvents(source.document);
}

/** The anchors that the groups of the one page of before had. */
export function formerAnchorsOf(source: ReferenceSource): ReferenceIndexView['formerAnchors'] {
  const first = new Map<string, string>();
  for (const group of source.groups)
    for (const { tag } of group.operations) if (!first.has(tag)) first.set(tag, group.id);
  return [...first].map(([tag, groupId]) => ({ id: `tag-${tag.toLowerCase()}`, groupId }));
}
