// A service that costs next to nothing: the same list, or the same sound, for every request.
import type { ScriptListResponse } from '@andscene/contracts/script'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from './server.ts'

const scripts = Array.from({ length: 5 }, (_, n) => ({
  _id: `script-${n}`,
  title: `The Lighthouse Keeper ${n}`,
  characterCount: 12,
  pages: 100,
  lineCount: 2_000,
  uploadedAt: '2026-01-01T00:00:00.000Z',
}))
const LIST = JSON.stringify({ success: true, data: { scripts } } satisfies ScriptListResponse)
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
