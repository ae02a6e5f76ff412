import * as z from 'zod';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { describeVerdict } from '../../supplier-accounts/check-token.ts';
import { installationAccount } from '../../supplier-accounts/find-accounts.ts';
import { KEYED_SUPPLIERS } from '../../supplier-accounts/model/account.ts';
import { createAccountChecks } from '../../suppliers/calls/check-account.ts';
import type { KeyedSupplier, SupplierAccount } from '../../suppliers/common/account.ts';
import { parseJson } from '../call-service.ts';
import type { Check } from './check.ts';

const Ready = z.looseObject({
  suppliers: z.array(z.looseObject({ supplier: z.string(), problem: z.string() })).default([]),
});
const Account = z.looseObject({
  suppliers: z
    .array(z.looseObject({ supplier: z.string(), kinds: z.array(z.string()), status: z.string() }))
    .default([]),
});

/** Statuses of `GET /v1/account` that something can be done about. */
const ADVICE: Readonly<Record<string, { readonly message: string; readonly fix: string }>> = {
  degraded: { message: 'answers in part', fix: 'look at the account at the supplier: its balance, its limits' },
  unauthorised: {
    message: 'refuses the key',
    fix: 'make a new token at the supplier; your own account: PATCH /v1/supplier_accounts/{id}',
  },
  unreachable: { message: 'does not answer', fix: 'nothing to do here: it is tried again by itself' },
};

/** The variables of the key and the address of each supplier. */
const VARIABLES = {
  duffel: ['BLY_DUFFEL_TOKEN', 'BLY_DUFFEL_URL'],
  liteapi: ['BLY_LITEAPI_KEY', 'BLY_LITEAPI_URL'],
} as const satisfies Record<KeyedSupplier, readonly [key: string, address: string]>;

/** Asks each supplier whether it takes the key that this installation's variables hold. */
export async function checkInstallationKeys(config: Config): Promise<readonly Check[]> {
  const accounts = KEYED_SUPPLIERS.flatMap((supplier) => installationAccount(config, supplier) ?? []);
  if (accounts.length === 0) return [];
  const log = createLogger({ ...config, logLevel: 'silent' });
  const outbound = createOutbound({ allowLocal: false, log, clock: systemClock });
  try {
    const checks = createAccountChecks(outbound);
    return await Promise.all(
      accounts.map(async (account) => {
        const verdict = await checks.check(account);
        const message = `${account.isLive ? 'live' : 'test'}: ${describeVerdict(verdict)}`;
        if (verdict.kind === 'works') return { ...named(account), status: 'ok' as const, message };
        const isRefused = verdict.kind === 'refused';
        const [key, address] = VARIABLES[account.supplier];
        const fix = isRefused ? `set ${key} to one that works` : `check the network and ${address}`;
        return { ...named(account), status: isRefused ? ('fail' as const) : ('warn' as const), message, fix };
      }),
    );
  } finally {
    await outbound.close();
  }
}

function named({ supplier }: SupplierAccount): Pick<Check, 'name'> {
  return { name: `key of ${supplier}` };
}

/** What `/readyz` says of the suppliers of an installation: they stop nothing else. */
export function readReadySuppliers(text: string): readonly Check[] {
  const { suppliers } = Ready.safeParse(parseJson(text)).data ?? { suppliers: [] };
  return suppliers.map(({ supplier, problem }) => ({
    name: `supplier ${supplier}`,
    status: 'warn',
    message: problem,
    fix: 'bly admin check-supplier-account --account installation, where the service runs',
  }));
}

/** What `GET /v1/account` says of the suppliers of an organization. */
export function readAccountSuppliers(text: string): readonly Check[] {
  const { suppliers } = Account.safeParse(parseJson(text)).data ?? { suppliers: [] };
  return suppliers.flatMap(({ supplier, kinds, status }) => {
    const advice = ADVICE[status];
    return advice === undefined
      ? []
      : [
          {
            name: `supplier ${supplier}`,
            status: 'warn',
            message: `${kinds.join(', ')}: ${advice.message}`,
            fix: advice.fix,
          },
        ];
  });
}
