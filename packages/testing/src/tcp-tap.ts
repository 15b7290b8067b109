import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A listener in front of a real server that passes everything on and keeps what clients sent. */
export async function openTcpTap(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const sent: Buffer[] = []
  const server = createServer((inner) => {
    const outer = connect(target.port, target.host)
    inner.on('data', (chunk: Buffer) => sent.push(chunk))
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** What clients have sent since the last question, as Latin-1. */
    sent: () => Buffer.concat(sent.splice(0)).toString('latin1'),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
