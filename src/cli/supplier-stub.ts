import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from './command-failure.ts';

const STUBS = ['duffel'] as const;

interface StubOptions {
  readonly port: number;
  readonly seed: string;
  readonly token?: string;
  readonly webhook?: string;
  readonly webhookSecret?: string;
}

/** Adds `supplier-stub`: a stand-in of a real supplier, to rehearse with before there is a key. */
export function addSupplierStubCommand(program: Command): void {
  program
    .command('supplier-stub')
    .description('run a stand-in of a real supplier, to rehearse without a key')
    .addArgument(new Argument('<supplier>').choices(STUBS))
    .addOption(new Option('--port <number>', 'where it listens on this computer').default(4010).argParser(readPort))
    .addOption(new Option('--seed <text>', 'decides flights and prices').default('bly'))
    .addOption(new Option('--token <token>', 'the key it takes: duffel_test_…'))
    .addOption(new Option('--webhook <url>', 'sends its events there from the start'))
    .addOption(new Option('--webhook-secret <text>', 'signs them with this; by default with one it makes up'))
    .action((_supplier: (typeof STUBS)[number], options: StubOptions) => runDuffelStub(options));
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('It is a number to 65535.');
  return port;
}

/** Runs until the process is ended. The stub is loaded here alone. */
async function runDuffelStub({ port, seed, token, webhook, webhookSecret }: StubOptions): Promise<void> {
  if (token !== undefined && !/^duffel_(?:test|live)_[\w-]{8,200}$/.test(token))
    throw new CommandFailure(
      'A token begins with duffel_test_ or duffel_live_, followed by 8 letters and digits or more.',
    );
  if (webhook !== undefined && !URL.canParse(webhook)) throw new CommandFailure(`${webhook} is no address.`);
  const [{ startDuffelStub }, { describeDuffelStub, describeWebhook }] = await Promise.all([
    import('../suppliers/stubs/duffel/start-duffel-stub.ts'),
    import('../suppliers/stubs/duffel/describe-stub.ts'),
  ]);
  const stub = await startDuffelStub({
    port,
    seed,
    ...(token === undefined ? {} : { token }),
    onWebhook: (made) => console.log(describeWebhook(made)),
  }).catch((error: unknown) => {
    throw new CommandFailure(`The stub cannot listen on port ${port}: ${String(error)}`, { cause: error });
  });
  if (webhook !== undefined)
    stub.control.registerWebhook({ url: webhook, ...(webhookSecret === undefined ? {} : { secret: webhookSecret }) });
  console.log(describeDuffelStub(stub));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stub.close());
}
