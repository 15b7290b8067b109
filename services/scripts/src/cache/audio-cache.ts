import type { ClipRow } from '@andscene/contracts/internal'
import type { AudioCache, Casting, Line } from '@andscene/contracts/script'
import { voiceForLine } from '@andscene/screenplay/voices'
import { Pauses } from '@andscene/service-kit/pauses'
import type { ScriptLines } from './script-lines.ts'

/** Lines composed in one go. */
const LINES_AT_ONCE = 500

/** The audio index of one script, by what is said. */
export type Clips = ReadonlyMap<string, readonly ClipRow[]>

/**
 * Lines `from` (inclusive) to `to` with their stored clips: the clip in the line's voice where there is one, else the
 * newest of the same text under another voice, which the reader shows as "Server ✗" (product §4).
 */
export async function withAudioCache(
  script: ScriptLines,
  casting: Casting,
  clips: Clips,
  from: number,
  to: number,
): Promise<Line[]> {
  const hashes = await script.textHashes()
  return script.lines.slice(from, to).map((line, offset) => {
    const stored = clips.get(hashes[from + offset] ?? '')
    if (!stored) return line
    const voiceId = voiceForLine(line, casting)
    return {
      ...line,
      audioCache: toAudioCache(stored.find((clip) => clip.voiceId === voiceId) ?? newest(stored)),
    }
  })
}

/** JSON array of all lines, as withAudioCache. In short stretches: 50,000 lines do not hold up the process. */
export async function jsonWithAudioCache(
  script: ScriptLines,
  casting: Casting,
  clips: Clips,
): Promise<string> {
  const pauses = new Pauses()
  const parts: string[] = []
  for (let from = 0; from < script.lines.length; from += LINES_AT_ONCE) {
    if (pauses.due()) await pauses.take()
    const lines = await withAudioCache(script, casting, clips, from, from + LINES_AT_ONCE)
    parts.push(JSON.stringify(lines).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}

/** True when a line at or after `from` has a voice and something to say, but no clip of it. */
export async function lacksClips(
  script: ScriptLines,
  casting: Casting,
  clips: Clips,
  from: number,
): Promise<boolean> {
  const hashes = await script.textHashes()
  return script.lines.some((line, index) => {
    const hash = hashes[index]
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
