import type { GuessLanguage } from './line-language.ts'

/** Loads ELD, which takes about 90 MB while it is loaded: only for a file with a doubtful line, in the file's thread. */
export async function loadGuess(): Promise<GuessLanguage> {
  const { eld } = await import('eld/extrasmall')
  return (text) => {
    const found = eld.detect(text)
    return found.isReliable() ? { language: found.language, scores: found.getScores() } : undefined
  }
}
