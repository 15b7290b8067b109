import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingProxy = {
  port: number
  /** Number of writes of each object, by its path in the bucket. */
  writes(): Map<string, number>
  close(): Promise<void>
}

/** Forwards everything to the S3 server on `port` and counts the objects it stores. */
export async function openCountingProxy(port: number): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true })
  const writes = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent })
    // Like a connection to a server that is killed.
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
