import { OperatorError } from '@andscene/service-kit/operator-error'
import type { LogStream } from '../log/stream.ts'
import type { Guard } from './guard.ts'
import type { Part } from './part.ts'
import { Supervised } from './supervised.ts'

/** Time limit of a start, which usually takes a few seconds. */
const START_LIMIT_MS = 120_000
/** Together below the 5 s limit of a stop: first most parts drain, then queue and identity exit. */
const DRAIN_MS = 3_300
const LAST_MS = 900

export type SupervisorDeps = {
  log: LogStream
  guard: Guard
  backoffMs?: readonly [number, number] | undefined
}

export class Supervisor {
  readonly #parts: Supervised[]
  #stopped: Promise<void> | undefined

  constructor(parts: Part[], { log, guard, backoffMs }: SupervisorDeps) {
    this.#parts = parts.map(
      (part) =>
        new Supervised(part, {
          log: (line, own) => log.write(part.name, line, own),
          onStart: (pid) => guard.watch(pid),
          onEnd: (pid) => guard.unwatch(pid),
          backoffMs,
        }),
    )
  }

  /** Resolves when every part is ready; rejects with an OperatorError if one exits earlier, or after the time limit. */
  async start(signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(START_LIMIT_MS)
    const waiting = new Set(this.#parts.map(({ part }) => part.name))
    try {
      await Promise.all(
        this.#parts.map(async (supervised) => {
          await supervised.start(signal ? AbortSignal.any([signal, limit]) : limit)
          waiting.delete(supervised.part.name)
        }),
      )
    } catch (error) {
      if (!limit.aborted || error instanceof OperatorError) throw error
      throw new OperatorError(
        `The platform did not start within ${START_LIMIT_MS / 1000} s, still waiting for ${[...waiting].join(', ')}: see the log above.`,
      )
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= (async () => {
      const last = this.#parts.filter(({ part }) => part.endsLast)
      const first = this.#parts.filter(({ part }) => !part.endsLast)
      await Promise.all(first.map((supervised) => supervised.stop(DRAIN_MS)))
      await Promise.all(last.map((supervised) => supervised.stop(LAST_MS)))
    })()
    return this.#stopped
  }

  pids(): Record<string, number | undefined> {
    return Object.fromEntries(this.#parts.map((supervised) => [supervised.part.name, supervised.pid]))
  }
}
