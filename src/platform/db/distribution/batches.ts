import type { OrganizationId } from '../../ids.ts';
import type { Handle } from '../db.ts';
import { isDistributed } from './is-distributed.ts';

/**
 * Rows that one statement may be about: all of them on one server; on a distributed database those of each organization
 * apart, so that each statement goes to one node.
 */
export async function batchesFor<T extends { readonly organizationId: OrganizationId }>(
  h: Handle,
  items: readonly T[],
): Promise<readonly (readonly T[])[]> {
  if (items.length === 0) return [];
  return (await isDistributed(h)) ? [...Map.groupBy(items, (item) => item.organizationId).values()] : [items];
}

/** The organization that all of them belong to; undefined where there are several. */
export function onlyOrganization(
  items: readonly { readonly organizationId: OrganizationId }[],
): OrganizationId | undefined {
  const [first] = items;
  return items.every((item) => item.organizationId === first?.organizationId) ? first?.organizationId : undefined;
}
