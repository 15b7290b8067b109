import type { FastifyInstance } from 'fastify'
import { flushCompileCache } from 'node:module'
import { OperatorError } from './operator-error.ts'
import { collectGarbageWhenIdle } from './process/idle-collection.ts'

/** Readiness fails this long before connections close, so that a router stops sending requests (architecture §3). */
const DRAIN_NOTICE_MS = 300
/** Requests that are still running after this are aborted, e.g. a slow upload. */
const DRAIN_CUT_MS = 3_000
/** The process exits after this time, whatever still runs. */
const DRAIN_LIMIT_MS = 4_500

export type BuiltService = {
  app: FastifyInstance
  port: number
  host: string
  /** How long closing the app may take (ms) where it finishes work that no request waits for; 0 when absent. */
  drainMs?: number
}

/**
 * Listens, and closes once on SIGTERM, SIGINT or when the parent with our IPC channel has exited. Exit code 0 after a
 * clean drain, 1 when the start fails or draining takes longer than 4.5 s plus `drainMs`.
 */
export async function runService(build: () => Promise<BuiltService>): Promise<void> {
  let app: FastifyInstance
  let drainMs = 0
  // Until it is flushed, Node keeps all compiled code that it has read in memory: 2 to 4 MB (decision 0054).
  flushCompileCache()
  try {
    const built = await build()
    app = built.app
    drainMs = built.drainMs ?? 0
    await app.listen({ port: built.port, host: built.host })
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exit(1)
  }

  let closing = false
  const close = async (reason: string) => {
    if (closing) return
    closing = true
    app.log.info({ reason }, 'shutting down')
    app.readiness.drain()
    setTimeout(() => {
      app.log.error('shutdown took too long')
      process.exit(1)
    }, DRAIN_LIMIT_MS + drainMs).unref()
    setTimeout(() => app.server.closeAllConnections(), DRAIN_CUT_MS).unref()
    await new Promise((resolve) => setTimeout(resolve, DRAIN_NOTICE_MS))
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(signal))
  process.on('disconnect', () => void close('parent gone'))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      app.log.fatal({ err: error }, event)
      process.exit(1)
    })
  collectGarbageWhenIdle()
  process.send?.({ type: 'listening' })
}

/** An operator's error is printed as one sentence; any other error is a bug and is printed with its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') return 'The port is already in use.'
  return error.stack ?? error.message
}
