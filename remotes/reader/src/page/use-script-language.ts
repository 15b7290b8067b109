import type { Line } from '@andscene/contracts/script'
import { useEffect, useState } from 'react'
import { useOpenScript } from './open-script.ts'

/** Known languages, so that each script is read once. */
const languages = new WeakMap<readonly Line[], string | undefined>()

async function languageOf(lines: readonly Line[]): Promise<string | undefined> {
  const { likelyLanguage } = await import('@andscene/screenplay/casting/language')
  if (!languages.has(lines)) languages.set(lines, likelyLanguage(lines))
  return languages.get(lines)
}

/** The language of the script as a BCP 47 tag, for `lang`; undefined if it is unclear. */
export function useScriptLanguage(): string | undefined {
  const { lines, script, isSettled } = useOpenScript()
  const stored = script.language
  const [language, setLanguage] = useState(() => languages.get(lines))
  useEffect(() => {
    // Scripts of older releases are stored without their language.
    if (!isSettled || stored !== undefined) return undefined
    let isCurrent = true
    languageOf(lines).then(
      (found) => isCurrent && setLanguage(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [lines, isSettled, stored])
  return stored ?? language
}
