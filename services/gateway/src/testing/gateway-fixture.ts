import type { LinkSource } from '@andscene/contracts/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { recordingServer } from '@andscene/testing/recording-server'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { buildApp, type GatewayDeps } from '../build-app.ts'
import { gatewayConfig } from '../config.ts'
import { createGuestTokens } from '../guest-tokens.ts'

const HOUR_MS = 3_600_000

/**
 * A listening gateway with one server in the role of all services; the token `ada-token` is ada's. Closed after the
 * test.
 */
export async function gatewayFixture(...options: Parameters<typeof openGateway>) {
  const gateway = await openGateway(...options)
  onTestFinished(gateway.close)
  return gateway
}
export type Gateway = Awaited<ReturnType<typeof openGateway>>

export async function openGateway(
  env: Record<string, string> = {},
  deps: Partial<GatewayDeps> = {},
  service?: Awaited<ReturnType<typeof recordingServer>>,
) {
  const behind = service ?? (await recordingServer())
  const privateKey = env['INTERNAL_PRIVATE_KEY'] ?? createInternalKeys(['gateway']).privateKeys.gateway
  const guestTokens = createGuestTokens(privateKey)
  let log = ''
  const logStream = new PassThrough().on('data', (chunk: Buffer) => (log += chunk.toString()))
  const app = await buildApp(
    gatewayConfig({
      LOG_LEVEL: 'info',
      SCRIPTS_URL: behind.url,
      TTS_URL: behind.url,
      SUBSCRIPTIONS_URL: behind.url,
      FIREBASE_PROJECT_ID: 'demo-test',
      INTERNAL_PRIVATE_KEY: privateKey,
      LIMIT_VISITOR: '100000',
      LIMIT_SIGN_UPS: '100000',
      ...env,
    }),
    {
      logStream,
      verify: async (token) => {
        const name = /^(\w+)-token$/.exec(token)?.[1]
        if (!name) throw new HttpError('UNAUTHENTICATED', 'Please sign in again')
        return { uid: name }
      },
      ...deps,
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    behind,
    origin,
    host: new URL(origin).host,
    /** A guest token, by default for one of ada's links. */
    guestToken: (guest: Partial<LinkSource> = {}) => {
      const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
      const usual = { guestId: 'guest-1', linkId: 'link-1', scriptId: 's1', ownerId: 'ada', expiresAt }
      return guestTokens.sign({ ...usual, ...guest })
    },
    /** Refusals in the log, oldest first. */
    refusals: () =>
      log
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => /refused|failed/.test(String(line['msg']))),
    log: () => log,
    close: async () => {
      await app.close()
      if (!service) await behind.close()
    },
  }
}
