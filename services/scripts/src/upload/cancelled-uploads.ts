import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import type { ScriptStore } from '../store/script-store.ts'

/** How long a key stays cancelled: longer than any try of its upload lasts. */
const CANCELLED_MS = 24 * 60 * 60_000

/** Forgets the keys of uploads that were cancelled long ago, every minute. */
export function forgetCancelledUploads(
  scripts: Pick<ScriptStore, 'forgetCancelled'>,
  clock: Clock,
  log: FastifyBaseLogger,
): Sweeps {
  const sweep = () => scripts.forgetCancelled({ before: new Date(clock.now().getTime() - CANCELLED_MS) })
  return startSweeps({ sweep, clock, log, failure: 'cancelled uploads are not forgotten yet' })
}
