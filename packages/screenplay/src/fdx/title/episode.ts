import { PATTERNS } from '../line-patterns.ts'
import { isPlaceholder, quotedWords, unquoted } from './quotes.ts'

/** Any first episode may have this name. */
export const isPilot = (text: string): boolean => PATTERNS.pilot.test(unquoted(text))

/** The name of an episode; empty if the line has only a number or "Pilot". */
export const episodeOf = (text: string): { name: string } | undefined => {
  if (PATTERNS.numberedEpisode.test(text) || isPilot(text)) return { name: '' }
  const named = PATTERNS.namedEpisode.exec(text)
  const words =
    named?.[1] ??
    named?.[2] ??
    PATTERNS.keyedEpisode.exec(text)?.[1] ??
    PATTERNS.episodeBehind.exec(text)?.[1]
  if (words === undefined) return undefined
  const name = quotedWords(words) ?? words
  return {
    name: isPlaceholder(name) || PATTERNS.pilot.test(name) || PATTERNS.numberOnly.test(name) ? '' : name,
  }
}

export const quotedEpisode = (text: string): { name: string } | undefined => {
  const name = quotedWords(text)
  if (name === undefined) return undefined
  const numbered = episodeOf(name)
  if (numbered) return numbered
  return {
    name:
      isPlaceholder(name) || /^episode\b.{0,8}$/iu.test(name) || PATTERNS.numberOnly.test(name) ? '' : name,
  }
}
