import { connectProducer } from '@andscene/service-kit/redis/redis'
import { redisTarget } from '@andscene/service-kit/redis/redis-config'
import { runService } from '@andscene/service-kit/run-service'
import { buildApp } from './build-app.ts'
import { gatewayConfig } from './config.ts'
import { connectEmbedded, embeddedIdentity } from './embedded-identity.ts'
import { createMailer } from './mailer.ts'

await runService(async () => {
  const config = gatewayConfig()
  const embedded = embeddedIdentity(config)
  // Its library is large, and only one of the two is used.
  const identity = embedded
    ? connectEmbedded(embedded)
    : (await import('./firebase-identity.ts')).connectFirebase(config.FIREBASE_PROJECT_ID)
  const target = redisTarget(config)
  const redis = target === undefined ? undefined : connectProducer(target)
  const { verify, accounts } = identity
  const mailer = await createMailer(config, embedded)
  const app = await buildApp(config, { verify, accounts, mailer, redis })
  app.addHook('onClose', async () => {
    redis?.disconnect()
    await identity.close()
  })
  return { app, port: config.PORT, host: config.HOST }
})
