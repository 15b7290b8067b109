import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { afterEach } from 'vitest'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
/** Runs `close` after the test, the latest first. */
export const closeAfter = (close: () => Promise<unknown> | void) => void closing.push(close)

/** The origin of a server that listens until the test is over. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfter(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function startHttp(respond: RequestListener) {
  const server = createServer(respond)
  const origin = await listening(server)
  closeAfter(() => server.closeAllConnections())
  return { server, origin }
}
