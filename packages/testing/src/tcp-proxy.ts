import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy that records what clients send. While shut, it closes and refuses connections. */
export async function openTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const sent: Buffer[] = []
  let isShut = false
  const server = createServer((inner) => {
    if (isShut) {
      inner.destroy()
      return
    }
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
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Everything that clients sent since the last call, as Latin-1. */
    sent: () => Buffer.concat(sent.splice(0)).toString('latin1'),
    shut() {
      isShut = true
      cut()
    },
    open() {
      isShut = false
    },
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
