import { voiceForLine } from '@andscene/screenplay/voices'
import type { ClipRow } from '@andscene/contracts/internal'
import type { AudioCache, Casting, Line } from '@andscene/contracts/script'
import type { ScriptLines } from './script-lines.ts'

/** The audio index of one script, by what is said. */
export type Clips = ReadonlyMap<string, readonly ClipRow[]>

export const byText = (rows: readonly ClipRow[]): Clips => Map.groupBy(rows, ({ textHash }) => textHash)

/**
 * Lines `from` (inclusive) to `to` with their stored clips: the clip in the line's voice where there is one, else the
 * newest of the same text under another voice, which the reader shows as "Server ✗" (RULINGS, Player).
 */
export function withAudioCache(
  script: ScriptLines,
  casting: Casting,
  clips: Clips,
  from = 0,
  to = script.lines.length,
): Line[] {
  return script.lines.slice(from, to).map((line, offset) => {
    const stored = clips.get(script.textHashes[from + offset] ?? '')
    if (!stored) return line
    const voiceId = voiceForLine(line, casting)
    return {
      ...line,
      audioCache: toAudioCache(stored.find((clip) => clip.voiceId === voiceId) ?? newest(stored)),
    }
  })
}

/** True when a line at or after `from` has a voice and something to say, but no clip of it. */
export function lacksClips(script: ScriptLines, casting: Casting, clips: Clips, from: number): boolean {
  return script.lines.some((line, index) => {
    const hash = script.textHashes[index]
    if (index < from || hash === undefined) return false
    const voiceId = voiceForLine(line, casting)
    return voiceId !== undefined && !clips.get(hash)?.some((clip) => clip.voiceId === voiceId)
  })
}

const newest = (clips: readonly ClipRow[]): ClipRow =>
  clips.reduce((latest, clip) => (clip.lastUpdated > latest.lastUpdated ? clip : latest))

const toAudioCache = ({ path, contentType, voiceId, lastUpdated, durationMs }: ClipRow): AudioCache => ({
  path,
  contentType,
  voiceId,
  lastUpdated,
  durationMs,
})
