import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'

export type Announced = {
  state: () => NaturalVoices
  status: NaturalVoicesStatus
  log: Pick<FastifyBaseLogger, 'debug'>
  /** How often it is said again though nothing changed, in ms; less than it takes to be forgotten. */
  everyMs?: number
}

const EVERY_MS = 10_000
/** Changes that follow one another are one. */
const GATHER_MS = 300

/** Tells all of the platform what this worker knows of the natural voices, until it closes; `changed` when that is something new. */
export function announceNaturalVoices({ state, status, log, everyMs = EVERY_MS }: Announced): {
  changed(): void
  close(): Promise<void>
} {
  const workerId = randomUUID()
  let saying: Promise<void> = Promise.resolve()
  let soon: NodeJS.Timeout | undefined
  const say = () => {
    clearTimeout(soon)
    soon = undefined
    saying = saying
      .then(() => status.publish(workerId, state()))
      .catch((error: unknown) => log.debug({ err: error }, 'natural voices not announced'))
  }
  say()
  const timer = setInterval(say, everyMs)
  return {
    changed() {
      soon ??= setTimeout(say, GATHER_MS)
    },
    async close() {
      clearInterval(timer)
      clearTimeout(soon)
      await saying
      await status.withdraw(workerId).catch(() => undefined)
    },
  }
}
