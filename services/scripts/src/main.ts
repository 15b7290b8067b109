import { QUEUES } from '@andscene/contracts/queues'
import { connectAccounts } from '@andscene/service-kit/identity/accounts'
import { createProducer } from '@andscene/service-kit/queue/queues'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { requiredRedis } from '@andscene/service-kit/redis/redis-config'
import { runService } from '@andscene/service-kit/run-service'
import { buildApp } from './build-app.ts'
import { scriptsConfig } from './config.ts'
import { createMailer } from './mail/mailer.ts'
import { invitationSender } from './mail/send-invitation.ts'
import { createScriptAnnotator, createScriptParser } from './parse/file-threads.ts'
import { openStores } from './store/open-stores.ts'

await runService(async () => {
  const config = scriptsConfig()
  const target = requiredRedis(config)
  const connection = { redis: target, prefix: config.QUEUE_PREFIX }
  const counters = { redis: connectProducer(target), prefix: config.QUEUE_PREFIX }
  const { accounts, close } = connectAccounts(config)
  const mailer = await createMailer(config)
  const app = await buildApp(config, {
    stores: await openStores(config),
    queues: {
      narration: createProducer(QUEUES.narration, connection),
      deleted: createProducer(QUEUES.deleted, connection),
      erased: createProducer(QUEUES.erased, connection),
    },
    parser: createScriptParser(),
    annotator: createScriptAnnotator(),
    accounts,
    sendInvitation: invitationSender({ mailer, accounts, counters }),
    sendDailyMail: mailer?.sendDaily,
  })
  app.addHook('onClose', async () => {
    counters.redis.disconnect()
    await close()
  })
  return { app, port: config.PORT, host: config.HOST }
})
