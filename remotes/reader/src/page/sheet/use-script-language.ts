import type { Line } from '@andscene/contracts/script'
import { useEffect, useState } from 'react'

/** The language of a script as a BCP 47 tag, for `lang`; undefined if it is unclear, or until the word lists are loaded. */
export function useScriptLanguage(lines: readonly Line[], isEnabled: boolean): string | undefined {
  const [language, setLanguage] = useState<string>()
  useEffect(() => {
    if (!isEnabled) return undefined
    let isCurrent = true
    import('@andscene/screenplay/casting/language').then(
      ({ likelyLanguage }) => isCurrent && setLanguage(likelyLanguage(lines)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [lines, isEnabled])
  return language
}
