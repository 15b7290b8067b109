import { useEffect, useRef, useState } from 'react'

type Method = 'form' | 'google'
/** May return a message for a failure. */
export type Run = (signal: AbortSignal) => Promise<string | void>

/**
 * The login or registration attempts of a page, one at a time: a new attempt cancels the current one, such as an open
 * Google popup. Leaving the page cancels it, too. A cancelled attempt shows no error.
 */
export function useAttempts() {
  const current = useRef<AbortController>(undefined)
  const [running, setRunning] = useState<Method>()
  const [error, setError] = useState<string>()
  /** The form was submitted: show its problems. */
  const [checked, setChecked] = useState(false)
  useEffect(() => () => current.current?.abort(), [])

  const attempt = async (method: Method, run: Run, sentenceOf: (error: unknown) => string): Promise<void> => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setRunning(method)
    setError(undefined)
    const failure = await run(signal).catch(sentenceOf)
    if (signal.aborted) return
    setRunning(undefined)
    setError(failure ?? undefined)
  }
  /** Starts an attempt with the form, unless it has problems or an attempt is in progress. */
  const submit = (isGood: boolean, run: Run, sentenceOf: (error: unknown) => string) => {
    setChecked(true)
    setError(undefined)
    if (isGood && running !== 'form') void attempt('form', run, sentenceOf)
  }
  return { running, error, checked, attempt, submit }
}
export type Attempts = ReturnType<typeof useAttempts>
