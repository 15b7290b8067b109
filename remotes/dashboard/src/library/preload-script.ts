import { readScript } from '@andscene/contracts/routes/scripts'
import { call } from '@andscene/web-kit/api-client'
import { preloadPage } from '@andscene/web-kit/preload'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, type FocusEvent } from 'react'

/** A shorter hover or focus does not preload. Milliseconds. */
const INTENT_MS = 100

export const addressOf = (scriptId: string) => `/scripts/${encodeURIComponent(scriptId)}`

/** Handlers for a card that preload the reader's code and the script. */
export function usePreloadScript(scriptId: string) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const load = () => {
      preloadPage(addressOf(scriptId))
      void client.prefetchQuery({
        queryKey: queryKeys.script(scriptId),
        // Cached as in the reader.
        queryFn: async ({ signal }) =>
          (await call(readScript, { params: { id: scriptId }, signal })).data.script,
        retry: false,
      })
    }
    const soon = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(load, INTENT_MS)
    }
    // The card's buttons do not open the script, so they do not preload it.
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof HTMLAnchorElement) soon()
    }
    const never = () => clearTimeout(timer.current)
    return {
      onPointerEnter: soon,
      onPointerLeave: never,
      onFocus: focused,
      onBlur: never,
      onTouchStart: load,
    }
  }, [client, scriptId])
}
