import type { AudioCache, Casting, Line } from '@andscene/contracts/script'
import { isSkipped } from '@andscene/screenplay/line-types'
import { moveByAct, moveByLine, moveByScene, type ScriptMap } from '@andscene/screenplay/navigation'
import { pageOfLine } from '@andscene/screenplay/paging'
import { cuePlaces, lineSound } from '@andscene/screenplay/sound/line-sounds'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { mayHaveDirections } from '@andscene/screenplay/read-directions'
import { asCast, missingVoice, voiceForLine, type IsVoice } from '@andscene/screenplay/voices'
import { isSpokenBy } from '../clips/clip-book.ts'
import { gapBetween } from '@andscene/screenplay/timing/line-gaps'
import type { Reading } from './reading-plan.ts'

export type ReadingSource = {
  scriptId: string
  lines: readonly Line[]
  /** Of which draft the lines are; absent with an older backend. */
  draftNumber?: number | undefined
  /** The structure of `lines`. */
  map: ScriptMap
  casting: Casting
  /** Returns whether a voice still exists; true for all until the voices are loaded. */
  isVoice: IsVoice
  skippedLineTypes: readonly string[]
  /** Skips lines without a voice, because the listener cannot assign one. */
  passesVoiceless?: boolean | undefined
  /** The latest known version of the casting. */
  version?: number | undefined
  /** Returns the server's clip of a line, as currently known. */
  stored(lineId: string): AudioCache | undefined
}

/** Whether the narrator reads directions inside speeches (product §3): who hears parentheticals hears them. */
export const readsDirections = ({
  casting: { narrationVoiceId },
  isVoice,
  skippedLineTypes,
}: Pick<ReadingSource, 'casting' | 'isVoice' | 'skippedLineTypes'>): boolean =>
  Boolean(narrationVoiceId) &&
  isVoice(narrationVoiceId!) &&
  !isSkipped({ type: 'Parenthetical' }, skippedLineTypes)

export const isReadAloud = (line: Line, skippedLineTypes: readonly string[]): boolean =>
  canBeSpoken(line) && !isSkipped(line, skippedLineTypes)

const cuesOf = new WeakMap<readonly Line[], ReturnType<typeof cuePlaces>>()
/** Where each line is heard by its cue. */
export function cuesIn(lines: readonly Line[]): ReturnType<typeof cuePlaces> {
  let places = cuesOf.get(lines)
  if (!places) cuesOf.set(lines, (places = cuePlaces(lines)))
  return places
}

const MOVES = { line: moveByLine, scene: moveByScene, act: moveByAct } as const

/** Creates the player's view of a script from its lines and casting. */
export function createReading(source: ReadingSource): Reading {
  const { scriptId, lines, map, casting, isVoice, skippedLineTypes, passesVoiceless, version, stored } =
    source
  const { draftNumber: draft } = source
  const isRead = readsDirections(source)
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
      const { language } = asCast(line, casting)
      const clip = stored(line._id)
      const path = isSpokenBy(clip, voiceId, language) ? clip?.path : undefined
      const sound = lineSound(line, cuesIn(lines)[index], casting)
      return {
        scriptId,
        lineId: line._id,
        voiceId,
        language,
        text: line.text,
        path,
        ...(draft !== undefined && { draft }),
        ...(version !== undefined && { version }),
        ...(mayHaveDirections(line) && { readsDirections: isRead }),
        ...(sound && { sound }),
      }
    },
    gap: (before, after) => gapBetween(lines[before]!, lines[after]!, lines.slice(before + 1, after)),
    pageOf: (line) => pageOfLine(map.pages, line),
    firstLineOf: (page) => map.pages[page]?.start ?? 0,
    move: (unit, line, direction) => MOVES[unit](map, line, direction),
  }
}
