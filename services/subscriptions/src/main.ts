import { runService } from '@andscene/service-kit/run-service'
import { join } from 'node:path'
import { buildApp } from './build-app.ts'
import { subscriptionsConfig } from './config.ts'
import { mongoSubscriberStore } from './mongo-subscriber-store.ts'
import { sqliteSubscriberStore } from './sqlite-subscriber-store.ts'

await runService(async () => {
  const config = subscriptionsConfig()
  const store = config.MONGODB_URI
    ? await mongoSubscriberStore(config.MONGODB_URI)
    : sqliteSubscriberStore(join(config.DATA_DIR, 'subscriptions.sqlite'))
  return { app: await buildApp(config, { store }), port: config.PORT, host: config.HOST }
})
