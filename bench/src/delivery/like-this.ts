import type { DeliveryName } from '@andscene/contracts/voices/delivery'
import type { Melody } from '@andscene/contracts/voices/melody'
import { RATE } from '@andscene/melody/features'
import { melodyOf, type TimedWord } from '@andscene/melody/melody'
import { resample } from '@andscene/audio-format/sound/resample'
import { SoundDecoder } from '@andscene/tts/speech/audio/sound-decoder'
import { quantile, sampleCorrelation } from 'simple-statistics'
import { naturalProviders } from '../natural/whole-script.ts'
import { report, reportMedian } from '../report.ts'

/** Contour of the voice against that of the recording, within a line. */
const LEAST_CORRELATION = 0.8

/** Who is recorded, and in which delivery; and the voice that follows. Flite is another engine: its melody is its own. */
const PAIRS: readonly (readonly [recorded: string, as: DeliveryName | undefined, follows: string])[] = [
  ['Nora', 'angry', 'Thomas'],
  ['Thomas', 'excited', 'Eleanor'],
  ['Eleanor', undefined, 'Nathan'],
  ['Laurence', 'sad', 'Julia'],
  ['Claire', undefined, 'Laurence'],
]
const LINES = [
  'I told you to wait in the car.',
  'You never said that to me, not once in ten years!',
  'Is that really what you think of your own brother?',
  'Come here. Look at me. Everything will be fine.',
  'The train leaves at seven, and I am not going to miss it again.',
  'Please, just give me one more chance.',
  'No one knows where the money went, but I have an idea.',
  'What are you doing in my house?',
  'She smiled at him and closed the door very slowly.',
  'We could have been happy, you and I.',
  'If you go out that door, do not bother coming back.',
  'How long have you been standing there?',
  'I found the letter under the floor, behind the stove.',
  'There is nothing here, I already looked everywhere.',
  'You are the only one who ever believed me.',
  'Give me the gun, Daniel, and no one has to know.',
  'It was raining on the day that we buried him.',
  'Why would I lie about something like this?',
  'Tomorrow morning we are going to see the ocean.',
  'Forget the map, I know the way from here.',
]

/** How closely a voice follows the timing and pitch of a recording by another speaker (product §4). */
export async function likeThis(): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const providers = naturalProviders()
  cleanUp.defer(() => providers.close())
  const decoder = await SoundDecoder.create()
  const voices = (await Promise.all(providers.list.map((provider) => provider.voices()))).flat()
  const voiceOf = (name: string) => {
    const found = voices.find((one) => one.name === name && one.language === 'English')
    if (!found) throw new Error(`There is no voice "${name}".`)
    return found.voiceId
  }
  const speak = async (name: string, text: string, delivery?: { name?: DeliveryName; melody?: Melody }) => {
    const voiceId = voiceOf(name)
    const { mp3, words = [] } = await providers
      .providerOf(voiceId)
      .synthesise({ voiceId, text, ...(delivery && { delivery }) })
    const { samples, sampleRate } = (await decoder.decode(mp3))!
    return { samples: resample(samples, sampleRate / RATE), words }
  }
  const pitches: number[] = []
  const durations: number[] = []
  let refused = 0
  for (const [n, text] of LINES.entries()) {
    const [recorded, as, follows] = PAIRS[n % PAIRS.length]!
    const recording = await speak(recorded, text, as && { name: as })
    const plain = await speak(follows, text)
    const melody = melodyOf(recording.samples, plain.samples, plain.words)
    if (!Array.isArray(melody)) {
      refused += 1
      process.stdout.write(`refused: ${recorded} → ${follows}: ${text} ${JSON.stringify(melody)}\n`)
      continue
    }
    const followed = await speak(follows, text, { melody })
    const { pitch, duration } = likeness(recording.samples, followed.samples, followed.words)
    pitches.push(pitch)
    durations.push(duration)
    process.stdout.write(
      `${recorded} → ${follows}: pitch ${pitch.toFixed(2)}, durations ${duration.toFixed(2)}: ${text}\n`,
    )
  }
  reportMedian('like this: correlation of the pitch contour', pitches, '', { least: LEAST_CORRELATION })
  report('like this: the lowest tenth', quantile(pitches, 0.1), '')
  reportMedian('like this: correlation of the durations of words', durations, '')
  report('like this: refused recordings of the line', refused, 'of 20', { limit: 0 })
}

/** Compares two sounds of one line, word by word. */
function likeness(recording: Float32Array, followed: Float32Array, words: readonly TimedWord[]) {
  const [one, other] = [recording, followed].map((samples) => melodyOf(samples, followed, words))
  if (!Array.isArray(one) || !Array.isArray(other)) return { pitch: 0, duration: 0 }
  const pairs = one.flatMap(({ semitones }, n) => {
    const theirs = other[n]!.semitones
    return semitones.length > 0 && theirs.length > 0
      ? semitones.map((height, point) => [height, theirs[point]!] as const)
      : []
  })
  const side = (of: 0 | 1) => pairs.map((pair) => pair[of])
  return {
    pitch: sampleCorrelation(side(0), side(1)),
    duration: sampleCorrelation(
      one.map(({ ms }) => ms),
      other.map(({ ms }) => ms),
    ),
  }
}
