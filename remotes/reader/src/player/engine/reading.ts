import type { AudioCache, Casting, Line } from '@andscene/contracts/script'
import { isSkipped } from '@andscene/screenplay/line-types'
import { moveByAct, moveByLine, moveByScene, type ScriptMap } from '@andscene/screenplay/navigation'
import { pageOfLine } from '@andscene/screenplay/paging'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { missingVoice, voiceForLine, type IsVoice } from '@andscene/screenplay/voices'
import { gapBetween } from './line-gaps.ts'
import type { Reading } from './reading-plan.ts'

export type ReadingSource = {
  scriptId: string
  lines: readonly Line[]
  /** Of the lines. */
  map: ScriptMap
  casting: Casting
  /** Whether a voice still exists; true for all until the voices are known. */
  isVoice: IsVoice
  skippedLineTypes: readonly string[]
  /** Lines without a voice are skipped: the listener cannot assign one. */
  passesVoiceless?: boolean | undefined
  /** The clip the server holds for a line, as it is known now. */
  stored(lineId: string): AudioCache | undefined
}

export const isReadAloud = (line: Line, skippedLineTypes: readonly string[]): boolean =>
  canBeSpoken(line) && !isSkipped(line, skippedLineTypes)

const MOVES = { line: moveByLine, scene: moveByScene, act: moveByAct } as const

/** The screenplay's own rules, in the shape the player works with. */
export function createReading(source: ReadingSource): Reading {
  const { scriptId, lines, map, casting, isVoice, skippedLineTypes, passesVoiceless, stored } = source
  const spoken = lines.map(
    (line) =>
      isReadAloud(line, skippedLineTypes) && !(passesVoiceless && missingVoice(line, casting, isVoice)),
  )
  return {
    lineCount: lines.length,
    pageCount: map.pages.length,
    spokenFrom(index) {
      const found = spoken.indexOf(true, Math.max(index, 0))
      return found < 0 ? null : found
    },
    request(index) {
      const line = lines[index]!
      const missing = missingVoice(line, casting, isVoice)
      if (missing) return { missing }
      const voiceId = voiceForLine(line, casting, isVoice)!
      const clip = stored(line._id)
      const path = clip?.voiceId === voiceId ? clip.path : undefined
      return { scriptId, lineId: line._id, voiceId, text: line.text, path }
    },
    gap: (before, after) => gapBetween(lines[before]!, lines[after]!, lines.slice(before + 1, after)),
    pageOf: (line) => pageOfLine(map.pages, line),
    firstLineOf: (page) => map.pages[page]?.start ?? 0,
    move: (unit, line, direction) => MOVES[unit](map, line, direction),
  }
}
