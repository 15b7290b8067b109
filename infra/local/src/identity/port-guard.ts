import { IDENTITY_SECRET_HEADER } from '@andscene/contracts/platform'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const REFUSAL = JSON.stringify({
  error: { code: 403, message: 'PERMISSION_DENIED : Not available here', status: 'PERMISSION_DENIED' },
})
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Restricts the identity part's own port to the edge and the gateway of this run. The emulator behind it treats `Bearer
 * owner` from any client as an administrator and lets every website read its responses; any program on this machine,
 * and any page in its browsers, can reach the port. Responds with 403 and returns false to requests without the secret,
 * and to every request from a page.
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
