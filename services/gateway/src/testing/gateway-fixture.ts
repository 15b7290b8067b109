import { HttpError } from '@andscene/service-kit/http-error'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { recordingServer } from '@andscene/testing/recording-server'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { buildApp, type GatewayDeps } from '../build-app.ts'
import { gatewayConfig } from '../config.ts'

/** A listening gateway before one server that stands for all services; the token `ada-token` is ada's. Closed after the test. */
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
  const keys = createInternalKeys(['gateway'])
  let log = ''
  const logStream = new PassThrough().on('data', (chunk: Buffer) => (log += chunk.toString()))
  const app = await buildApp(
    gatewayConfig({
      LOG_LEVEL: 'info',
      SCRIPTS_URL: behind.url,
      TTS_URL: behind.url,
      SUBSCRIPTIONS_URL: behind.url,
      FIREBASE_PROJECT_ID: 'demo-test',
      INTERNAL_PRIVATE_KEY: keys.privateKeys.gateway,
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
    /** The refusals of the log, oldest first. */
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
