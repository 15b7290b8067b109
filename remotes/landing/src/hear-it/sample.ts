import scene from './scene.json' with { type: 'json' }
import times from './times.json' with { type: 'json' }

export type Sounding = { from: number; to: number; speaker: string; voice: string }

export type SampleLine = {
  kind: 'heading' | 'action' | 'cue' | 'parenthetical' | 'dialogue'
  text: string
  /** Time range of a line that is read aloud. */
  sounding: Sounding | undefined
}

/**
 * The page in the hero with the time of each line. An original scene, recorded with `npm run sample -w @andscene/tts`.
 */
export const SAMPLE: SampleLine[] = scene.map(({ kind, text, speaker, voice }, index) => {
  const [from, to] = times.lines[index] ?? []
  const isRead = from !== undefined && to !== undefined && speaker !== undefined && voice !== undefined
  return {
    kind: kind as SampleLine['kind'],
    text,
    sounding: isRead ? { from, to, speaker, voice } : undefined,
  }
})

export const SAMPLE_MS = times.durationMs
export const SAMPLE_ADDRESS = new URL('./hear-it.mp3', import.meta.url).href

/** Returns the line at `ms`: the last one that has started; undefined before the first. */
export function lineAt(ms: number): number | undefined {
  const index = SAMPLE.findLastIndex(({ sounding }) => sounding !== undefined && sounding.from <= ms)
  return index < 0 ? undefined : index
}

/** The share of a line that has been played at `ms`, 0 to 1. */
export function shareHeard({ from, to }: Sounding, ms: number): number {
  return Math.min(1, Math.max(0, (ms - from) / (to - from)))
}
