import { OperatorError } from '@andscene/service-kit/operator-error'
import { SoundDecoder } from '@andscene/tts/speech/audio/sound-decoder'
import { median, quantile } from 'simple-statistics'
import { naturalProviders } from '../natural/whole-script.ts'
import { report } from '../report.ts'
import { openAligner } from './aligner.ts'
import LINES from './lines.json' with { type: 'json' }

/** American and British, women and men; the lines take turns. */
const VOICES = [
  'en-us-nora',
  'en-us-thomas',
  'en-us-vivian',
  'en-us-nathan',
  'en-gb-eleanor',
  'en-gb-laurence',
].map((slug) => `kokoro:${slug}`)
/** Some lines are left out: the aligner cannot align every recording. */
const LEAST_LINES = 60
const MEDIAN_MS = 25
const P95_MS = 80

const WORD = /[A-Za-z]+(?:'[a-z]+)?/g

/** How far the words of natural clips are from where a forced alignment hears them. */
export async function wordTimes({ voice }: { voice?: readonly string[] }): Promise<void> {
  const providers = naturalProviders()
  const aligner = await openAligner()
  const decoder = await SoundDecoder.create()
  const starts: number[] = []
  const ends: number[] = []
  const missed: string[] = []
  const speakers = voice ?? VOICES
  try {
    for (const [n, text] of LINES.entries()) {
      const voiceId = speakers[n % speakers.length]!
      const { mp3, words = [] } = await providers.providerOf(voiceId).synthesise({ voiceId, text })
      const sound = await decoder.decode(mp3)
      const spans = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word, index }))
      const heard =
        sound &&
        (await aligner.align(
          sound,
          spans.map(({ word }) => word.toLowerCase()),
        ))
      if (!heard || words.length !== spans.length || spans.some(({ index }, at) => words[at]!.at !== index)) {
        missed.push(text)
        continue
      }
      words.forEach(({ startMs, endMs }, at) => {
        starts.push(startMs - heard[at]![0])
        ends.push(endMs - heard[at]![1])
      })
    }
  } finally {
    await aligner.close()
    await providers.close()
  }
  if (starts.length === 0) throw new OperatorError('No line was aligned. Are the natural voices installed?')
  const sizes = starts.map(Math.abs)
  for (const text of missed) process.stdout.write(`not aligned: ${text}\n`)
  report('aligned', LINES.length - missed.length, 'lines', { least: LEAST_LINES })
  report('words', starts.length, 'words')
  report('start of a word, median of the error', median(sizes), 'ms', { limit: MEDIAN_MS })
  report('start of a word, p95 of the error', quantile(sizes, 0.95), 'ms', { limit: P95_MS })
  report('start of a word, median later than heard', median(starts), 'ms')
  report('end of a word, median later than heard', median(ends), 'ms')
}
