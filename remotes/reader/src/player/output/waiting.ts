import { abortError, ClipError } from '../errors.ts'
import type { AudioOutput, Clock } from '../ports.ts'

/** Rejects with AbortError when the signal fires; removes its listener in any case. */
function abortable(
  signal: AbortSignal,
  begin: (resolve: () => void) => (() => void) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError())
    let cancel: (() => void) | undefined
    const abort = () => {
      cancel?.()
      reject(abortError())
    }
    signal.addEventListener('abort', abort, { once: true })
    cancel = begin(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
  })
}

const wait = (clock: Clock, ms: number, signal: AbortSignal) =>
  abortable(signal, (resolve) => {
    const id = clock.setTimeout(resolve, ms)
    return () => clock.clearTimeout(id)
  })

/** Retries failed work after `delayOf` its error, in milliseconds; rejects when that is undefined. */
export async function retried<T>(
  clock: Clock,
  signal: AbortSignal,
  work: () => Promise<T>,
  delayOf: (error: ClipError) => number | undefined,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const ms = error instanceof ClipError ? delayOf(error) : undefined
      if (ms === undefined) throw error
      await wait(clock, ms, signal)
    }
  }
}

/** Timers and the audio clock drift apart, and the latter may stop: checks until the time is reached. */
const LEAST_CHECK_MS = 4
const CLOSE_ENOUGH_MS = 0.5

/** Resolves when the point `at` of the output's timeline is audible. */
export const untilAudible = (clock: Clock, output: AudioOutput, at: number, signal: AbortSignal) =>
  abortable(signal, (resolve) => {
    let id: number | undefined
    const check = () => {
      const left = at - output.audibleNow()
      if (left <= CLOSE_ENOUGH_MS) resolve()
      else id = clock.setTimeout(check, Math.max(left, LEAST_CHECK_MS))
    }
    check()
    return () => clock.clearTimeout(id)
  })

/** Resolves like the promise, or rejects with `error()` after `ms`. */
export async function within<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  error: () => Error,
): Promise<T> {
  let id: number | undefined
  const timeout = new Promise<never>((_, reject) => {
    id = clock.setTimeout(() => reject(error()), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clock.clearTimeout(id)
  }
}
