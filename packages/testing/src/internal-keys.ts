import { createInternalKeys as createKeys } from '@andscene/service-kit/tokens/internal-keys'
import { sign } from 'node:crypto'

/** Claims besides issuer, audience and times; `sub` is the user that the call is for. */
type Claims = { sub?: string } & Record<string, unknown>

const SECONDS = 60
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Keys of these issuers, and tokens signed with them. */
export function createInternalKeys<Issuer extends string>(issuers: readonly Issuer[]) {
  const keys = createKeys(issuers)
  return {
    ...keys,
    /** An internal token signed by `iss` for a call to the service `aud`. */
    token(iss: Issuer, aud: string, claims: Claims = {}): string {
      const iat = Math.floor(Date.now() / 1_000)
      const payload = { iss, aud, iat, exp: iat + SECONDS, ...claims }
      const signed = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(payload)}`
      const key = Buffer.from(keys.privateKeys[iss], 'base64').toString()
      return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
    },
  }
}

export const unsigned = (token: string): string =>
  `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1] ?? ''}.`
