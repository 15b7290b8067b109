import { runService } from '@andscene/service-kit/run-service'
import { join } from 'node:path'
import { buildApp } from './build-app.ts'
import { subscriptionsConfig, type SubscriptionsConfig } from './config.ts'
import { sqliteSubscriberStore } from './sqlite-subscriber-store.ts'
import type { SubscriberStore } from './subscriber-store.ts'

await runService(async () => {
  const config = subscriptionsConfig()
  const store = await openStore(config)
  return { app: await buildApp(config, { store }), port: config.PORT, host: config.HOST }
})

/** MongoDB where it is configured, else the embedded database (architecture §4). */
async function openStore({ MONGODB_URI, DATA_DIR }: SubscriptionsConfig): Promise<SubscriberStore> {
  if (!MONGODB_URI) return sqliteSubscriberStore(join(DATA_DIR, 'subscriptions.sqlite'))
  // The driver takes a while to load; the embedded platform does without it.
  const { mongoSubscriberStore } = await import('./mongo-subscriber-store.ts')
  return mongoSubscriberStore(MONGODB_URI)
}
