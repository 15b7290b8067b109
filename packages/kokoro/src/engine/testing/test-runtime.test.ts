import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { whyUnreachable } from './test-runtime.ts'

/** The registry of npm as one that answers with `status`. */
async function registry(status: number) {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(() => (server.listening ? close() : undefined))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { env: { ...process.env, npm_config_registry: url }, close }
}

test('a registry that cannot be reached is a reason to leave tests out; one that refuses is none', async () => {
  const { env, close } = await registry(404)
  expect(await whyUnreachable(env)).toBeUndefined()
  await close()
  expect(await whyUnreachable(env)).toMatch(/^Left out: onnxruntime-node .* \(ECONNREFUSED\)/)
}, 120_000)
