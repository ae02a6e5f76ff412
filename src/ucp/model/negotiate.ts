import * as z from 'zod';
import type { UcpDraft } from '../../platform/config.ts';
import {
  AP2_MANDATE,
  CHECKOUT,
  LODGING_BOOKING,
  LODGING_CANCELLATION,
  LODGING_DRAFT,
  LODGING_TERMS,
  ORDER,
  type OwnNames,
  OWN_VERSION,
  PAYMENT_TERMS,
  UCP_VERSION,
} from './names.ts';

/** Something both sides may be able to do. An extension has at least one parent, without which it means nothing. */
export interface Capability {
  readonly name: string;
  readonly version: string;
  readonly parents: readonly string[];
}

const Declared = z.looseObject({
  version: z.string(),
  config: z.looseObject({ webhook_url: z.string().optional() }).optional(),
});
/** Of a platform's profile, what is read of it. */
export const PlatformProfile = z.looseObject({
  ucp: z.looseObject({
    version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    capabilities: z.record(z.string(), z.array(Declared)).default({}),
  }),
});
export type PlatformProfile = z.infer<typeof PlatformProfile>;

const LODGING: readonly Capability[] = [
  { name: LODGING_BOOKING, version: LODGING_DRAFT.version, parents: [] },
  { name: LODGING_CANCELLATION, version: LODGING_DRAFT.version, parents: [LODGING_BOOKING] },
  { name: LODGING_TERMS, version: LODGING_DRAFT.version, parents: [LODGING_BOOKING] },
];

/** What an installation can do over UCP; of drafts those that it speaks. */
export function capabilitiesOf({ travel }: OwnNames, drafts: readonly UcpDraft[]): readonly Capability[] {
  return [
    { name: CHECKOUT, version: UCP_VERSION, parents: [] },
    { name: ORDER, version: UCP_VERSION, parents: [] },
    { name: PAYMENT_TERMS, version: UCP_VERSION, parents: [CHECKOUT, ORDER] },
    { name: AP2_MANDATE, version: UCP_VERSION, parents: [CHECKOUT] },
    { name: travel, version: OWN_VERSION, parents: [CHECKOUT, ORDER] },
    ...(drafts.includes('lodging') ? LODGING : []),
  ];
}

/**
 * What both sides can do: capabilities that the platform declares in the same version, without extensions whose parents
 * it lacks, however long the chain.
 */
export function intersect(ours: readonly Capability[], { ucp }: PlatformProfile): readonly Capability[] {
  const declares = ({ name, version }: Capability) =>
    Object.hasOwn(ucp.capabilities, name) && ucp.capabilities[name]?.some((theirs) => theirs.version === version);
  return prune(ours.filter(declares));
}

function prune(shared: readonly Capability[]): readonly Capability[] {
  const names = new Set(shared.map(({ name }) => name));
  const left = shared.filter(({ parents }) => parents.length === 0 || parents.some((parent) => names.has(parent)));
  return left.length === shared.length ? left : prune(left);
}

/** `ucp.capabilities` of an answer about a root capability: it and what extends it. */
export function presentCapabilities(
  shared: readonly Capability[],
  root: string,
): Readonly<Record<string, readonly { readonly version: string }[]>> {
  return Object.fromEntries(
    shared
      .filter(({ name, parents }) => name === root || parents.includes(root))
      .map(({ name, version }) => [name, [{ version }]]),
  );
}

/** Where the platform hears of its orders; undefined where it does not say. */
export function webhookUrlOf({ ucp }: PlatformProfile): string | undefined {
  const order = Object.hasOwn(ucp.capabilities, ORDER) ? ucp.capabilities[ORDER] : undefined;
  return order?.find(({ version }) => version === UCP_VERSION)?.config?.webhook_url;
}

/** Whether both sides can do something. */
export const knows = (shared: readonly Capability[], name: string): boolean => shared.some((one) => one.name === name);
