import type { LinkSource, Person } from '@andscene/contracts/internal'
import { decodePem } from '@andscene/service-kit/config'
import { HttpError } from '@andscene/service-kit/http-error'
import { ExpiringMap } from '@andscene/service-kit/expiring-map'
import { createSigner, createVerifier } from 'fast-jwt'
import { createHash, createPublicKey } from 'node:crypto'
import { createSealing } from './sealed-text.ts'

/**
 * Guest tokens share the signing key with internal tokens, so audience, issuer and type keep the two apart: services
 * reject guest tokens, and `guestOf` rejects internal ones.
 */
const AUDIENCE = 'andscene/guests'
const ISSUER = 'andscene/links'
const TYPE = 'guest+jwt'

/**
 * Maximum lifetime, whatever the link's: the page renews the token with the guest's key, so tokens of a revoked link
 * expire soon.
 */
const LONGEST_MS = 15 * 60_000
const REMEMBERED_TOKENS = 10_000
/** How long a refusal is cached, so that repeated tokens need no signature check. */
const REFUSED_MS = 60_000

/**
 * `sub` is the guest's id, `exp` is in seconds. `owner` is the owner's id, sealed: a guest cannot see whose account it
 * is, nor that two links have the same owner. Tokens of older releases have none.
 */
type Claims = { sub: string; linkId: string; scriptId: string; owner?: string; exp: number }

export type GuestTokens = {
  sign(guest: Pick<LinkSource, 'guestId' | 'linkId' | 'scriptId' | 'ownerId' | 'expiresAt'>): string
  /** Returns the guest, or undefined for another type of token. Throws UNAUTHENTICATED for an invalid guest token. */
  guestOf(token: string): Person | undefined
}

/** Tokens of a link's guests (decision 0047). Each service checks what the link still allows. */
export function createGuestTokens(privateKey: string, now: () => number = Date.now): GuestTokens {
  const key = decodePem(privateKey)
  const owners = createSealing(key, 'owner of a link')
  const signed = createSigner({
    key,
    algorithm: 'EdDSA',
    aud: AUDIENCE,
    iss: ISSUER,
    header: { alg: 'EdDSA', typ: TYPE },
  })
  const read = createVerifier({
    key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    algorithms: ['EdDSA'],
    checkTyp: TYPE,
    allowedAud: AUDIENCE,
    allowedIss: ISSUER,
    requiredClaims: ['sub', 'linkId', 'scriptId', 'exp'],
    cache: false,
  }) as (token: string) => Claims
  const trusted = new ExpiringMap<Person>(REMEMBERED_TOKENS, now)
  const refused = new ExpiringMap<HttpError>(REMEMBERED_TOKENS, now)

  return {
    sign: ({ guestId, linkId, scriptId, ownerId, expiresAt }) => {
      const end = Math.min(Date.parse(expiresAt), now() + LONGEST_MS)
      // A service of an older release sends no owner.
      const owner = (ownerId as string | undefined) && owners.seal(ownerId)
      return signed({ sub: guestId, linkId, scriptId, owner, exp: Math.floor(end / 1_000) })
    },
    guestOf: (token) => {
      if (typeOf(token) !== TYPE) return undefined
      const digest = createHash('sha256').update(token).digest('base64')
      const known = trusted.get(digest)
      if (known) return known
      const refusal = refused.get(digest)
      if (refusal) throw refusal
      try {
        const { sub: uid, linkId, scriptId, owner, exp } = read(token)
        const ownerId = owner === undefined ? undefined : owners.open(owner)
        const guest = { uid, guest: { linkId, scriptId, ownerId } }
        trusted.set(digest, guest, exp * 1_000)
        return guest
      } catch (cause) {
        const failure = new HttpError('UNAUTHENTICATED', 'Please open the link again', { cause })
        refused.set(digest, failure, now() + REFUSED_MS)
        throw failure
      }
    },
  }
}

/** Returns the `typ` header of a token, unverified. */
function typeOf(token: string): unknown {
  try {
    const header = Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString()
    return (JSON.parse(header) as { typ?: unknown } | null)?.typ
  } catch {
    return undefined
  }
}
