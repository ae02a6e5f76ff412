import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';

/** Where the official schemas are, beside a checkout of this repository; they are not a part of it. */
const FOLDER = resolve(import.meta.dirname, '../../../../shared/agentic/ucp/source/schemas');

/** False where this machine has no copy of the official schemas: shapes are then not compared with them. */
export const hasOfficialSchemas = existsSync(FOLDER);

/**
 * Where the schemas of the lodging draft are, at the commit that `LODGING_DRAFT` names: `schemas/` of that commit, of
 * which only what the release does not have is read. Not a part of this repository, either; without the variable
 * booking sessions are compared with `bookingShape` alone.
 */
const DRAFT_FOLDER = process.env['BLY_UCP_LODGING_SCHEMAS'];

/** False where this machine was not told of a copy of the draft. */
export const hasDraftSchemas = hasOfficialSchemas && DRAFT_FOLDER !== undefined;

interface Validator {
  (value: unknown): boolean;
  readonly errors?: unknown;
}
interface Ajv {
  addSchema(schema: object): void;
  getSchema(id: string): Validator | undefined;
}
const load = createRequire(import.meta.url);
let ajv: Ajv | undefined;
let compared = 0;

/** How many values this process has compared with an official schema. */
export const countCompared = (): number => compared;

/** Expects a value to fit an official schema: `shopping/checkout.json`, `profile.json#/$defs/business_schema`. */
export function expectOfficial(schema: string, value: unknown): void {
  if (!hasOfficialSchemas) return;
  ajv ??= createAjv();
  compared += 1;
  const validate = ajv.getSchema(`https://ucp.dev/schemas/${schema}`);
  if (!validate) throw new Error(`there is no official schema ${schema}`);
  expect(validate(value) ? [] : validate.errors).toEqual([]);
}

function createAjv(): Ajv {
  const Ajv2020 = load('ajv/dist/2020').default;
  const made = new Ajv2020({ strict: false, allErrors: true });
  load('ajv-formats').default(made);
  const known = listSchemas(FOLDER);
  for (const file of known) made.addSchema(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
  if (DRAFT_FOLDER !== undefined)
    for (const file of listSchemas(DRAFT_FOLDER))
      if (!known.includes(file)) made.addSchema(JSON.parse(readFileSync(join(DRAFT_FOLDER, file), 'utf8')));
  return made;
}

function listSchemas(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
}
