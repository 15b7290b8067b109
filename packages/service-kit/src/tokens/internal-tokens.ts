import jwt from '@fastify/jwt'
import type { Audience, Person, PersonToken, ServiceName, ServiceToken } from '@andscene/contracts/internal'
import { INTERNAL_TOKEN_SECONDS } from '@andscene/contracts/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { generateKeyPairSync } from 'node:crypto'
import { decodePem } from '../config.ts'
import { HttpError, unavailable } from '../http-error.ts'
import { ExpiringMap } from '../expiring-map.ts'

export type Issuer = 'gateway' | ServiceName

export type InternalTokenOptions = {
  /** The issuer name of this process. */
  self: Issuer
  /** Own Ed25519 private key, base64 of PKCS#8 PEM; absent in a process that only verifies. */
  privateKey?: string | undefined
  /** JSON map issuer → base64 of SPKI PEM. */
  publicKeys?: string | undefined
}

/** Signing and verifying take longer than everything else in a small request, so the results are cached for seconds. */
const REMEMBERED_TOKENS = 10_000
type Token = PersonToken | ServiceToken

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** onRequest: accepts only the gateway on behalf of a signed-in user; sets request.uid and request.person. */
    requirePerson: Guard
    /** Like requirePerson, but also on behalf of a guest of a link. */
    requirePersonOrGuest: Guard
    /** onRequest: accepts the gateway, also on behalf of a visitor. */
    requireGateway: Guard
    /** onRequest for /internal routes: accepts only these services, with their own tokens. */
    requireService(callers: readonly Issuer[]): Guard
    /**
     * Returns a token for a call to another service; with a person it acts on their behalf (gateway only). Valid for at
     * least half of its 60 seconds: calls of one user to one service share it for the first half.
     */
    signInternal(audience: Audience, person?: Person): string
  }
  interface FastifyRequest {
    /** The user on whose behalf this request is made; '' until requirePerson or requirePersonOrGuest has run. */
    uid: string
    /** What the gateway knows about the user. */
    person: Person
  }
}

/**
 * Internal tokens with Ed25519 keys (architecture §5, product §10): a service can verify but not issue users' tokens.
 */
export const internalTokens = fp(
  async (app: FastifyInstance, options: InternalTokenOptions) => {
    const keys = new Map(
      Object.entries(JSON.parse(options.publicKeys ?? '{}') as Record<string, string>).map(
        ([issuer, key]) => [issuer, decodePem(key)] as const,
      ),
    )
    await app.register(jwt, {
      // The library requires a private key even where a process only verifies: such a process gets one that no
      // service accepts.
      secret: {
        private: options.privateKey ? decodePem(options.privateKey) : untrustedKey(),
        public: (async (_request: FastifyRequest, token: { payload?: { iss?: string } }) => {
          const key = keys.get(token.payload?.iss ?? '')
          if (!key) throw new HttpError('UNAUTHENTICATED', 'Unknown issuer')
          return key
        }) as never,
      },
      decode: { complete: true },
      sign: { algorithm: 'EdDSA', expiresIn: `${INTERNAL_TOKEN_SECONDS}s` },
      verify: { algorithms: ['EdDSA'], allowedAud: options.self },
    })

    const verified = new ExpiringMap<Token>(REMEMBERED_TOKENS)
    const verify = async (request: FastifyRequest): Promise<Token> => {
      const { authorization = '' } = request.headers
      const known = verified.get(authorization)
      if (known) return known
      try {
        const token = await request.jwtVerify<Token & { exp: number }>()
        verified.set(authorization, token, token.exp * 1_000)
        return token
      } catch (cause) {
        throw new HttpError('UNAUTHENTICATED', 'A valid internal token is required', { cause })
      }
    }

    app.decorateRequest('uid', '')
    app.decorateRequest('person')
    const requirePerson = (admitsGuests: boolean): Guard => {
      return async (request) => {
        const token = await verify(request)
        if (token.iss !== 'gateway' || !('sub' in token) || !token.sub || (token.guest && !admitsGuests))
          throw new HttpError('FORBIDDEN', 'Only signed-in users can do this')
        const { sub: uid, name, email, emailVerified, guest } = token
        request.uid = uid
        request.person = { uid, name, email, emailVerified, guest }
      }
    }
    app.decorate('requirePerson', requirePerson(false))
    app.decorate('requirePersonOrGuest', requirePerson(true))
    app.decorate('requireGateway', async (request) => {
      const token = await verify(request)
      if (token.iss !== 'gateway') throw new HttpError('FORBIDDEN', 'Only the gateway can call this route')
    })
    app.decorate('requireService', (callers: readonly Issuer[]) => async (request: FastifyRequest) => {
      const token = await verify(request)
      if ('sub' in token || !callers.includes(token.iss))
        throw new HttpError('FORBIDDEN', 'This service cannot call this route')
    })
    const signed = new ExpiringMap<string>(REMEMBERED_TOKENS)
    app.decorate('signInternal', (audience, person) => {
      const key = JSON.stringify([audience, person])
      const known = signed.get(key)
      if (known !== undefined) return known
      const token = app.jwt.sign({ iss: options.self, aud: audience, ...(person && claimsOf(person)) })
      signed.set(key, token, Date.now() + (INTERNAL_TOKEN_SECONDS / 2) * 1_000)
      return token
    })

    // The caller is a service of another release, which would take 404 for deleted data.
    if (options.self !== 'gateway')
      await app.register(
        async (inside) => {
          inside.setNotFoundHandler(() => {
            throw unavailable('This release has no such route')
          })
        },
        { prefix: '/internal' },
      )
  },
  { name: 'internal-tokens' },
)

const claimsOf = ({ uid, ...known }: Person): Omit<PersonToken, 'iss' | 'aud'> => ({ sub: uid, ...known })

const untrustedKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
