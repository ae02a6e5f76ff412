import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createLogger } from '../../platform/observability/log.ts';
import {
  type AdminRulesContext,
  AdminRulesAnswer,
  getRulesForAdmin,
  setRulesForAdmin,
} from '../../pricing/administer-rules.ts';
import { createPricing } from '../../pricing/service-fees.ts';
import { createStoredRates, fixedRates } from '../../rates/current-rates.ts';
import { loadReference } from '../../reference/load-reference.ts';
import { providersOf } from '../../suppliers/calls/find-supplier.ts';
import { CommandFailure } from '../command-failure.ts';
import { readStandardInput } from '../standard-input.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';

interface OfOrganization {
  readonly organization: string;
}

/** Adds the commands about the service fees of organizations to the administrator's. */
export function addPricingRulesCommands(admin: Command): void {
  admin
    .command('get-pricing-rules')
    .description("print an organization's pricing rules as JSON")
    .requiredOption('--organization <id>', 'whose rules')
    .action(get);
  admin
    .command('set-pricing-rules')
    .description("replace an organization's pricing rules by those of a JSON file, as get-pricing-rules prints them")
    .argument('<file>', 'the file, or - for standard input')
    .requiredOption('--organization <id>', 'whose rules')
    .action(set);
}

async function get({ organization }: OfOrganization): Promise<void> {
  const { version, rules } = await ask('get_pricing_rules', { organizationId: organization }, getRulesForAdmin);
  console.log(JSON.stringify({ rules, version }, undefined, 2));
}

async function set(file: string, { organization }: OfOrganization): Promise<void> {
  const content = await readRules(file);
  const request = { ...content, organizationId: organization };
  const { version, rules } = await ask('set_pricing_rules', request, (app, args) =>
    setRulesForAdmin(app, providersOf(readConfig().suppliers), args),
  );
  console.log(`${rules.length} rules, version ${version}: every process uses them within five seconds.`);
}

async function readRules(file: string): Promise<object> {
  const text = await (file === '-' ? readStandardInput() : readFile(file, 'utf8')).catch((cause: unknown) => {
    throw new CommandFailure(`${file} cannot be read.`, { cause });
  });
  const content = parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new CommandFailure(`${file} must hold a JSON object: {"rules": [...]}.`);
  return content;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandFailure('The file holds no JSON.', { cause });
  }
}

async function ask(
  command: string,
  request: unknown,
  work: (app: AdminRulesContext, args: unknown) => Promise<unknown>,
) {
  return AdminRulesAnswer.parse(
    await askOrDo(readConfig(), {
      command,
      request,
      work: async (place) => await work(await openContext(place), request),
    }),
  );
}

/** What a running process has ready, built for one command. */
async function openContext(place: AdminPlace): Promise<AdminRulesContext> {
  const { config } = place;
  const log = createLogger({ ...config, logLevel: 'silent' });
  const { places, rates: handWritten } = loadReference(config.worldDir);
  const rates = config.environment === 'sandbox' ? fixedRates(handWritten) : await createStoredRates({ ...place, log });
  return { ...place, places, rates, pricing: createPricing({ ...place, log }, rates) };
}
