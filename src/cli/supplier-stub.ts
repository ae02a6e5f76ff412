import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from './command-failure.ts';

interface DuffelOptions {
  readonly port: number;
  readonly seed: string;
  readonly token?: string;
  readonly webhook?: string;
  readonly webhookSecret?: string;
}

interface LiteapiOptions {
  readonly port: number;
  readonly seed: string;
  readonly key?: string;
  readonly cities?: number;
  readonly webhook?: string;
}

interface StripeOptions {
  readonly port: number;
  readonly secretKey?: string;
  readonly webhook?: string;
  readonly webhookSecret?: string;
}

/** Adds `supplier-stub`: stand-ins of real suppliers, to rehearse with before there is a key. */
export function addSupplierStubCommand(program: Command): void {
  const stub = program
    .command('supplier-stub')
    .description('run a stand-in of a real supplier, to rehearse without a key');
  stub
    .command('duffel')
    .description('flights, as Duffel sells them')
    .addOption(portOption(4_010))
    .addOption(new Option('--seed <text>', 'decides flights and prices').default('bly'))
    .addOption(new Option('--token <token>', 'the key it takes: duffel_test_…'))
    .addOption(webhookOption())
    .addOption(new Option('--webhook-secret <text>', 'signs them with this; by default with one it makes up'))
    .action(runDuffelStub);
  stub
    .command('liteapi')
    .description('hotels, as LiteAPI sells them')
    .addOption(portOption(4_012))
    .addOption(new Option('--seed <text>', 'decides prices and which rooms are sold out').default('bly'))
    .addOption(new Option('--key <key>', 'the key it takes: sand_…, or another as a live one'))
    .addOption(new Option('--cities <number>', 'so many cities more, with 400 hotels each').argParser(readCities))
    .addOption(webhookOption())
    .action(runLiteapiStub);
  stub
    .command('stripe')
    .description('payments, as Stripe takes them')
    .addOption(portOption(4_011))
    .addOption(new Option('--secret-key <key>', 'the key it takes: sk_test_…'))
    .addOption(webhookOption())
    .addOption(new Option('--webhook-secret <text>', 'signs them with this: whsec_…'))
    .action(runStripeStub);
}

function portOption(port: number): Option {
  return new Option('--port <number>', 'where it listens on this computer').default(port).argParser(readPort);
}

function webhookOption(): Option {
  return new Option('--webhook <url>', 'sends its events there').argParser((text) => {
    if (!/^https?:/.test(text) || !URL.canParse(text)) throw new InvalidArgumentError('It is no http address.');
    return text;
  });
}

function readCities(text: string): number {
  const cities = Number(text);
  if (!Number.isInteger(cities) || cities < 0 || cities > 200) throw new InvalidArgumentError('It is a number to 200.');
  return cities;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('It is a number to 65535.');
  return port;
}

/** Runs until the process is ended. The stub is loaded here alone. */
async function runDuffelStub({ port, seed, token, webhook, webhookSecret }: DuffelOptions): Promise<void> {
  if (token !== undefined && !/^duffel_(?:test|live)_[\w-]{8,200}$/.test(token))
    throw new CommandFailure(
      'A token begins with duffel_test_ or duffel_live_, followed by 8 letters and digits or more.',
    );
  const [{ startDuffelStub }, { describeDuffelStub, describeWebhook }] = await Promise.all([
    import('../suppliers/stubs/duffel/start-duffel-stub.ts'),
    import('../suppliers/stubs/duffel/describe-stub.ts'),
  ]);
  const stub = await startDuffelStub({
    port,
    seed,
    ...(token === undefined ? {} : { token }),
    onWebhook: (made) => console.log(describeWebhook(made)),
  }).catch((error: unknown) => refusePort(port, error));
  if (webhook !== undefined)
    stub.control.registerWebhook({ url: webhook, ...(webhookSecret === undefined ? {} : { secret: webhookSecret }) });
  console.log(describeDuffelStub(stub));
  closeOnSignal(stub);
}

/** Runs until the process is ended. The stub is loaded here alone. */
async function runLiteapiStub({ port, seed, key, cities, webhook }: LiteapiOptions): Promise<void> {
  if (key !== undefined && !/^[\w-]{8,200}$/.test(key))
    throw new CommandFailure(
      'A key is 8 letters, digits, _ or - or more; one that begins with sand_ is of the sandbox.',
    );
  const [{ startLiteapiStub }, { describeLiteapiStub }] = await Promise.all([
    import('../suppliers/stubs/liteapi/start-liteapi-stub.ts'),
    import('../suppliers/stubs/liteapi/describe-stub.ts'),
  ]);
  const stub = await startLiteapiStub({
    ...{ port, seed },
    ...(key === undefined ? {} : { key }),
    ...(cities === undefined ? {} : { more: { cities } }),
  }).catch((error: unknown) => refusePort(port, error));
  if (webhook !== undefined) stub.control.set({ webhook_url: webhook });
  console.log(describeLiteapiStub(stub));
  closeOnSignal(stub);
}

/** Runs until the process is ended. The stub is loaded here alone. */
async function runStripeStub({ port, secretKey, webhook, webhookSecret }: StripeOptions): Promise<void> {
  if (secretKey !== undefined && !/^sk_test_\w{8,200}$/.test(secretKey))
    throw new CommandFailure('A secret key begins with sk_test_, followed by 8 letters and digits or more.');
  if (webhookSecret !== undefined && !/^whsec_\w{8,200}$/.test(webhookSecret))
    throw new CommandFailure('A webhook secret begins with whsec_, followed by 8 letters and digits or more.');
  const [{ startStripeStub }, { describeStripeStub }] = await Promise.all([
    import('../suppliers/stubs/stripe/start-stripe-stub.ts'),
    import('../suppliers/stubs/stripe/describe-stub.ts'),
  ]);
  const stub = await startStripeStub({
    port,
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(webhook === undefined ? {} : { webhook }),
  }).catch((error: unknown) => refusePort(port, error));
  console.log(describeStripeStub({ ...stub, webhook }));
  closeOnSignal(stub);
}

function refusePort(port: number, cause: unknown): never {
  throw new CommandFailure(`The stub cannot listen on port ${port}: ${String(cause)}`, { cause });
}

function closeOnSignal(stub: { close(): Promise<void> }): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stub.close());
}
