import { spawnSync } from 'node:child_process';
import * as z from 'zod';

/**
 * Asks the registry for known vulnerabilities of what the product installs. Fails on findings of high or critical
 * severity; a registry that does not answer, or has no audit endpoint, is told and fails nothing: a build must not
 * depend on it.
 */
const Report = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.int(), critical: z.int() }) }),
  vulnerabilities: z.record(z.string(), z.looseObject({ severity: z.string(), range: z.string() })),
});
const timeoutMs = 60_000;

/** How an audit ends: what was found, or why nothing is known. */
type Outcome =
  | { readonly kind: 'known'; readonly findings: readonly string[] }
  | { readonly kind: 'not_available'; readonly reason: string };

function audit(): Outcome {
  const npm = process.env['npm_execpath'];
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=0'];
  const run =
    npm === undefined
      ? spawnSync('npm', args, { encoding: 'utf8', timeout: timeoutMs })
      : spawnSync(process.execPath, [npm, ...args], { encoding: 'utf8', timeout: timeoutMs });
  const report = Report.safeParse(parse(run.stdout ?? ''));
  if (!report.success)
    return {
      kind: 'not_available',
      reason: firstLine(run.stderr ?? '') ?? run.error?.message ?? 'npm audit gave no report',
    };
  const grave = Object.entries(report.data.vulnerabilities).filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  );
  return { kind: 'known', findings: grave.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What npm says of the audit itself, without addresses. */
function firstLine(text: string): string | undefined {
  return text
    .split('\n')
    .find((line) => /^npm (warn|error) audit/.test(line))
    ?.replace(/^npm (warn|error) audit */, '')
    .replace(/https?:\S+/g, 'the registry');
}

const outcome = audit();
if (outcome.kind === 'not_available') console.log(`audit: not available (${outcome.reason})`);
else if (outcome.findings.length === 0) console.log('audit: no known vulnerability of high or critical severity');
else for (const finding of outcome.findings) console.error(`audit: ${finding}`);
process.exitCode = outcome.kind === 'known' && outcome.findings.length > 0 ? 1 : 0;
