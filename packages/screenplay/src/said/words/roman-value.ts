const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
const VALID = /^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/

/** The value of a Roman number, also of one in small letters or one that is a single character (Ⅶ). */
export function romanValue(written: string): number | undefined {
  const roman = written.normalize('NFKC').toUpperCase()
  if (!VALID.test(roman)) return undefined
  return [...roman].reduce((sum, letter, index) => {
    const own = VALUES[letter]!
    return sum + (own < (VALUES[roman[index + 1] ?? ''] ?? 0) ? -own : own)
  }, 0)
}
