import type { FastifyInstance } from 'fastify';
import { drawPhoto } from './draw-photo.ts';
import type { StubContent } from './stub-hotels.ts';

/** Serves the photos that hotels name, as another host does for the real ones: without a key, and never a fault. */
export function mountPhotos(app: FastifyInstance, content: StubContent): void {
  app.get<{ Params: { hotelId: string; file: string } }>('/photos/:hotelId/:file', (request, reply) => {
    const hotel = content.find(request.params.hotelId);
    const [, order] = /^(\d)\.png$/.exec(request.params.file) ?? [];
    if (hotel === undefined || order === undefined) return reply.code(404).type('text/plain').send('No such photo.');
    return reply
      .type('image/png')
      .header('cache-control', 'max-age=86400')
      .send(drawPhoto(hotel.number, Number(order)));
  });
}
