import type { LinkSource, Person } from '@andscene/contracts/internal'
import { decodePem } from '@andscene/service-kit/config'
import { HttpError } from '@andscene/service-kit/http-error'
import { RecentValues } from '@andscene/service-kit/recent-values'
import { createSigner, createVerifier } from 'fast-jwt'
import { createHash, createPublicKey } from 'node:crypto'
import { createSealing } from './sealed-text.ts'

/**
 * The key is that of internal tokens, so everything else keeps the two apart: a service takes no token of this audience,
 * issuer or type, and none of theirs is taken here.
 */
const AUDIENCE = 'andscene/guests'
const ISSUER = 'andscene/links'
const TYPE = 'guest+jwt'

/** However long its link lasts: the page renews it by the key of the guest, so that those of a revoked link are soon over. */
const LONGEST_MS = 15 * 60_000
const REMEMBERED_TOKENS = 10_000
/** A refused token stays refused this long, so that repeating it costs no signature. */
const REFUSED_MS = 60_000

/**
 * `sub` is the guest's id, `exp` in seconds. `owner` is the id of the owner, sealed: a guest is not told whose account it is, nor
 * that two links are of the same person. Tokens of an older release have none.
 */
type Claims = { sub: string; linkId: string; scriptId: string; owner?: string; exp: number }

export type GuestTokens = {
  sign(guest: Pick<LinkSource, 'guestId' | 'linkId' | 'scriptId' | 'ownerId' | 'expiresAt'>): string
  /** The guest; undefined for a token that does not claim to be a guest's. Throws UNAUTHENTICATED for an invalid guest token. */
  guestOf(token: string): Person | undefined
}

/** Tokens of the guests of a link (decision 0047). What a link still allows is judged by each service, not here. */
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
  const trusted = new RecentValues<Person>(REMEMBERED_TOKENS, now)
  const refused = new RecentValues<HttpError>(REMEMBERED_TOKENS, now)

  return {
    sign: ({ guestId, linkId, scriptId, ownerId, expiresAt }) => {
      const end = Math.min(Date.parse(expiresAt), now() + LONGEST_MS)
      // A service of an older release does not say whose the link is.
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

/** What a token says it is. */
function typeOf(token: string): unknown {
  try {
    const header = Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString()
    return (JSON.parse(header) as { typ?: unknown } | null)?.typ
  } catch {
    return undefined
  }
}
