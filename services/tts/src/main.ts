import { readConfig } from '@andscene/service-kit/config'
import { runService } from '@andscene/service-kit/run-service'
import { buildApp } from './api/build-app.ts'
import { ApiConfig } from './config.ts'

await runService(async () => {
  const config = readConfig(ApiConfig)
  return { app: await buildApp(config), port: config.PORT, host: config.HOST }
})
