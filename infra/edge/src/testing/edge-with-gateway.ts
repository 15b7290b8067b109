import { buildApp } from '@andscene/gateway/build-app'
import { gatewayConfig } from '@andscene/gateway/config'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { recordingServer } from '@andscene/testing/recording-server'
import type { EdgeTuning } from '../build-app.ts'
import { edgeFixture } from './edge-fixture.ts'

/** Edge, gateway and one server that stands for all services. A token is the name of its person. */
export async function edgeWithGateway(env: Record<string, string> = {}, tuning: EdgeTuning = {}) {
  const service = await recordingServer()
  const gateway = await buildApp(
    gatewayConfig({
      LOG_LEVEL: 'silent',
      SCRIPTS_URL: service.url,
      TTS_URL: service.url,
      SUBSCRIPTIONS_URL: service.url,
      FIREBASE_PROJECT_ID: 'demo-test',
      INTERNAL_PRIVATE_KEY: createInternalKeys(['gateway']).privateKeys.gateway,
      LIMIT_SIGN_UPS: '100000',
      ...env,
    }),
    { verify: async (token) => ({ uid: token }) },
  )
  const gatewayUrl = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const edge = await edgeFixture({ gatewayUrl }, tuning)
  return {
    service,
    gatewayUrl,
    origin: edge.origin,
    close: async () => {
      await edge.close()
      await gateway.close()
      await service.close()
    },
  }
}
