import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address that leads to one server or another, as a name or a virtual address does. */
export interface TcpSwitch {
  readonly port: number;
  /** Where new connections lead. Those that are open stay as they are. */
  leadTo(port: number): void;
  /** Ends every open connection. */
  cut(): void;
  close(): void;
}

/** Opens one on a free port of loopback. */
export async function openTcpSwitch(first: number): Promise<TcpSwitch> {
  let target = first;
  const sockets = new Set<Socket>();
  const listener = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
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
    close() {
      cut();
      listener.close();
    },
  };
}
