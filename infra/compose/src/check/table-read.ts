import type { Script } from '@andscene/contracts/script'
import { castingInTurn, type PlatformClient } from '@andscene/platform-client/platform-client'
import { measureClip } from '@andscene/platform-client/decoded-clip'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { until } from './report.ts'

/** A quiet voice that speaks is above this, silence far below. */
const LEAST_LOUDNESS = 0.005
/** Tolerance between a clip's length and the stored one. */
const LENGTH_MS = 60
/** No voice says a letter in less. */
const LEAST_MS_PER_LETTER = 15
const AT_ONCE = 4

export async function castWithFlite(api: PlatformClient, script: Script): Promise<void> {
  const voices = (await api.voices()).filter(({ voiceId }) => voiceId.startsWith('local:flite-'))
  await api.cast(script, castingInTurn(script, voices))
}

export const narrated = (api: PlatformClient, { _id }: Script, limitMs: number): Promise<void> =>
  until('every line is ready', limitMs, async () => {
    const { total, ready } = await api.narration(_id)
    return total > 0 && ready === total
  })

export type Heard = { lines: number; clips: number; seconds: number }

/** Downloads the clip of every line as a listener does, decodes and measures it. */
export async function hear(api: PlatformClient, { _id }: Script): Promise<Heard> {
  const { total } = await api.narration(_id)
  const lines = (await api.script(_id)).content.lines.filter(({ audioCache }) => audioCache)
  if (total === 0 || lines.length !== total) throw new Error(`${lines.length} of ${total} lines have a clip`)
  const clips = new Map(lines.map((line) => [line.audioCache!.path, line]))
  const waiting = [...clips]
  let seconds = 0
  const listen = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, line] = next
      const { durationMs, loudness } = await measureClip(await api.clip(path))
      if (loudness < LEAST_LOUDNESS) throw new Error(`"${line.text}" is silent`)
      if (Math.abs(durationMs - line.audioCache!.durationMs) > LENGTH_MS)
        throw new Error(
          `"${line.text}" takes ${Math.round(durationMs)} ms, not ${line.audioCache!.durationMs}`,
        )
      if (durationMs < spokenText(line).length * LEAST_MS_PER_LETTER)
        throw new Error(`"${line.text}" takes ${Math.round(durationMs)} ms: some of it is missing`)
      seconds += durationMs / 1_000
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, listen))
  return { lines: lines.length, clips: clips.size, seconds }
}
