import type { Line } from '@andscene/contracts/script'
import { isActMark, isHeading } from '../line-types.ts'
import { ActCounter, typeByWords } from './acts.ts'
import { isBlank, normaliseText, oneLine } from '../normalise-text.ts'
import type { ParagraphKind } from './paragraph-types.ts'
import type { ScriptParagraph } from './paragraphs.ts'
import { Speech } from './speech.ts'
import { splitText } from './split-text.ts'

/** A line as read from a file: without the id and the stored clip. */
export type ParsedLine = Omit<Line, '_id' | 'audioCache'>

const joined = (notes: readonly string[]) => notes.filter((note) => note !== '').join('\n')

class LineReader {
  readonly lines: ParsedLine[] = []
  readonly #acts = new ActCounter()
  readonly #speech = new Speech()
  #scenes = 0
  #sceneNumber: string | undefined
  // What an empty paragraph leaves to the line below it.
  #pageBreak = false
  #notes: string[] = []

  get characters(): string[] {
    return this.#speech.characters.names
  }

  read(paragraph: ScriptParagraph, kind: ParagraphKind): void {
    if (paragraph.dualStart) this.#speech.beginDual()
    if (kind.planning) return
    if (paragraph.startsNewPage ?? kind.startsNewPage) this.#pageBreak = true
    for (const note of paragraph.notes) this.#notes.push(note)
    const text = normaliseText(paragraph.text)
    if (!isBlank(text)) this.#add(paragraph, this.#typeOf(paragraph, kind, text), text)
  }

  /** Notes below the last line are about the last line. */
  end(): void {
    const last = this.lines.at(-1)
    const left = joined([last?.scriptNote ?? '', ...this.#notes])
    if (last && left !== '') last.scriptNote = left
  }

  /** A paragraph without a type inside a dual dialogue is part of the speech whose cue stands above it. */
  #typeOf(paragraph: ScriptParagraph, kind: ParagraphKind, text: string): string {
    if (paragraph.type === undefined && paragraph.dual && this.#speech.inDualSpeech)
      return text.trimStart().startsWith('(') ? 'Parenthetical' : 'Dialogue'
    return typeByWords(kind.type, text)
  }

  #add(paragraph: ScriptParagraph, type: string, text: string): void {
    const heading = isHeading({ type })
    const actMark = isActMark({ type })
    const act = this.#acts.next({ isMark: actMark, isHeading: heading })
    if (heading) {
      this.#scenes++
      this.#sceneNumber = oneLine(paragraph.number ?? '') || String(this.#scenes)
    }
    if (actMark) this.#sceneNumber = undefined
    if (heading || actMark) this.#speech.endScene()
    const character = this.#speech.speakerOf(type, text)
    const dual = paragraph.dual ? this.#speech.side(type) : undefined

    const [first = text, ...rest] = splitText(text)
    const line: ParsedLine = { type, text: first, act }
    if (character !== undefined) line.character = character
    if (this.#sceneNumber !== undefined) line.sceneNumber = this.#sceneNumber
    if (dual) line.dual = dual
    const further = rest.map((piece) => ({ ...line, text: piece }))
    const note = joined(this.#notes)
    if (note !== '') line.scriptNote = note
    if (this.#pageBreak) line.forcePageBreak = true
    this.lines.push(line, ...further)
    this.#pageBreak = false
    if (this.#notes.length > 0) this.#notes = []
  }
}

/** Turns the paragraphs of a script into its lines (product §3). */
export const readLines = (
  paragraphs: readonly ScriptParagraph[],
  kindOf: (type: string | undefined) => ParagraphKind,
): { lines: ParsedLine[]; characters: string[] } => {
  const reader = new LineReader()
  for (const paragraph of paragraphs) reader.read(paragraph, kindOf(paragraph.type))
  reader.end()
  return { lines: reader.lines, characters: reader.characters }
}
