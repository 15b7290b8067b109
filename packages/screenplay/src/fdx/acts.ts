import { isHeading } from '../line-types.ts'
import { isAllCapitals } from '../said/words/capitals.ts'
import { isSpeech, retype, type Row } from './rows.ts'
import { isSlugLine, isTransition } from './words/line-words.ts'
import { foldedName, isEnding, structureWords, type StructureWords } from './words/structure-words.ts'

const NAME_LIMIT = 80

const isAboveHeading = (rows: readonly Row[], at: number): boolean => {
  const next = rows[at + 1]
  const below = next && isTransition(next.text) ? rows[at + 2] : next
  return below !== undefined && isHeading(below)
}

/** The act named by the words of a line. The style counts only if the words could also be a sentence. */
const actInWords = (
  rows: readonly Row[],
  at: number,
  words: StructureWords | undefined,
): string | undefined => {
  const row = rows[at]!
  if (words?.act === undefined) return undefined
  if (words.hasTitle && row.type !== 'New Act' && !isAllCapitals(row.text)) return undefined
  if (words.by === 'number') return words.act
  const { style } = row.kind
  if (style === 'action' && !isAllCapitals(row.text)) return undefined
  // A heading PROLOGUE without a heading below is itself the scene.
  if (words.by === 'part' && style === 'scene heading' && !isAboveHeading(rows, at)) return undefined
  return words.act
}

/** Sets the type of a line in the style New Act that names no act. */
const judgeNewAct = (row: Row, words: StructureWords | undefined): void => {
  const { text } = row
  const isShort = text.length <= NAME_LIMIT
  if (words?.scene !== undefined) retype(row, 'Scene', 'names a scene, not an act')
  else if (isShort && isEnding(text)) retype(row, 'End of Act', 'its text ends an act or the script')
  else if (isShort && isTransition(text)) retype(row, 'Transition', 'its text is a transition')
  else if (isShort && isSlugLine(text)) retype(row, 'Scene Heading', 'its text is a slug line')
  else row.act = foldedName(text).slice(0, NAME_LIMIT)
}

/** Handles custom styles with "act" in their name: an act's end, or a template's "ACT" without a number. */
const judgeActStyle = (row: Row): void => {
  const { text } = row
  if (text.length > NAME_LIMIT) return
  if (isEnding(text)) retype(row, 'End of Act', 'its text ends an act or the script')
  else if (/^\W*act\W*$/i.test(text)) {
    row.act = foldedName(text)
    retype(row, 'New Act', 'names an act')
  }
}

const judgeAct = (rows: readonly Row[], at: number): void => {
  const row = rows[at]!
  const { type } = row
  if (type === 'End of Act' || type === 'Cast List') return
  const words = structureWords(row.text)
  row.act = actInWords(rows, at, words)
  // "ACT ONE, SCENE TWO" is a scene first; judgeScenes decides whether it labels a heading of its own.
  if (row.act !== undefined && words?.scene !== undefined) retype(row, 'Scene', 'names an act and a scene')
  else if (row.act !== undefined && type !== 'New Act') retype(row, 'New Act', 'names an act')
  else if (row.act === undefined && type === 'New Act') judgeNewAct(row, words)
  else if (row.act === undefined && /\bact\b/.test(row.kind.style)) judgeActStyle(row)
}

/** Finds lines that name an act by their style or words, and changes the type of those that do not. */
export const judgeActs = (rows: readonly Row[]): void => {
  for (const [at, row] of rows.entries()) if (!isSpeech(row) && row.type !== 'Character') judgeAct(rows, at)
}

/** Counts acts (product §3): adjacent marks count once, and repeating the current act's name starts no act. */
export class ActCounter {
  act = 1
  why = ''
  isBegun = false
  #marked = false
  #heading = false
  /** Names of the current act: "ACT ONE" and the titles in the marks directly below it. */
  #present: ReadonlySet<string> = new Set()
  /** Names of adjacent marks so far; `#begun` is true if one of them has started an act. */
  #row: Set<string> | undefined
  #begun = false

  /** Returns the act of a line; `name` is set for a line that names an act. */
  next(name: string | undefined, isOfHeading: boolean): number {
    if (name === undefined) {
      this.#row = undefined
    } else {
      if (!this.#row) {
        this.#row = new Set()
        this.#begun = false
      }
      this.#mark(name, this.#row)
    }
    if (isOfHeading) this.#heading = true
    return this.act
  }

  #mark(name: string, row: Set<string>): void {
    row.add(name)
    // An empty name identifies no act, so it never repeats the current one.
    const isPresent = name !== '' && this.#present.has(name)
    this.isBegun = !this.#begun && !isPresent
    if (this.#begun) {
      this.why = 'stands directly below another mark'
    } else if (isPresent) {
      this.why = 'names the present act again'
    } else {
      this.#begun = true
      this.why = this.#marked
        ? 'the next mark'
        : this.#heading
          ? 'the first mark, with scenes before it'
          : 'the first mark, with no scene before it'
      if (this.#marked || this.#heading) this.act++
      this.#marked = true
      this.#present = row
    }
  }
}
