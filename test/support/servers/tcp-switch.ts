import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address that leads to one server or another, as a name or a virtual address does. */
export interface TcpSwitch {
  readonly port: number;
  /** Where new connections lead. Those that are open stay as they are. */
  leadTo(port: number): void;
  /** Ends every open connection. */
  cut(): void;
  /**
   * Ends every open connection as soon as this text passes, to the server or back, for this many-th time: it
   * does not arrive. Answers whether that has happened.
   */
  cutAt(text: string, direction: 'to server' | 'back', count: number): () => boolean;
  /** Takes back `cutAt`. */
  watchNothing(): void;
  close(): void;
}

/** What is looked for in what passes. */
interface Watched {
  readonly text: string;
  readonly direction: 'to server' | 'back';
  left: number;
}

/** Opens one on a free port of loopback. */
export async function openTcpSwitch(first: number): Promise<TcpSwitch> {
  let target = first;
  let watched: Watched | undefined;
  const sockets = new Set<Socket>();
  const listener = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [socket, other, direction] of [
      [near, far, 'to server'],
      [far, near, 'back'],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          if (watched?.direction !== direction || !bytes.includes(watched.text)) return;
          watched.left -= 1;
          if (watched.left === 0) cut();
        })
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    leadTo(port) {
      target = port;
    },
    cut,
    cutAt(text, direction, count) {
      const own = { text, direction, left: count };
      watched = own;
      return () => own.left <= 0;
    },
    watchNothing() {
      watched = undefined;
    },
    close() {
      cut();
      listener.close();
    },
  };
}
