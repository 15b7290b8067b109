import { saidLine } from '@andscene/screenplay/said/said-line'
import { finish } from '../audio/finish.ts'
import { Mp3Encoder } from '../audio/mp3-encoder.ts'
import { samplesIn, type Sound } from '../audio/sound.ts'
import { Flite } from '../local/flite/flite.ts'
import { FLITE_VOICES } from '../local/flite/flite-voices.ts'
import { cleanText } from '../local/speech-text.ts'
import { speakInPieces } from '../threads/speak.ts'

/** `voice`: name of a local voice; without it the line is not read aloud. */
export type SceneLine = { kind: string; text: string; voice?: string }

/** In milliseconds; null for lines that are not read aloud. */
export type SceneTimes = { durationMs: number; lines: ([from: number, to: number] | null)[] }

/** Silence before the first line and after the last one, and between lines (ms). */
const EDGE_MS = 120
const BREATH_MS = 380
const LINE_TYPES: Record<string, string> = {
  heading: 'Scene Heading',
  action: 'Action',
  dialogue: 'Dialogue',
}

/** Reads a scene into one clip, like the workers read its lines. Throws for an unknown voice. */
export async function recordScene(
  scene: readonly SceneLine[],
): Promise<{ mp3: Uint8Array; times: SceneTimes }> {
  const flite = new Flite()
  const sounds = scene.map((line) => (line.voice === undefined ? null : speak(flite, line, line.voice)))
  const spoken = sounds.filter((sound) => sound !== null)
  const sampleRate = spoken[0]?.sampleRate ?? 16_000
  const samples = new Float32Array(
    spoken.reduce((sum, sound) => sum + sound.samples.length, 0) +
      2 * samplesIn(EDGE_MS, sampleRate) +
      (spoken.length - 1) * samplesIn(BREATH_MS, sampleRate),
  )
  const milliseconds = (position: number) => Math.round((position * 1_000) / sampleRate)
  let at = samplesIn(EDGE_MS, sampleRate)
  const lines = sounds.map((sound): SceneTimes['lines'][number] => {
    if (!sound) return null
    if (sound.sampleRate !== sampleRate) throw new Error('The voices have different sample rates.')
    samples.set(sound.samples, at)
    const from = at
    const to = at + sound.samples.length
    at = to + samplesIn(BREATH_MS, sampleRate)
    return [milliseconds(from), milliseconds(to)]
  })
  const mp3 = (await Mp3Encoder.create()).encode({ samples, sampleRate })
  return { mp3, times: { durationMs: milliseconds(samples.length), lines } }
}

function speak(flite: Flite, { kind, text }: SceneLine, name: string): Sound {
  const found = FLITE_VOICES.find(({ voice }) => voice.name === name)
  const task = found?.task(cleanText(saidLine({ type: LINE_TYPES[kind] ?? kind, text }).text))
  if (task?.engine !== 'flite') throw new Error(`There is no voice "${name}".`)
  const { settings } = task
  const sound = speakInPieces(
    task.text,
    (piece) => flite.speak(piece, settings),
    () => false,
  )
  if (!sound) throw new Error(`Nothing is said in "${text}".`)
  return finish(sound)
}
