import { runService } from '@andscene/service-kit/run-service'
import { buildEdge } from './build-app.ts'
import { readEdgeConfig } from './config.ts'

await runService(async () => {
  const config = readEdgeConfig(process.env)
  return { app: await buildEdge(config), port: config.port, host: config.host }
})
