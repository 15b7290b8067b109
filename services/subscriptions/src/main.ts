import { runService } from '@andscene/service-kit/run-service'
import { buildApp } from './build-app.ts'
import { subscriptionsConfig } from './config.ts'
import { openStore } from './subscriber-store.ts'

await runService(async () => {
  const config = subscriptionsConfig()
  const store = await openStore(config)
  return { app: await buildApp(config, { store }), port: config.PORT, host: config.HOST }
})
