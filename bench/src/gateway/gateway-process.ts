// The gateway with its limits in Redis. The ID token is verified without a request: keys are cached in production.
import { buildApp } from '@andscene/gateway/build-app'
import { gatewayConfig } from '@andscene/gateway/config'
import { createIdTokenVerifier } from '@andscene/gateway/identity'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { cpuTime, serveParent } from '../child.ts'

await serveParent(async ([service, redisUrl, privateKey]: string[]) => {
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
    redis: connectProducer(redisUrl!),
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}, cpuTime)
