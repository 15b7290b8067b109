import type { NotesPage } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import type { NotesServer } from './ports.ts'
import { verdictOf } from './server.ts'

/** Waits between two tries, in milliseconds: doubled each time up to the last. */
export const FIRST_RETRY_MS = 1_000
export const LAST_RETRY_MS = 30_000

export const retryAfterMs = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)

type Deps = {
  server: Pick<NotesServer, 'list'>
  clock: Clock
  version: () => number
  take: (page: NotesPage) => void
  onDone: () => void
  onFailed: (error: unknown) => void
  onLost: () => void
}

/** Brings the notes up to date, page by page; asked again meanwhile, once more. */
export function createPuller({ server, clock, version, take, onDone, onFailed, onLost }: Deps) {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let timer: number | undefined
  let failures = 0
  let isClosed = false

  async function run() {
    clock.clearTimeout(timer)
    timer = undefined
    try {
      let page
      do {
        page = await server.list(version())
        if (isClosed) return
        take(page)
      } while (page.more)
      failures = 0
      onDone()
    } catch (error) {
      if (isClosed) return
      if (verdictOf(error) === 'missing') onLost()
      else {
        onFailed(error)
        timer = clock.setTimeout(() => void pull().catch(() => undefined), retryAfterMs(failures))
        failures += 1
      }
      throw error
    }
  }

  /** Resolves once everything is known that there was when it was asked for; rejects when that does not work. */
  function pull(): Promise<void> {
    if (isClosed) return Promise.resolve()
    if (!running) {
      running = run().finally(() => (running = undefined))
      return running
    }
    // The page under way may have been read before what this is about.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return pull()
      })
    return next
  }

  return {
    pull,
    /** The network is back. */
    online() {
      failures = 0
    },
    close() {
      isClosed = true
      clock.clearTimeout(timer)
    },
  }
}
