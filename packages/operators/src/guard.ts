import { addressKey } from '@andscene/service-kit/address-key'
import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Maximum number of wrong tokens per minute and address; further requests get 429, even with the right token. */
const WRONG_TOKENS = 10
const WINDOW_SECONDS = 60

type Scheme = 'bearer' | 'basic' | 'none'

/** Resolves with the reason to reject a request, if any. `writes`: operators may change queues. */
export function operatorsGuard(
  token: string,
  writes: boolean,
): (request: FastifyRequest) => Promise<HttpError | undefined> {
  const wrong = new RateLimiterMemory({ points: WRONG_TOKENS, duration: WINDOW_SECONDS })

  return async (request) => {
    const address = addressKey(request.ip)
    const soFar = await wrong.get(address)
    if (soFar && soFar.consumedPoints >= WRONG_TOKENS) return tooMany(soFar)
    const { scheme, credentials } = given(request)
    if (!isSame(credentials, token)) {
      if (scheme !== 'none') await wrong.penalty(address)
      return new HttpError('UNAUTHENTICATED', "The operators' token is required")
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads && !writes)
      return new HttpError(
        'FORBIDDEN',
        'These pages are read-only: OPERATOR_WRITES=yes lets them change queues',
      )
    // Browsers add a stored password automatically, even to requests of other sites, but never a Bearer token.
    if (scheme === 'basic' && !(reads ? mayRead(request) : isOfThisPage(request)))
      return new HttpError('FORBIDDEN', "Only the operators' pages themselves may ask for this")
    return undefined
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new HttpError('TOO_MANY_REQUESTS', 'Too many wrong tokens. Please wait a moment and try again.', {
    retryAfter: msBeforeNext / 1_000,
  })

function given({ headers }: FastifyRequest): { scheme: Scheme; credentials: string } {
  const [name = '', credentials = ''] = headers.authorization?.split(' ') ?? []
  const scheme = name.toLowerCase()
  if (scheme === 'bearer') return { scheme, credentials }
  if (scheme !== 'basic') return { scheme: 'none', credentials: '' }
  const password = Buffer.from(credentials, 'base64').toString('utf8').split(':').slice(1).join(':')
  return { scheme, credentials: password }
}

/** Browsers that do not send Sec-Fetch-Site (on plain HTTP) send Origin with every change. */
function isOfThisPage({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return URL.canParse(headers.origin ?? '') && new URL(headers.origin ?? '').host === host
}

/** Any page may link here, but none may embed these responses. */
function mayRead({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  return site === 'none' || site === 'same-origin' || headers['sec-fetch-dest'] === 'document'
}

/** Compares in constant time for any lengths. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
