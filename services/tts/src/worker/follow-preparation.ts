import { connectConsumer } from '@andscene/service-kit/redis/redis'
import type { RedisTarget } from '@andscene/service-kit/redis/redis-config'
import type { FastifyBaseLogger } from 'fastify'
import type { SpeechProviders } from '../speech/providers.ts'
import type { SpeechPreparation } from '../voices/speech-preparation.ts'

export type PreparingParts = {
  redis: RedisTarget
  preparation: Pick<SpeechPreparation, 'listen'>
  providers: Pick<SpeechProviders, 'list'>
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>
}

/** Prepares the providers of this worker whenever the API announces that they may be needed. */
export function followPreparation({ redis, preparation, providers, log }: PreparingParts): { close(): void } {
  const connection = connectConsumer(redis)
  const prepare = () => {
    for (const provider of providers.list)
      provider
        .prepare?.()
        .catch((error: unknown) => log.debug({ err: error, provider: provider.name }, 'not prepared'))
  }
  preparation
    .listen(connection, prepare)
    .catch((error: unknown) => log.warn({ err: error }, 'announcements to prepare speech are not followed'))
  return { close: () => connection.disconnect() }
}
