const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** "PART I" is a number only at the end of the words, not in "the part I love". */
const endsHere = (rest: string) => /^\s*(?:$|[-–—:.,])/.test(rest)

/** "ACT II" is "act 2"; one letter alone is a number only in a heading ("ACT I"), and small only as "i". */
export const plainRomans = (text: string, isSentence: boolean): string =>
  text.replace(
    /\b(?:act|scene|part|chapter|episode|volume|book)\s+[IVX]+\b/gi,
    (all, at: number, whole: string) => {
      const roman = all.split(/\s/).at(-1) ?? ''
      const isSmall = roman !== roman.toUpperCase()
      if (isSentence ? roman.length === 1 || isSmall : isSmall && /^[vx]$/.test(roman)) return all
      const number = ROMAN.indexOf(roman.toUpperCase()) + 1
      if (number === 0 || (number === 1 && !endsHere(whole.slice(at + all.length, at + all.length + 3))))
        return all
      return all.slice(0, -roman.length) + number
    },
  )

/** "Scene a." is scene A, at the end of the words. */
export const plainLetters = (text: string): string =>
  text.replace(
    /(?<=\b(?:act|scene|part|apartment|room|block|unit|stage|studio|tag|opening|open|exhibit|row|wing|plan)\s["']?)([a-z])(?=["']?\s*(?:$|[-–—:.,)]))/gi,
    (letter) => letter.toUpperCase(),
  )
