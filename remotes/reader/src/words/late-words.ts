import { useEffect } from 'react'
import { loadOnce } from '../late/late-parts.tsx'

const { request, useCode } = loadOnce(() => import('./spoken-word.tsx'))

/** The code of the spoken word, loaded after the first sound. Undefined while it is not wanted. */
export function useSpokenWord(isWanted: boolean) {
  const code = useCode()
  useEffect(() => {
    if (isWanted) void request().catch(() => undefined)
  }, [isWanted])
  return isWanted ? code : undefined
}

/** Where the word under a pointer starts in the line's clip (ms); undefined where there is no word. */
export type StartOfWord = (point: { clientX: number; clientY: number }) => number | undefined
