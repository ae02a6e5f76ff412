import { createHash } from 'node:crypto';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import { refuse } from '../platform/errors.ts';
import { createLodgingMcpMount, createMcpMount } from './mcp.ts';
import { businessProfile } from './profile.ts';
import { createLodgingRestMounts, createRestMounts } from './rest.ts';
import { sharedTokenSchema, travelSchema } from './present-schemas.ts';
import { createUcpServer } from './serve.ts';

/** Profiles may be stored by anybody for this long. */
const CACHED = 'public, max-age=300';

/** A public document of UCP: readable from any site, cached, with a validator. */
function documentMount(path: string, make: (context: MountContext) => Promise<unknown>): MountDeclaration {
  return {
    methods: ['GET'],
    path,
    async handle(context) {
      const { request, response } = context;
      const text = JSON.stringify(await make(context));
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      const isKnown = request.headers['if-none-match'] === etag;
      response.writeHead(isKnown ? 304 : 200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': CACHED,
        'access-control-allow-origin': '*',
        etag,
      });
      response.end(isKnown ? undefined : text);
    },
  };
}

/** A path of the lodging draft: where the draft is not spoken, nothing lives there. */
function lodgingDraft(mount: MountDeclaration): MountDeclaration {
  return {
    ...mount,
    async handle(context) {
      if (!context.app.config.ucpDrafts.includes('lodging')) throw refuse('path_unknown');
      await mount.handle(context);
    },
  };
}

/** Every path of UCP. */
export function createUcpMounts(): readonly MountDeclaration[] {
  const serve = createUcpServer();
  return [
    documentMount('/.well-known/ucp', ({ app }) => businessProfile(app)),
    documentMount('/ucp/schemas/travel-trip.json', async ({ app }) => travelSchema(app.config.publicUrl)),
    documentMount('/ucp/schemas/shared-payment-token.json', async ({ app }) => sharedTokenSchema(app.config.publicUrl)),
    ...createRestMounts(serve),
    createMcpMount(serve),
    ...[...createLodgingRestMounts(serve), createLodgingMcpMount(serve)].map(lodgingDraft),
  ];
}
