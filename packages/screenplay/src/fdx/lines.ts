import type { Line } from '@andscene/contracts/script'
import { isActMark, isHeading } from '../line-types.ts'
import { ActCounter, typeByWords } from './acts.ts'
import { CharacterList, cueName } from './cue.ts'
import { isBlank, normaliseText, oneLine } from './normalise-text.ts'
import type { ParagraphKind } from './paragraph-types.ts'
import type { ScriptParagraph } from './paragraphs.ts'
import { splitText } from './split-text.ts'

/** A line as read from a file: without the id and the stored clip. */
export type ParsedLine = Omit<Line, '_id' | 'audioCache'>

/** Remembers whose speech this is: a cue holds until the next cue, through page breaks and actions, within its scene. */
class Speech {
  readonly characters = new CharacterList()
  #speaker: string | undefined
  #left: string | undefined

  endScene(): void {
    this.#speaker = undefined
  }

  beginDual(): void {
    this.#left = undefined
  }

  cue(text: string): string | undefined {
    const name = cueName(text)
    if (name !== undefined) this.#speaker = this.characters.add(name)
    return this.#speaker
  }

  get speaker(): string | undefined {
    return this.#speaker
  }

  /** The first to speak stands left, all others right. */
  side(isCue: boolean): 'left' | 'right' {
    if (isCue) this.#left ??= this.#speaker ?? ''
    return this.#left === undefined || this.#left === (this.#speaker ?? '') ? 'left' : 'right'
  }
}

/** A paragraph without a type inside a dual dialogue is part of the speech whose cue stands above it. */
const typeOf = (paragraph: ScriptParagraph, kind: ParagraphKind, text: string, inSpeech: boolean): string => {
  if (paragraph.type === undefined && paragraph.dual && inSpeech)
    return text.trimStart().startsWith('(') ? 'Parenthetical' : 'Dialogue'
  return typeByWords(kind.type, text)
}

/** Turns the paragraphs of a script into its lines (SPEC §3). */
export const readLines = (
  paragraphs: readonly ScriptParagraph[],
  kindOf: (type: string | undefined) => ParagraphKind,
): { lines: ParsedLine[]; characters: string[] } => {
  const lines: ParsedLine[] = []
  const acts = new ActCounter()
  const speech = new Speech()
  let scenes = 0
  let sceneNumber: string | undefined
  let inDualSpeech = false
  // What an empty paragraph leaves to the line below it.
  let pageBreak = false
  let notes: string[] = []

  for (const paragraph of paragraphs) {
    const kind = kindOf(paragraph.type)
    if (paragraph.dualStart) {
      speech.beginDual()
      inDualSpeech = false
    }
    if (kind.planning) continue
    if (paragraph.startsNewPage ?? kind.startsNewPage) pageBreak = true
    notes.push(...paragraph.notes)
    const text = normaliseText(paragraph.text)
    if (isBlank(text)) continue

    const type = typeOf(paragraph, kind, text, inDualSpeech)
    const heading = isHeading({ type })
    const actMark = isActMark({ type })
    const act = acts.next({ isMark: actMark, isHeading: heading })
    if (heading) {
      scenes++
      sceneNumber = oneLine(paragraph.number ?? '') || String(scenes)
    }
    if (actMark) sceneNumber = undefined
    if (heading || actMark) speech.endScene()

    const isCue = type === 'Character'
    const character = isCue
      ? speech.cue(text)
      : type === 'Dialogue' || type === 'Parenthetical'
        ? speech.speaker
        : undefined
    const dual = paragraph.dual ? speech.side(isCue) : undefined
    inDualSpeech = paragraph.dual && (inDualSpeech || isCue)
    const note = notes.filter((each) => each !== '').join('\n')
    for (const [part, piece] of splitText(text).entries()) {
      lines.push({
        type,
        text: piece,
        ...(character !== undefined && { character }),
        act,
        ...(sceneNumber !== undefined && { sceneNumber }),
        ...(dual && { dual }),
        ...(part === 0 && note !== '' && { scriptNote: note }),
        ...(part === 0 && pageBreak && { forcePageBreak: true }),
      })
    }
    pageBreak = false
    notes = []
  }
  const last = lines.at(-1)
  const left = notes.filter((each) => each !== '').join('\n')
  if (last && left !== '')
    last.scriptNote = last.scriptNote === undefined ? left : `${last.scriptNote}\n${left}`
  return { lines, characters: speech.characters.names }
}
