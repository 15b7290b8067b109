import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'

export type Announced = {
  /** Announces nothing until it resolves. */
  state: () => NaturalVoices | Promise<NaturalVoices>
  status: Pick<NaturalVoicesStatus, 'publish' | 'withdraw'>
  log: Pick<FastifyBaseLogger, 'debug'>
  /** Interval of repeated announcements (ms); less than the time after which the state expires. */
  everyMs?: number
}

const EVERY_MS = 3_000
/** Delay after a failed announcement: until it succeeds, other processes use an old state. */
const RETRY_MS = 500
/** Combines changes that follow one another. */
const GATHER_MS = 300

/** Announces the state of this worker's natural voices, periodically and after `changed`, until it is closed. */
export function announceNaturalVoices({ state, status, log, everyMs = EVERY_MS }: Announced): {
  changed(): void
  close(): Promise<void>
} {
  const workerId = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isPublishing = false
  let isChanged = false
  let publishing: Promise<void> = Promise.resolve()
  const publishIn = (ms: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => (publishing = publish()), ms)
  }
  const publish = async () => {
    isPublishing = true
    let nextMs = everyMs
    try {
      const known = await state()
      isChanged = false
      await status.publish(workerId, known)
    } catch (error) {
      log.debug({ err: error }, 'natural voices not announced')
      nextMs = RETRY_MS
    }
    isPublishing = false
    publishIn(isChanged ? GATHER_MS : nextMs)
  }
  publishing = publish()
  return {
    changed() {
      if (!isPublishing && !isChanged) publishIn(GATHER_MS)
      isChanged = true
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await publishing
      await status.withdraw(workerId).catch(() => undefined)
    },
  }
}
