import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { Failure } from '@andscene/contracts/schema/envelope'
import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { operatorsGuard } from './guard.ts'
import { OperatorsWatch } from './operators-watch.ts'
import { readTargets } from './targets.ts'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

const QUEUES_PATH = '/operators/queues'

/** Bull Board sets styles with scripts. */
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
  /** Whether operators may change queues. */
  writes: boolean
  queues: readonly Queue[]
  /** OPERATOR_TARGETS. */
  targets: string | undefined
  /** Of this process. */
  metrics: Registry
}

/** Fastify plugin: the operators' page and Bull Board, with OPERATOR_TOKEN as Bearer token or Basic password. */
export async function operatorsPages(
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
    // Sent, not thrown: Bull Board has its own error handler.
    const body: Failure = {
      success: false,
      error: refusal.message,
      code: refusal.code,
      requestId: request.id,
    }
    return reply.code(refusal.statusCode).send(body)
  })
  const watch = new OperatorsWatch({ targets: readTargets(targets), own: metrics })
  app.addHook('onClose', () => watch.close())
  overviewRoutes(app, watch)
  const adapter = new FastifyAdapter()
  adapter.setBasePath(QUEUES_PATH)
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: !writes })),
    serverAdapter: adapter,
  })
  await app.register(adapter.registerPlugin(), { prefix: QUEUES_PATH })
}

/** Inside the network only: the gateway does not forward it. */
const OVERVIEW_PATH = '/operators'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The empty icon.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SCRIPTS = ['concerns', 'overview', 'sections', 'tables', 'words']

/** Strips the types as Node does, and rewrites the imports to the served names. */
const asJavaScript = (source: string) =>
  stripTypeScriptTypes(source).replaceAll(/( from '\.\/[\w-]+)\.ts'/g, "$1.js'")

const page = (name: string) => readFileSync(path.join(import.meta.dirname, 'page', name), 'utf8')

/** The operators' page, its files and its data. The caller checks the token. */
export function overviewRoutes(app: FastifyInstance, watch: OperatorsWatch): void {
  const file = (url: string, type: string, text: string) =>
    app.get(url, async (_request, reply) =>
      reply.header('content-security-policy', POLICY).type(`${type}; charset=utf-8`).send(text),
    )
  file(OVERVIEW_PATH, 'text/html', page('overview.html'))
  file(`${OVERVIEW_PATH}/overview.css`, 'text/css', page('overview.css'))
  for (const name of SCRIPTS)
    file(`${OVERVIEW_PATH}/${name}.js`, 'text/javascript', asJavaScript(page(`${name}.ts`)))
  app.get(`${OVERVIEW_PATH}/`, async (_request, reply) => reply.redirect(OVERVIEW_PATH, 308))
  app.get(`${OVERVIEW_PATH}/overview.json`, async (_request, reply) => {
    const overview = await watch.overview()
    return reply.header('content-security-policy', POLICY).send(overview)
  })
}
