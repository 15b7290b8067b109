import type { Line } from '@andscene/contracts/script'
import { byLetters, likelyLanguage, sampleOf } from '../casting/language.ts'
import { COMMON_WORDS, CYRILLIC_WORDS } from '../casting/common-words.ts'
import { isActMark, isHeading } from '../line-types.ts'
import { languageOfLatin, readsLike, type GuessLanguage, type LineLanguage } from './line-language.ts'

type ReadLine = Pick<Line, 'type' | 'text' | 'character'>

/** More text of a line hardly changes the result. */
const SAMPLE = 400
/** Characters of dialogue and action. */
const SHORT_SCRIPT = 1_500
/** Number of lines of dialogue around an open line whose language it may take. */
const NEAR = 6
/** Labels and names: in Latin letters they are read in the script's language. */
const LABELS = new Set(['Character', 'Parenthetical', 'Transition', 'Shot', 'End of Act'])
const isLabel = (line: ReadLine) => LABELS.has(line.type) || isHeading(line) || isActMark(line)

const HAS_KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const BEYOND_LATIN = /[^\p{Script=Latin}\P{L}]/u
/** Letters that only one of these languages uses. */
const CYRILLIC_LETTERS: readonly (readonly [string, RegExp])[] = [
  ['uk', /[іїєґ]/i],
  ['sr', /[ђћџљњј]/i],
  ['ru', /[ыэё]/i],
]
const ARABIC = new Set(['ar', 'fa', 'ur'])

type ScriptLanguages = {
  /** Undefined if it is unclear. */
  own: string | undefined
  /** Of each line that is in another language, by index; empty if the script's own language is unclear. */
  ofLines: ReadonlyMap<number, string>
}

/** Returns the languages of a script as BCP 47 primary subtags. `load` is called if a line is doubtful. */
export async function scriptLanguages(
  lines: readonly ReadLine[],
  load: () => Promise<GuessLanguage>,
): Promise<ScriptLanguages> {
  const own = await languageOfScript(lines, load)
  if (own === undefined) return { own, ofLines: new Map() }
  let isDoubtful = false
  const found = readScript(lines, own, () => {
    isDoubtful = true
    return undefined
  })
  return { own, ofLines: isDoubtful ? readScript(lines, own, await load()) : found }
}

/** A few common words do not identify the language of a short script. */
async function languageOfScript(lines: readonly ReadLine[], load: () => Promise<GuessLanguage>) {
  const text = sampleOf(lines)
  const known = likelyLanguage(lines)
  if (text.length >= SHORT_SCRIPT || (known !== undefined && byLetters(text) !== 'latin')) return known
  return (await load())(text)?.language ?? known
}

function readScript(
  lines: readonly ReadLine[],
  own: string,
  guess: GuessLanguage,
): ReadonlyMap<number, string> {
  const japanese = new Set(lines.flatMap(({ text, character }) => (HAS_KANA.test(text) ? [character] : [])))
  const languages = lines.map((line): LineLanguage => {
    const text = line.text.slice(0, SAMPLE)
    if (line.type === 'Character') return 'own'
    const letters = BEYOND_LATIN.test(text) ? byLetters(text) : 'latin'
    if (letters === 'latin') return isLabel(line) ? 'own' : languageOfLatin(text, own, guess)
    if (letters === undefined) return 'own'
    return written(text, letters, { own, guess, isJapanese: japanese.has(line.character) })
  })
  inherit(lines, languages)
  return new Map(
    languages.flatMap((language, index) => (typeof language === 'object' ? [[index, language.sure]] : [])),
  )
}

/** The language of a line in letters that are not Latin. Languages that share letters are distinguished only roughly. */
function written(
  text: string,
  letters: string,
  { own, guess, isJapanese }: { own: string; guess: GuessLanguage; isJapanese: boolean },
): LineLanguage {
  if (letters === 'cyrillic') {
    if (own in CYRILLIC_WORDS) return 'own'
    const byLetter = CYRILLIC_LETTERS.find(([, only]) => only.test(text))?.[0]
    const language = byLetter ?? guess(text)?.language ?? 'ru'
    return { sure: language in CYRILLIC_WORDS ? language : 'ru' }
  }
  const language = letters === 'zh' && isJapanese ? 'ja' : letters
  return language === own || (ARABIC.has(language) && ARABIC.has(own)) ? 'own' : { sure: language }
}

/** Open lines take the language of what the character, or everyone, says around them in the scene. */
function inherit(lines: readonly ReadLine[], languages: LineLanguage[]): void {
  const read = [...languages]
  const totals = countByCharacter(lines, read)
  for (const scene of speechByScene(lines)) {
    for (const [at, index] of scene.entries()) {
      if (read[index] !== 'open') continue
      const { text, character } = lines[index]!
      const before = scene.slice(Math.max(0, at - NEAR), at).toReversed()
      const after = scene.slice(at + 1, at + 1 + NEAR)
      /** The nearest lines before and after that are not open. */
      const near = (isSpeaker: (index: number) => boolean) =>
        [before, after].flatMap((side) => {
          const found = side.find((one) => read[one] !== 'open' && isSpeaker(one))
          return found === undefined ? [] : [read[found]!]
        })
      const theirs = near((one) => lines[one]!.character === character)
      const language = sharedLanguage(theirs.length > 0 ? theirs : near(() => true))
      if (language === undefined || !(language in COMMON_WORDS)) continue
      const total = (of: string) => totals.get(`${character} ${of}`) ?? 0
      if (theirs.length > 0 || total(language) > total('own') || readsLike(text, language))
        languages[index] = { sure: language }
    }
  }
}

/** Indexes of the lines of dialogue and lyrics of each scene. */
function speechByScene(lines: readonly ReadLine[]): number[][] {
  const scenes: number[][] = [[]]
  for (const [index, line] of lines.entries()) {
    if (isHeading(line)) scenes.push([])
    else if (line.type === 'Dialogue' || line.type === 'Lyrics') scenes.at(-1)!.push(index)
  }
  return scenes
}

/** The language that all these lines have. */
function sharedLanguage(near: readonly LineLanguage[]): string | undefined {
  const languages = new Set(near.map((one) => (typeof one === 'object' ? one.sure : undefined)))
  return languages.size === 1 ? [...languages][0] : undefined
}

/** Number of lines by character and language. */
function countByCharacter(lines: readonly ReadLine[], languages: readonly LineLanguage[]) {
  const totals = new Map<string, number>()
  for (const [index, language] of languages.entries()) {
    if (language === 'open') continue
    const key = `${lines[index]!.character} ${typeof language === 'object' ? language.sure : language}`
    totals.set(key, (totals.get(key) ?? 0) + 1)
  }
  return totals
}
