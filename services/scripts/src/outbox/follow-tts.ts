import { acknowledgedChannel, narratedChannel, type Acknowledgement } from '@andscene/contracts/queues'
import type { QueueConnection } from '@andscene/service-kit/queue/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import type { FastifyBaseLogger } from 'fastify'
import type { Erasure } from '../account/erasure.ts'
import type { ScriptFeeds } from '../sharing/script-feeds.ts'
import type { CommandStore } from '../store/command-store.ts'

type Receivers = {
  feeds: Pick<ScriptFeeds, 'narrated'>
  commands: Pick<CommandStore, 'acknowledge'>
  erasure: Pick<Erasure, 'audioErased'>
}

/**
 * Receives from the workers of tts which scripts are narrated and which commands are carried out. Messages are lost while
 * Redis or this process is down: pages poll, and commands are sent again.
 */
export function followTts(
  { redis, prefix }: QueueConnection,
  { feeds, commands, erasure }: Receivers,
  log: FastifyBaseLogger,
): { close(): void } {
  const connection = connectConsumer(redis)
  const acknowledged = (done: Acknowledgement) => {
    if ('erasedUid' in done) return erasure.audioErased(done.erasedUid)
    commands
      .acknowledge(done)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a command stays pending, although it is carried out'),
      )
  }
  connection.on('message', (channel: string, message: string) => {
    if (channel === narratedChannel(prefix)) feeds.narrated(message)
    else acknowledged(JSON.parse(message) as Acknowledgement)
  })
  connection.subscribe(narratedChannel(prefix), acknowledgedChannel(prefix)).catch((error: unknown) => {
    // Closed before it was there.
    if (connection.status !== 'end') log.warn({ err: error }, 'messages of tts are not received')
  })
  return { close: () => connection.disconnect() }
}
