import type { Voice } from '@andscene/contracts/voices/voice'
import { saidLine } from '@andscene/screenplay/said/said-line'
import { SoundDecoder } from '@andscene/tts/speech/audio/sound-decoder'
import type { SpeechProvider } from '@andscene/tts/speech/provider'
import { previewText } from '@andscene/tts/voices/preview-text'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mean as average } from 'simple-statistics'
import type { Naturalness, NaturalnessScorer } from './naturalness.ts'
import { measureSound, type SoundMeasures } from './sound-measures.ts'

/** Lines of `lines.json` in one language; short lines are joined and scored together. */
export type LineGroup = {
  name: string
  language: string
  areShort: boolean
  lines: { type: string; text: string }[]
}

export type VoiceMeasures = {
  /** Mean over the lines of each group; empty without a scorer. */
  scores: ReadonlyMap<string, Naturalness>
  sounds: readonly SoundMeasures[]
  /** Seconds of audio per second of synthesis, one line after the other. */
  speed: number
}

const languageOf = ({ locale }: Voice) => locale.split('-')[0]!.toLowerCase()

/** A voice in another language speaks its preview sentence; the result gets the name of the first group. */
const groupsFor = (voice: Voice, groups: readonly LineGroup[]): readonly LineGroup[] => {
  const own = groups.filter(({ language }) => language === languageOf(voice))
  const [first] = groups
  if (own.length > 0 || !first) return own
  const text = previewText(voice)
  return [{ ...first, language: languageOf(voice), lines: [{ type: 'Dialogue', text }] }]
}

/**
 * Speaks all lines in the voice's language; returns undefined if there are none. The first line loads the engine and is
 * not timed.
 */
export async function measureVoice(
  voice: Voice,
  groups: readonly LineGroup[],
  provider: SpeechProvider,
  scorer: NaturalnessScorer | undefined,
): Promise<VoiceMeasures | undefined> {
  const own = groupsFor(voice, groups)
  if (own.length === 0) return undefined
  const decoder = await SoundDecoder.create()
  const folder = await temporaryFolder('andscene-bench')
  const scores = new Map<string, Naturalness>()
  const sounds: SoundMeasures[] = []
  let worked = 0
  try {
    const speak = async (text: string, file: string): Promise<SoundMeasures> => {
      const begin = performance.now()
      const { mp3 } = await provider.synthesise({ voiceId: voice.voiceId, text })
      worked += (performance.now() - begin) / 1_000
      await writeFile(file, mp3)
      const sound = await decoder.decode(mp3)
      if (!sound) throw new Error(`${voice.voiceId} made no sound of "${text}"`)
      return measureSound(sound)
    }
    const fileOf = (at: number) => path.join(folder.path, `${at}.mp3`)
    await speak('One.', fileOf(0))
    worked = 0
    for (const { name, areShort, lines } of own) {
      for (const [at, line] of lines.entries()) sounds.push(await speak(saidLine(line).text, fileOf(at)))
      const files = lines.map((_, at) => fileOf(at))
      const scored: Naturalness[] = []
      if (scorer)
        for (const heard of areShort ? [files] : files.map((file) => [file]))
          scored.push(await scorer.score(heard))
      if (scored.length > 0) scores.set(name, mean(scored))
    }
  } finally {
    await folder.remove()
  }
  return { scores, sounds, speed: sounds.reduce((sum, { seconds }) => sum + seconds, 0) / worked }
}

const mean = (scores: readonly Naturalness[]): Naturalness => ({
  p808: average(scores.map(({ p808 }) => p808)),
  ovrl: average(scores.map(({ ovrl }) => ovrl)),
})
