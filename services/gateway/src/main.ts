import { embeddedConnection } from '@andscene/service-kit/identity/embedded-accounts'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { redisTarget } from '@andscene/service-kit/redis/redis-config'
import { runService } from '@andscene/service-kit/run-service'
import { buildApp } from './build-app.ts'
import { gatewayConfig } from './config.ts'
import { verifyEmbedded } from './embedded-identity.ts'

await runService(async () => {
  const config = gatewayConfig()
  const embedded = embeddedConnection(config)
  const identity = embedded
    ? { verify: verifyEmbedded(embedded, config.IDENTITY_PUBLIC_KEY ?? ''), close: async () => {} }
    : // firebase-admin is large and only needed with real identity.
      (await import('./firebase-identity.ts')).verifyFirebase(config.FIREBASE_PROJECT_ID)
  const target = redisTarget(config)
  const redis = target === undefined ? undefined : connectProducer(target)
  const app = await buildApp(config, { verify: identity.verify, redis })
  app.addHook('onClose', async () => {
    redis?.disconnect()
    await identity.close()
  })
  return { app, port: config.PORT, host: config.HOST }
})
