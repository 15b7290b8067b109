import type { DevelopmentMailbox } from '@andscene/contracts/platform'
import { useEffect, useState } from 'react'

export const REFRESH_MS = 2_000

export type Mails = { mails: DevelopmentMailbox['mails'] | undefined; failed: boolean }

/** Returns the mails at `address`, polled while the page is visible. On a failure, keeps the last ones. */
export function useMails(address: string | undefined): Mails {
  const [state, setState] = useState<Mails>({ mails: undefined, failed: false })

  useEffect(() => {
    if (!address) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = async () => {
      clearTimeout(timer)
      const mails = await read(address, left.signal)
      if (left.signal.aborted) return
      setState((before) => (mails ? { mails, failed: false } : { ...before, failed: true }))
      if (document.visibilityState === 'visible') timer = setTimeout(() => void refresh(), REFRESH_MS)
    }
    void refresh()
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', onVisible, { signal: left.signal })
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [address])

  return state
}

async function read(address: string, signal: AbortSignal): Promise<DevelopmentMailbox['mails'] | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal })
    return response.ok ? ((await response.json()) as DevelopmentMailbox).mails : undefined
  } catch {
    return undefined
  }
}
