import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { Failure } from '@andscene/contracts/envelope'
import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { OperatorsWatch } from '../operators/operators-watch.ts'
import { overviewRoutes } from '../operators/overview-routes.ts'
import type { Target } from '../operators/targets.ts'
import { operatorsGuard } from './operators-guard.ts'

/** Where operators see the queues; only inside the network, the gateway does not forward it. */
export const OPERATORS_PATH = '/operators/queues'

/** What the page may load: itself. Its styles are made by its script. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export type OperatorsOptions = {
  token: string
  /** Whether queues may be changed here, not only looked at. */
  writes: boolean
  queues: readonly Queue[]
  /** Where the metrics of each part are read. */
  targets: readonly Target[]
  /** Of this process. */
  metrics: Registry
}

/** The page of all parts and Bull Board behind the operators' token: as a Bearer token, or as the password a browser asks for. */
export async function operatorsView(
  app: FastifyInstance,
  { token, writes, queues, targets, metrics }: OperatorsOptions,
): Promise<void> {
  const refusalOf = operatorsGuard(token, writes)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS)
    const refusal = await refusalOf(request)
    if (!refusal) return
    request.log.info({ code: refusal.code, address: request.ip }, 'operators: refused')
    if (refusal.code === 'UNAUTHENTICATED')
      reply.header('www-authenticate', 'Basic realm="operators", charset="UTF-8"')
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)))
    // Not thrown: the board has an error handler, and a form, of its own.
    const body: Failure = {
      success: false,
      error: refusal.message,
      code: refusal.code,
      requestId: request.id,
    }
    return reply.code(refusal.statusCode).send(body)
  })
  const watch = new OperatorsWatch({ targets, own: metrics })
  app.addHook('onClose', () => watch.close())
  overviewRoutes(app, watch)
  const adapter = new FastifyAdapter()
  adapter.setBasePath(OPERATORS_PATH)
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: !writes })),
    serverAdapter: adapter,
  })
  await app.register(adapter.registerPlugin(), { prefix: OPERATORS_PATH })
}
