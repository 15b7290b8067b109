import { readConfig } from '@andscene/service-kit/config'
import { runService } from '@andscene/service-kit/run-service'
import { WorkerConfig } from '../config.ts'
import { buildWorker } from './build-worker.ts'

await runService(async () => {
  const config = readConfig(WorkerConfig)
  return { app: await buildWorker(config), port: config.PORT, host: config.HOST }
})
