import { Acknowledgement, acknowledgedChannel, narratedChannel } from '@andscene/contracts/queues'
import { fits } from '@andscene/contracts/schema/fits'
import type { QueueConnection } from '@andscene/service-kit/queue/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import type { FastifyBaseLogger } from 'fastify'
import type { Erasure } from '../account/erasure.ts'
import type { ScriptFeeds } from '../sharing/script-feeds.ts'
import type { Stores } from '../store/open-stores.ts'

type Receivers = {
  feeds: Pick<ScriptFeeds, 'narrated'>
  commands: Pick<Stores['commands'], 'acknowledge'>
  erasure: Pick<Erasure, 'audioErased'>
}

const SUBSCRIBE_AGAIN_MS = 2_000

/**
 * Subscribes to events of the tts workers: narrated scripts and completed commands. Messages are lost while Redis or
 * this process is down; then pages poll, and commands are sent again.
 */
export function followTts(
  { redis, prefix }: QueueConnection,
  { feeds, commands, erasure }: Receivers,
  log: FastifyBaseLogger,
): { close(): void } {
  const connection = connectConsumer(redis)
  const acknowledge = async (message: string) => {
    const done: unknown = JSON.parse(message)
    // Ignores kinds that only a newer release has.
    if (!fits(Acknowledgement, done)) return
    if ('erasedUid' in done) erasure.audioErased(done.erasedUid)
    else await commands.acknowledge(done)
  }
  connection.on('message', (channel: string, message: string) => {
    if (channel === narratedChannel(prefix)) feeds.narrated(message)
    else
      acknowledge(message).catch((error: unknown) =>
        log.warn({ err: error }, 'an acknowledgement of tts is lost'),
      )
  })
  const subscribe = () => {
    connection.subscribe(narratedChannel(prefix), acknowledgedChannel(prefix)).catch((error: unknown) => {
      // It was closed meanwhile.
      if (connection.status === 'end') return
      log.warn({ err: error }, 'messages of tts are not received')
      setTimeout(subscribe, SUBSCRIBE_AGAIN_MS).unref()
    })
  }
  subscribe()
  return { close: () => connection.disconnect() }
}
