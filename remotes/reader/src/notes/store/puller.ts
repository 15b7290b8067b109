import type { NotesPage } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import type { NotesServer } from './ports.ts'
import { createRetry } from './retry.ts'
import { verdictOf } from './server.ts'

type Deps = {
  server: Pick<NotesServer, 'list'>
  clock: Clock
  version: () => number
  take: (page: NotesPage) => void
  onDone: () => void
  onFailed: (error: unknown) => void
  onLost: () => void
}

/** Loads changes page by page. A pull requested while another one runs starts after it. */
export function createPuller({ server, clock, version, take, onDone, onFailed, onLost }: Deps) {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isClosed = false
  const retry = createRetry(clock, () => void pull().catch(() => undefined))

  async function run() {
    retry.stop()
    try {
      let page
      do {
        page = await server.list(version())
        if (isClosed) return
        take(page)
      } while (page.more)
      retry.reset()
      onDone()
    } catch (error) {
      if (isClosed) return
      if (verdictOf(error) === 'missing') onLost()
      else {
        onFailed(error)
        retry.later()
      }
      throw error
    }
  }

  /** Resolves when everything that existed at the time of the call is loaded; rejects if loading fails. */
  function pull(): Promise<void> {
    if (isClosed) return Promise.resolve()
    if (!running) {
      running = run().finally(() => (running = undefined))
      return running
    }
    // The running request may have read the data before the change in question.
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
    online: retry.reset,
    close() {
      isClosed = true
      retry.stop()
    },
  }
}
