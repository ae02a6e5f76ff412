import * as z from 'zod';

/** Where files of events go, and as what, out of the BLY_EXPORT_ variables. */
export interface ExportConfig {
  readonly target: ExportTarget;
  readonly format: ExportFormat;
}
/** Parquet, or JSON objects, one a line. */
export type ExportFormat = 'parquet' | 'ndjson';
/** A folder of this machine, or a bucket. */
export type ExportTarget = { readonly kind: 'folder'; readonly path: string } | S3Target;
/** A bucket of an S3-compatible store. */
export interface S3Target {
  readonly kind: 's3';
  readonly bucket: string;
  /** Without slashes at its ends; empty for none. */
  readonly prefix: string;
  /** An origin. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const EXPORT_FORMATS = ['parquet', 'ndjson'] as const satisfies readonly ExportFormat[];
const REGION_DEFAULT = 'us-east-1';
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** The variables of exports, as `.env.example` explains them. */
export const exportVariables = (isSafeOrigin: (text: string) => boolean) => ({
  BLY_EXPORT_TO: z
    .string()
    .refine((text) => text.startsWith('/') || BUCKET.test(text), 'must be an absolute path, or s3://BUCKET/PREFIX')
    .optional(),
  BLY_EXPORT_FORMAT: z.enum(EXPORT_FORMATS, 'must be parquet or ndjson').default('parquet'),
  BLY_EXPORT_S3_ENDPOINT: z
    .string()
    .refine(isSafeOrigin, 'must be an https origin, or an http one on loopback')
    .optional(),
  BLY_EXPORT_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region like eu-central-1')
    .optional(),
  BLY_EXPORT_S3_ACCESS_KEY_ID: z.string().optional(),
  BLY_EXPORT_S3_SECRET_ACCESS_KEY: z.string().optional(),
});
type ExportVariables = z.infer<z.ZodObject<ReturnType<typeof exportVariables>>>;

/** What contradicts itself among these variables, as one line; undefined where nothing does. */
export function findExportContradiction(variables: ExportVariables): string | undefined {
  const { BLY_EXPORT_S3_ACCESS_KEY_ID: keyId, BLY_EXPORT_S3_SECRET_ACCESS_KEY: secret } = variables;
  const anyOfS3 = variables.BLY_EXPORT_S3_ENDPOINT ?? variables.BLY_EXPORT_S3_REGION ?? keyId ?? secret;
  if (variables.BLY_EXPORT_TO === undefined && anyOfS3 !== undefined)
    return 'BLY_EXPORT_TO is required with the BLY_EXPORT_S3_ variables: s3://BUCKET/PREFIX.';
  const hasKeys = keyId !== undefined && secret !== undefined;
  return variables.BLY_EXPORT_TO?.startsWith('s3:') === true && !hasKeys
    ? 'BLY_EXPORT_S3_ACCESS_KEY_ID and BLY_EXPORT_S3_SECRET_ACCESS_KEY are required with an s3:// address in BLY_EXPORT_TO.'
    : undefined;
}

/** Undefined: nothing is exported by itself. */
export function toExportConfig(variables: ExportVariables): ExportConfig | undefined {
  const target = toExportTarget(variables);
  return target && { target, format: variables.BLY_EXPORT_FORMAT };
}

function toExportTarget(variables: ExportVariables): ExportTarget | undefined {
  const to = variables.BLY_EXPORT_TO;
  if (to === undefined) return undefined;
  const [, bucket, prefix = ''] = BUCKET.exec(to) ?? [];
  if (bucket === undefined) return { kind: 'folder', path: to };
  const region = variables.BLY_EXPORT_S3_REGION ?? REGION_DEFAULT;
  return {
    kind: 's3',
    bucket,
    prefix: prefix.replaceAll(/^\/+|\/+$/g, ''),
    endpoint: (variables.BLY_EXPORT_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, ''),
    region,
    accessKeyId: variables.BLY_EXPORT_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: variables.BLY_EXPORT_S3_SECRET_ACCESS_KEY ?? '',
  };
}
