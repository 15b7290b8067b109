import { QUEUES } from '@andscene/contracts/queues'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { neededRedis } from '@andscene/service-kit/redis/redis-config'
import { runService } from '@andscene/service-kit/run-service'
import { buildApp } from './build-app.ts'
import { scriptsConfig } from './config.ts'
import { createScriptAnnotator } from './parse/script-annotator.ts'
import { createScriptParser } from './parse/script-parser.ts'
import { openStores } from './store/open-stores.ts'

await runService(async () => {
  const config = scriptsConfig()
  const connection = { redis: neededRedis(config), prefix: config.QUEUE_PREFIX }
  const app = await buildApp(config, {
    stores: await openStores(config),
    queues: {
      narration: createProducer(QUEUES.narration, connection),
      deleted: createProducer(QUEUES.deleted, connection),
    },
    parser: createScriptParser(),
    annotator: createScriptAnnotator(),
  })
  return { app, port: config.PORT, host: config.HOST }
})
