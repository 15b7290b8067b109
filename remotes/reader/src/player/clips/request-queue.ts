import { abortError } from '../errors.ts'

type Waiting = { begin: () => void; urgent: boolean }

export type RequestQueue = ReturnType<typeof createRequestQueue>
type Turn = { signal: AbortSignal; urgent?: boolean }

/** Runs at most `slots` tasks at a time, the rest in order (product §9: 5 concurrent audio requests). */
export function createRequestQueue(slots: number) {
  let running = 0
  const waiting: Waiting[] = []

  const next = () => {
    if (running >= slots) return
    const index = waiting.findIndex((one) => one.urgent)
    waiting.splice(Math.max(index, 0), 1)[0]?.begin()
  }

  return {
    /** Runs `task` in a free slot, urgent ones first. Rejects with AbortError when the signal fires first. */
    async run<T>(task: () => Promise<T>, { signal, urgent = false }: Turn): Promise<T> {
      if (signal.aborted) throw abortError()
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          const index = waiting.indexOf(one)
          if (index >= 0) waiting.splice(index, 1)
          reject(abortError())
        }
        const one: Waiting = {
          urgent,
          begin() {
            signal.removeEventListener('abort', abort)
            running += 1
            resolve()
          },
        }
        signal.addEventListener('abort', abort, { once: true })
        waiting.push(one)
        next()
      })
      try {
        return await task()
      } finally {
        running -= 1
        next()
      }
    },
  }
}
