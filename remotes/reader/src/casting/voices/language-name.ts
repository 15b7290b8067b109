import type { Line } from '@andscene/contracts/script'

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language; the tag itself for an unknown one. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Names of the languages of lines that are not in the script's language, the most frequent first. */
export function languagesIn(lines: readonly Pick<Line, 'language'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { language } of lines)
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([language]) => languageName(language))
}
