import { useEffect, useRef, useState } from 'react'

type Method = 'form' | 'google'

/**
 * The attempts of a page to log in or register, one at a time: a new attempt cancels the current one, such as an open
 * Google popup. So does leaving the page. A cancelled attempt shows no error.
 */
export function useAttempts() {
  const current = useRef<AbortController>(undefined)
  const [running, setRunning] = useState<Method>()
  const [error, setError] = useState<string>()
  useEffect(() => () => current.current?.abort(), [])

  /** `run` may return a sentence for a failure; `sentenceOf` maps what it throws to one. */
  const attempt = async (
    method: Method,
    run: (signal: AbortSignal) => Promise<string | void>,
    sentenceOf: (error: unknown) => string,
  ): Promise<void> => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setRunning(method)
    setError(undefined)
    const failure = await run(signal).catch(sentenceOf)
    if (signal.aborted) return
    setRunning(undefined)
    setError(failure ?? undefined)
  }
  return { running, error, clearError: () => setError(undefined), attempt }
}
export type Attempts = ReturnType<typeof useAttempts>
