// A service that responds with a constant list or sound, when this file is the program.
import type { ScriptListResponse } from '@andscene/contracts/script'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpuTime, serveParent } from '../child.ts'

/** A small library: the response is about a kilobyte of JSON. */
export const LISTED: ScriptListResponse['data']['scripts'] = Array.from({ length: 5 }, (_, n) => ({
  _id: `script-${n}`,
  title: `The Lighthouse Keeper ${n}`,
  characterCount: 12,
  pages: 100,
  lineCount: 2_000,
  castCount: 13,
  uploadedAt: '2026-01-01T00:00:00.000Z',
}))
const LIST = JSON.stringify({ success: true, data: { scripts: LISTED } } satisfies ScriptListResponse)
const SOUND = Buffer.alloc(32 * 1024, 7)

if (process.argv[1] === import.meta.filename)
  await serveParent(async () => {
    const server = createServer((request, response) => {
      request.resume()
      const isSound = request.url?.startsWith('/api/audio/')
      const [type, body] = isSound ? ['audio/mpeg', SOUND] : ['application/json', LIST]
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }, cpuTime)
