import { narratedChannel } from '@andscene/contracts/queues'
import type { QueueConnection } from '@andscene/service-kit/queue/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import type { FastifyBaseLogger } from 'fastify'

/** Receives from the workers which scripts are narrated. Pages poll for what is missed while Redis is down. */
export function followNarrated(
  { redis, prefix }: QueueConnection,
  onNarrated: (scriptId: string) => void,
  log: FastifyBaseLogger,
): { close(): void } {
  const connection = connectConsumer(redis)
  connection.on('message', (_channel: string, scriptId: string) => onNarrated(scriptId))
  connection.subscribe(narratedChannel(prefix)).catch((error: unknown) => {
    // Closed before it was there.
    if (connection.status !== 'end') log.warn({ err: error }, 'open pages do not receive narration events')
  })
  return { close: () => connection.disconnect() }
}
