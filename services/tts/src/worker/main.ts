import { readConfig } from '@andscene/service-kit/config'
import { runService } from '@andscene/service-kit/run-service'
import { extraDrainMs, WorkerConfig } from '../config.ts'
import { buildWorker } from './build-worker.ts'

await runService(async () => {
  const config = readConfig(WorkerConfig)
  const app = await buildWorker(config)
  return { app, port: config.PORT, host: config.HOST, drainMs: extraDrainMs(config) }
})
