import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** The origin of a server that listens until the test is over. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The same of an HTTP server. */
export async function startHttp(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  const origin = await listening(server)
  onTestFinished(() => server.closeAllConnections())
  return origin
}
