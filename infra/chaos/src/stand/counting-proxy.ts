import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingProxy = {
  port: number
  /** How often each object was written, by its path in the bucket. */
  writes(): Map<string, number>
  close(): Promise<void>
}

/** Passes everything on to the S3 server on `port`, as it is, and counts the objects that it has stored. */
export async function openCountingProxy(port: number): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true })
  const writes = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent })
    // Cut, as a connection to a server is that dies.
    const cut = () => outgoing.destroy()
    passed.once('error', cut)
    incoming.once('error', () => passed.destroy())
    outgoing.once('close', () => passed.destroy())
    passed.once('response', (response) => {
      const [, , ...path] = decodeURIComponent(url.split('?')[0]!).split('/')
      const key = path.join('/')
      if (method === 'PUT' && response.statusCode === 200 && key) writes.set(key, (writes.get(key) ?? 0) + 1)
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.once('error', cut)
      response.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    writes: () => writes,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
