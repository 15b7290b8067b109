// A service that responds with a constant list or sound.
import type { ScriptListResponse } from '@andscene/contracts/script'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LISTED } from './listed.ts'
import { serve } from './server.ts'

const LIST = JSON.stringify({ success: true, data: { scripts: LISTED } } satisfies ScriptListResponse)
const SOUND = Buffer.alloc(32 * 1024, 7)

const server = createServer((request, response) => {
  request.resume()
  const isSound = request.url?.startsWith('/api/audio/')
  const [type, body] = isSound ? ['audio/mpeg', SOUND] : ['application/json', LIST]
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
serve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
