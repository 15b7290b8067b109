/**
 * Runs `task` now and again `ms` after each run has finished, until `signal` aborts. The timer does not keep the process
 * alive. Resolves when the last run has finished. An error goes to `onError` and the task runs again later; without
 * `onError` it rejects. Errors after the abort are ignored.
 */
export async function runEvery(
  ms: number,
  task: (signal: AbortSignal) => unknown,
  signal: AbortSignal,
  onError?: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task(signal)
    } catch (error) {
      if (signal.aborted) return
      if (!onError) throw error
      onError(error)
    }
    await pause(ms, signal)
  }
}

/** Resolves after `ms` or when `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms).unref()
    signal.addEventListener('abort', end)
  })
}
