import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { withTimeout } from '../timeouts.ts'

export type HealthCheck = () => Promise<unknown>

declare module 'fastify' {
  interface FastifyInstance {
    readiness: {
      /** Readiness fails while this check rejects or takes longer than 2 s. */
      addCheck(name: string, check: HealthCheck): void
      /**
       * Details that are added to the readiness response without changing its status. Left out when undefined, failed
       * or slower than 300 ms.
       */
      addDetail(name: string, ask: () => Promise<unknown>): void
      /** Whether each check passes now, by name. */
      states(): Promise<Record<string, boolean>>
      /** Turns readiness off permanently; called before closing, so that no new request is routed here. */
      drain(): void
    }
  }
}

const CHECK_LIMIT_MS = 2_000
const DETAIL_LIMIT_MS = 300

/** Liveness at /healthz, readiness at /readyz. */
export const healthPlugin = fp(
  async (app: FastifyInstance) => {
    const checks = new Map<string, HealthCheck>()
    const details = new Map<string, HealthCheck>()
    let draining = false
    app.decorate('readiness', {
      addCheck: (name, check) => checks.set(name, check),
      addDetail: (name, ask) => details.set(name, ask),
      states: async () => {
        const failed = await failures(checks)
        return Object.fromEntries([...checks.keys()].map((name) => [name, !(name in failed)]))
      },
      drain: () => {
        draining = true
      },
    })

    // A connection kept alive after its last response would delay closing the server by a minute.
    app.addHook('onSend', async (_request, reply) => {
      if (draining) reply.header('connection', 'close')
    })
    app.addHook('preClose', async () => {
      draining = true
    })

    app.get('/healthz', async () => ({ success: true, status: 'ok' }))
    app.get('/readyz', async (_request, reply) => {
      // All checks run concurrently: the caller waits only this long.
      const [failed, more] = await Promise.all([
        draining ? { draining: 'shutting down' } : failures(checks),
        said(details),
      ])
      const ready = Object.keys(failed).length === 0
      return reply.code(ready ? 200 : 503).send({
        success: ready,
        status: ready ? 'ok' : 'unavailable',
        ...(ready ? more : { failed }),
      })
    })
  },
  { name: 'health' },
)

async function said(details: Map<string, HealthCheck>): Promise<Record<string, unknown>> {
  const all = [...details].map(async ([name, ask]) => [
    name,
    await withTimeout(ask(), DETAIL_LIMIT_MS).catch(() => undefined),
  ])
  return Object.fromEntries(await Promise.all(all)) as Record<string, unknown>
}

async function failures(checks: Map<string, HealthCheck>): Promise<Record<string, string>> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => {
      try {
        await withTimeout(check(), CHECK_LIMIT_MS)
        return undefined
      } catch (error) {
        return [name, error instanceof Error ? error.message : 'failed'] as const
      }
    }),
  )
  return Object.fromEntries(results.filter((result) => result !== undefined))
}
