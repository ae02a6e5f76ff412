import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Asks clients to open their connections anew. */
export interface ConnectionRenewal {
  /**
   * Every connection that is open now ends with its next answer (`Connection: close`), so nothing is cut off. Clients
   * that hold connections for a long time then spread over all processes that share the port, the newest included.
   */
  renew(): void;
}

/** Follows the connections of a server, which must not be listening yet. */
export function followConnections(server: Server): ConnectionRenewal {
  const openedIn = new WeakMap<Socket, number>();
  let generation = 0;
  server.on('connection', (socket: Socket) => openedIn.set(socket, generation));
  // First of all listeners: it decides about a header that the one which answers writes.
  server.prependListener('request', (request, response) => {
    if (openedIn.get(request.socket) !== generation) response.shouldKeepAlive = false;
  });
  return {
    renew() {
      generation += 1;
    },
  };
}
