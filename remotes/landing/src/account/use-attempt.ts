import { useCallback, useEffect, useRef } from 'react'

/** Starts an attempt to log in: its signal aborts when the screen is left, or the next attempt starts. */
export function useAttempt(): () => AbortSignal {
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  return useCallback(() => {
    current.current?.abort()
    current.current = new AbortController()
    return current.current.signal
  }, [])
}
