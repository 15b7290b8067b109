import { useEffect, useRef, useState } from 'react'

type Way = 'form' | 'google'

/**
 * The attempts of a screen to log in or register, one at a time: pressing Login while the Google popup is open starts the
 * other way, and calls the first one off. So does leaving the screen. Of what was called off nothing is told.
 */
export function useAttempts() {
  const current = useRef<AbortController>(undefined)
  const [running, setRunning] = useState<Way>()
  const [error, setError] = useState<string>()
  useEffect(() => () => current.current?.abort(), [])

  /** `run` may return the sentence for why nothing came of it; `sentenceOf` words what it throws. */
  const attempt = async (
    way: Way,
    run: (signal: AbortSignal) => Promise<string | void>,
    sentenceOf: (error: unknown) => string,
  ): Promise<void> => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setRunning(way)
    setError(undefined)
    const failure = await run(signal).catch(sentenceOf)
    if (signal.aborted) return
    setRunning(undefined)
    setError(failure ?? undefined)
  }
  return { running, error, clearError: () => setError(undefined), attempt }
}
export type Attempts = ReturnType<typeof useAttempts>
