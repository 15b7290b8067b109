import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import { HttpError } from '@andscene/service-kit/http-error'
import type { Queue } from 'bullmq'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Where operators see the queues; only inside the network, the gateway does not forward it. */
export const OPERATORS_PATH = '/operators/queues'

/** Bull Board behind the operators' token: as a Bearer token, or as the password a browser asks for. */
export async function operatorsView(
  app: FastifyInstance,
  { token, queues }: { token: string; queues: readonly Queue[] },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!isSame(given(request), token)) {
      reply.header('www-authenticate', 'Basic realm="operators", charset="UTF-8"')
      throw new HttpError('UNAUTHENTICATED', "The operators' token is required")
    }
  })
  const adapter = new FastifyAdapter()
  adapter.setBasePath(OPERATORS_PATH)
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter: adapter })
  await app.register(adapter.registerPlugin(), { prefix: OPERATORS_PATH })
}

function given(request: FastifyRequest): string {
  const [scheme, credentials = ''] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer') return credentials
  if (scheme?.toLowerCase() !== 'basic') return ''
  return Buffer.from(credentials, 'base64').toString('utf8').split(':').slice(1).join(':')
}

/** In constant time, whatever the lengths. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
