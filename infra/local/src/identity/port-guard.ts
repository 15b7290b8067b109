import { IDENTITY_SECRET_HEADER } from '@andscene/contracts/platform'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const REFUSAL = JSON.stringify({
  error: { code: 403, message: 'PERMISSION_DENIED : Not available here', status: 'PERMISSION_DENIED' },
})
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Who may speak to the identity part's own port: the edge and the gateway of this run. The emulator behind it takes
 * `Bearer owner` from any client for an administrator and lets every website read its responses; any program of this machine,
 * and any page in its browsers, can reach the port. Responds with 403 and returns false to everyone without the secret, and to every
 * request that a page made.
 */
export function guardPort(secret: string) {
  const expected = digest(secret)
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers } = request
    const brought = headers[IDENTITY_SECRET_HEADER]
    const known = typeof brought === 'string' && timingSafeEqual(digest(brought), expected)
    if (known && headers.origin === undefined && headers['sec-fetch-site'] === undefined) {
      delete headers[IDENTITY_SECRET_HEADER]
      return true
    }
    response.writeHead(403, { 'content-type': 'application/json', connection: 'close' })
    response.end(REFUSAL)
    return false
  }
}
