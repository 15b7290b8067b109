// The yardstick: node:http and undici forward a GET and its response unchanged.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { cpuTime, serveParent } from '../child.ts'

let origin: string
const agent = new Agent()
const server = createServer((request, response) => {
  const { method = 'GET', url: path = '/', headers } = request
  const { accept, authorization } = headers
  const passed = { accept, authorization }
  agent
    .request({ origin, path, method: method as 'GET', headers: passed })
    .then(({ statusCode, headers: received, body }) => {
      response.writeHead(statusCode, received)
      body.pipe(response)
    })
    .catch(() => response.writeHead(502).end())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
await serveParent(async (args: string[]) => {
  origin = args[0]!
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, cpuTime)
