import { CharacterList, prefixName } from '../cue-name.ts'
import type { CueName } from './cues.ts'
import { isSpeech, retype, type Row } from './rows.ts'

/** "BRICK ^" in Fountain: this speech is simultaneous with the previous one. */
const CARET = /\^\s*$/

/** Finds the speaker of each row: a cue applies until the next one in its scene, across page breaks and actions. */
class Speakers {
  readonly characters = new CharacterList()
  readonly #nameOf: CueName
  #speaker: string | undefined
  /** Whether the speaker comes from the text of a speech alone, so that the next speech may name another. */
  #byWords = false

  constructor(nameOf: CueName) {
    this.#nameOf = nameOf
  }

  read(row: Row): void {
    if (row.type === 'Scene Heading' || row.type === 'Scene' || row.act !== undefined)
      this.#speaker = undefined
    if (row.type === 'Character') {
      const name = this.#nameOf(row.text)
      if (name !== undefined) {
        this.#speaker = this.#add(name)
        this.#byWords = false
      }
    } else if (
      row.type === 'Dialogue' &&
      (this.#speaker === undefined || this.#byWords || row.isCueAndSpeech)
    ) {
      const name = prefixName(row.text, this.characters)
      if (name !== undefined) {
        this.#speaker = this.#add(name)
        this.#byWords = true
        row.why ??= 'its text names the speaker, and no cue does'
      }
    }
    if (row.type === 'Character' || isSpeech(row)) row.character = this.#speaker
    // Lyrics below a cue are spoken.
    if (row.type === 'Lyrics' && row.character !== undefined) retype(row, 'Dialogue', 'lyrics below a cue')
  }

  #add(name: string): string {
    this.characters.add(name)
    return name
  }
}

/** Sets the sides of a dual dialogue: the first name is left, others are right; a single name is left, then right. */
const setSidesOf = (block: readonly Row[], nameOf: CueName): void => {
  const named = block.filter((row) => row.type === 'Character' && nameOf(row.text) !== undefined)
  const left = block.find((row) => row.type === 'Character')?.character
  const isOneName = named.every((row) => row.character === left)
  const second = named[1]
  let isRight = false
  let isBegun = false
  for (const row of block) {
    if (row.type === 'Character') isBegun = true
    if (row === second) isRight = true
    row.side = (isOneName ? isRight : isBegun && row.character !== left) ? 'right' : 'left'
  }
}

const setSides = (rows: readonly Row[], nameOf: CueName): void => {
  let block: Row[] = []
  for (const row of rows) {
    if (row.dualStart) {
      setSidesOf(block, nameOf)
      block = []
    }
    if (row.dual) block.push(row)
  }
  setSidesOf(block, nameOf)
}

/** The speech above a cue with a caret is on the left, the cue's own on the right. */
const setCaretSides = (rows: readonly Row[]): void => {
  for (const [at, row] of rows.entries()) {
    if (row.dual || row.type !== 'Character' || !CARET.test(row.text) || !isSpeech(rows[at + 1])) continue
    let start = at - 1
    while (isSpeech(rows[start])) start--
    const cue = rows[start]
    if (start === at - 1 || cue?.type !== 'Character' || cue.side !== undefined) continue
    for (let left = start; left < at; left++) rows[left]!.side = 'left'
    for (let right = at; right === at || isSpeech(rows[right]); right++) rows[right]!.side = 'right'
  }
}

/** Sets the characters of cues and speeches and the sides of dual dialogues; returns the characters by first cue. */
export const assignSpeakers = (rows: readonly Row[], nameOf: CueName): string[] => {
  const speakers = new Speakers(nameOf)
  for (const row of rows) speakers.read(row)
  const { characters } = speakers
  for (const row of rows) if (row.character !== undefined) row.character = characters.nameOf(row.character)
  setSides(rows, nameOf)
  setCaretSides(rows)
  return characters.names
}
