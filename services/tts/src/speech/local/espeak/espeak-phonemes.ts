import TABLE from './ipa.json' with { type: 'json' }

const SOUNDS: ReadonlyMap<string, string> = new Map(Object.entries(TABLE.sounds))
const LONGEST = Math.max(...[...SOUNDS.keys()].map(({ length }) => length))
const VOWELS: ReadonlySet<string> = new Set(TABLE.vowels)
const STRESS: Readonly<Record<string, string>> = { ˈ: "'", ˌ: ',' }

/**
 * IPA in the phonemes of eSpeak NG's English; undefined if they lack a sound. `isRhotic`: the accent has an r without a
 * vowel after it.
 */
export function espeakPhonemes(ipa: string, isRhotic: boolean): string | undefined {
  const words: string[] = []
  for (const word of ipa.normalize('NFC').split(' ')) {
    const said = wordPhonemes(word, isRhotic)
    if (said === undefined) return undefined
    words.push(`[[${said}]]`)
  }
  return words.join(' ')
}

function wordPhonemes(word: string, isRhotic: boolean): string | undefined {
  let said = ''
  // A stress mark is right before the vowel.
  let mark = word.includes('ˈ') ? '' : "'"
  for (let at = 0; at < word.length;) {
    const sign = word[at]!
    if (sign in STRESS) {
      mark = STRESS[sign]!
      at += 1
      continue
    }
    let length = Math.min(LONGEST, word.length - at)
    while (length > 0 && !SOUNDS.has(word.slice(at, at + length))) length -= 1
    if (length === 0) return undefined
    const found = word.slice(at, at + length)
    at += length
    if (VOWELS.has(found[0]!)) {
      said += mark + SOUNDS.get(found)!
      mark = ''
    } else if (isRhotic || !/^[rɹ]$/.test(found) || VOWELS.has(word.slice(at).replace(/^[ˈˌ]/, '')[0] ?? ''))
      said += SOUNDS.get(found)!
  }
  return said
}
