// Runs one of the measured servers in its own process.
import { buildEdge } from '@andscene/edge/build-app'
import { readEdgeConfig } from '@andscene/edge/config'
import { buildApp } from '@andscene/gateway/build-app'
import { gatewayConfig } from '@andscene/gateway/config'
import { createIdTokenVerifier } from '@andscene/gateway/identity'
import { listScripts } from '@andscene/contracts/routes/scripts'
import type { ScriptListResponse } from '@andscene/contracts/script'
import { createApp } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { listening } from '@andscene/testing/listening'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { createServer } from 'node:http'
import { Agent } from 'undici'
import { serveParent } from '../child.ts'

const ANY_PORT = { port: 0, host: '127.0.0.1' }
/** A small library: the response is about a kilobyte of JSON. */
const SCRIPTS: ScriptListResponse['data']['scripts'] = Array.from({ length: 5 }, (_, n) => ({
  _id: `script-${n}`,
  title: `The Lighthouse Keeper ${n}`,
  characterCount: 12,
  pages: 100,
  lineCount: 2_000,
  castCount: 13,
  uploadedAt: '2026-01-01T00:00:00.000Z',
}))
const LIST = JSON.stringify({ success: true, data: { scripts: SCRIPTS } } satisfies ScriptListResponse)
const SOUND = Buffer.alloc(32 * 1024, 7)

const SERVERS = {
  /** Responds with a constant list or sound. */
  async service() {
    const server = createServer((request, response) => {
      request.resume()
      const isSound = request.url?.startsWith('/api/audio/')
      const [type, body] = isSound ? ['audio/mpeg', SOUND] : ['application/json', LIST]
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
    })
    return (await listening(server)).url
  },
  /** A service of service-kit that verifies the internal token and responds with a constant list. */
  async kit(publicKeys: string) {
    const app = await createApp({ name: 'kit', logLevel: 'warn' })
    await app.register(internalTokens, { self: 'scripts', publicKeys })
    implement(app, listScripts, () => ({ data: { scripts: SCRIPTS } }))
    return app.listen(ANY_PORT)
  },
  /** The baseline: node:http and undici forward a GET and its response unchanged. */
  async bare(origin: string) {
    const agent = new Agent()
    const server = createServer((request, response) => {
      const { method = 'GET', url: path = '/', headers } = request
      const { accept, authorization } = headers
      agent
        .request({ origin, path, method: method as 'GET', headers: { accept, authorization } })
        .then(({ statusCode, headers: received, body }) => {
          response.writeHead(statusCode, received)
          body.pipe(response)
        })
        .catch(() => response.writeHead(502).end())
    })
    return (await listening(server)).url
  },
  /**
   * The gateway with its limits in Redis. The ID token is verified without a request, because production caches the
   * keys.
   */
  async gateway(service: string, redisUrl: string, privateKey: string) {
    const seconds = Date.now() / 1_000
    const config = gatewayConfig({
      LOG_LEVEL: 'warn',
      SCRIPTS_URL: service,
      TTS_URL: service,
      SUBSCRIPTIONS_URL: service,
      REDIS_URL: redisUrl,
      FIREBASE_PROJECT_ID: 'demo-and-scene',
      INTERNAL_PRIVATE_KEY: privateKey,
      LIMIT_PERSON: '1000000000',
    })
    const app = await buildApp(config, {
      verify: createIdTokenVerifier(async () => ({ uid: 'ada', exp: seconds + 3_600, iat: seconds })),
      redis: connectProducer(redisUrl),
    })
    return app.listen(ANY_PORT)
  },
  /** The edge in front of a gateway, without static files. */
  async edge(gateway: string) {
    const { path } = await temporaryFolder('andscene-bench')
    const env = { LOG_LEVEL: 'error', WEB_ROOT: path, WEB_DIR: `${path}/web`, GATEWAY_URL: gateway }
    const app = await buildEdge(readEdgeConfig({ ...env, FIREBASE_PROJECT_ID: 'demo-and-scene' }))
    return app.listen(ANY_PORT)
  },
}
export type Kind = keyof typeof SERVERS

await serveParent(
  ({ kind, args }: { kind: Kind; args: string[] }) =>
    (SERVERS[kind] as (...given: string[]) => Promise<string>)(...args),
  () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
)
