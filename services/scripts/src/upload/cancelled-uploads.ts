import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import { SETTLED_MS } from '../store/account-store.ts'
import type { ScriptStore } from '../store/script-store.ts'

/** How long a key stays cancelled: longer than any try of its upload lasts. */
const CANCELLED_MS = 24 * 60 * 60_000

/**
 * Every minute: forgets keys that were cancelled long ago, and files whose process crashed before their script was
 * stored.
 */
export function forgetCancelledUploads(
  scripts: Pick<ScriptStore, 'forgetCancelled' | 'sweepFiles'>,
  clock: Clock,
  log: FastifyBaseLogger,
): Sweeps {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const sweep = async () => {
    await scripts.forgetCancelled({ before: ago(CANCELLED_MS) })
    await scripts.sweepFiles(ago(SETTLED_MS))
  }
  return startSweeps({ sweep, clock, log, failure: 'what is left of uploads is not forgotten yet' })
}
