import { STUB_CITIES } from './content/cities.ts';

/** What the command line shows of a stub that has started: how Bly reaches it and where it has hotels. */
export function describeLiteapiStub({
  url,
  origin,
  key,
}: {
  readonly url: string;
  readonly origin: string;
  readonly key: string;
}): string {
  const cities = STUB_CITIES.map(({ name, country, hotels }) => `  ${name} (${country}), ${hotels} hotels and more`);
  return `LiteAPI stub on ${origin}. Nothing here is sold; Ctrl-C ends it.

For Bly:
  BLY_LITEAPI_KEY=${key}
  BLY_LITEAPI_URL=${url}

Hotels:
${cities.join('\n')}

Faults, clock, bookings, events: ${origin}/_stub with the same key in X-API-Key (src/suppliers/stubs/liteapi/README.md).`;
}
