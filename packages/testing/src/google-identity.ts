import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { Agent, type AgentOptions } from 'node:https'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { listening } from './listening.ts'

export const PROJECT = 'the-real-project'
const KEY_PATH = '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'
const LOOKUP_PATH = `/v1/projects/${PROJECT}/accounts:lookup`
const DELETE_PATH = `/v1/projects/${PROJECT}/accounts:delete`

export type Account = {
  disabled?: boolean
  /** Seconds. */
  validSince?: number
  email?: string
  emailVerified?: boolean
}
type Mode = 'well' | 'broken' | 'silent' | 'away'

/** Connects to this test's server for the two Google hosts that firebase-admin calls. */
class LocalAgent extends Agent {
  readonly #port: number
  constructor(port: number, options: AgentOptions = {}) {
    super(options)
    this.#port = port
  }
  override createConnection() {
    return connect(this.#port, '127.0.0.1')
  }
}

/** Google's side of real identity: public keys of ID tokens, and accounts. */
export async function startGoogleIdentity() {
  const [signing, stranger] = [rsaPair(), rsaPair()]
  const accounts = new Map<string, Account>()
  const asked = { keys: 0, lookups: 0 }
  const state = { keys: 'well' as Mode, lookups: 'well' as Mode }

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const kind = path === KEY_PATH ? 'keys' : 'lookups'
    asked[kind] += 1
    if (state[kind] === 'silent') return void request.resume()
    if (state[kind] === 'away') return void request.socket.destroy()
    if (state[kind] === 'broken') return void response.writeHead(500).end('<html>Sorry.</html>')
    response.setHeader('content-type', 'application/json')
    if (path === KEY_PATH) {
      response.setHeader('cache-control', 'public, max-age=19000, must-revalidate')
      return void response.end(JSON.stringify({ 'key-1': pem(signing.publicKey) }))
    }
    if (path === DELETE_PATH)
      return void json(request).then((body) => {
        const known = accounts.delete((body as { localId: string }).localId)
        if (!known) response.statusCode = 400
        response.end(JSON.stringify(known ? {} : { error: { code: 400, message: 'USER_NOT_FOUND' } }))
      })
    if (path !== LOOKUP_PATH) return void response.writeHead(404).end('{}')
    void json(request).then((body) => {
      const [uid = ''] = (body as { localId: string[] }).localId
      const account = accounts.get(uid)
      const users = account && [{ ...account, localId: uid, validSince: String(account.validSince ?? 0) }]
      response.end(JSON.stringify({ kind: 'identitytoolkit#GetAccountInfoResponse', users }))
    })
  })
  const { url, close } = await listening(server)
  const httpAgent = new LocalAgent(Number(new URL(url).port))

  return {
    accounts,
    asked,
    state,
    publicKey: pem(signing.publicKey),
    strangersKey: stranger.privateKey,
    /** Options for firebase-admin to connect here. */
    options: {
      httpAgent,
      credential: { getAccessToken: async () => ({ access_token: 'a-service-account', expires_in: 3_600 }) },
    },
    /** An ID token signed like Google's, with additional claims and header fields. */
    token: (claims: object = {}, header: object = {}, key: KeyObject = signing.privateKey): string => {
      const now = Math.floor(Date.now() / 1_000)
      const payload = {
        iss: `https://securetoken.google.com/${PROJECT}`,
        aud: PROJECT,
        auth_time: now - 60,
        sub: 'ada',
        iat: now - 60,
        exp: now + 3_540,
        firebase: { identities: {}, sign_in_provider: 'password' },
        ...claims,
      }
      const signed = `${part({ alg: 'RS256', kid: 'key-1', typ: 'JWT', ...header })}.${part(payload)}`
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
    },
    close: async () => {
      httpAgent.destroy()
      await close()
    },
  }
}
export type GoogleIdentity = Awaited<ReturnType<typeof startGoogleIdentity>>

export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const rsaPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string
