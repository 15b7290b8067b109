import { DELIVERIES, type DeliveryName } from '@andscene/contracts/voices/delivery'
import type { Voice } from '@andscene/contracts/voices/voice'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { SoundDecoder } from '@andscene/tts/speech/audio/sound-decoder'
import type { SpeechProvider } from '@andscene/tts/speech/provider'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mean, median, quantile } from 'simple-statistics'
import { naturalProviders } from '../natural/whole-script.ts'
import { report } from '../report.ts'
import { openScorer, type NaturalnessScorer } from '../voices/naturalness.ts'
import { measureSound } from '../voices/sound-measures.ts'
import { pitchTrack } from './pitch-track.ts'

/** Women and men, American and British. */
const VOICES = ['Nora', 'Thomas', 'Eleanor', 'Laurence']
const LINES = [
  'I told you not to come back here. You know what they do to people who come back.',
  'Margaret, why didn’t you tell me about Daniel before the wedding?',
  'Get out! Get out of my house, right now!',
  'Please, be quiet. Don’t move. He’s standing right behind the door.',
  'We won the whole thing, and no one even knew our names this morning.',
  'There is nothing left for me in this town.',
]
/** A delivery that sounds less natural than this, against a plain reading, is not shipped. A whisper is judged by ear. */
const MOST_LOST = 0.5
/** Share of voiced frames in a whisper, in percent: the detector errs on some breaths. */
const MOST_VOICED = 2
const MAX_PEAK = -1
/** At least half of what a delivery should change: factors of the fundamental frequency, its range and the rate. */
const LEAST_CHANGES: Partial<Record<DeliveryName, Partial<Record<'pitch' | 'range' | 'rate', number>>>> = {
  quiet: { range: 0.85 },
  shouting: { pitch: 1.12, range: 1.1 },
  calling: { pitch: 1.1 },
  sad: { pitch: 0.96, range: 0.8, rate: 0.93 },
  angry: { pitch: 1.05, range: 1.2 },
  excited: { pitch: 1.07, range: 1.1, rate: 1.05 },
  slow: { rate: 0.9 },
  fast: { rate: 1.12 },
}

type Measures = {
  /** Median fundamental frequency in Hz, and 10th to 90th percentile in semitones; none without a voice. */
  pitch: number | undefined
  range: number | undefined
  voiced: number
  seconds: number
  loudness: number
  truePeak: number
  p808: number | undefined
}

/** What each delivery changes against a plain reading, over voices and lines. */
export async function delivery({ voice: asked = VOICES }: { voice?: readonly string[] }): Promise<void> {
  const providers = naturalProviders()
  const scorer = await openScorer().catch((error: unknown) => {
    process.stdout.write(`Without scores of naturalness: ${String(error)}\n`)
    return undefined
  })
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => providers.close())
  cleanUp.defer(() => scorer?.close())
  const listed = (await Promise.all(providers.list.map((provider) => provider.voices()))).flat()
  const voices = asked.map((name) => {
    const found = listed.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!found) throw new OperatorError(`There is no voice "${name}".`, { exitCode: 2 })
    return found
  })
  const measureAll = async (name?: DeliveryName): Promise<Measures[]> => {
    process.stdout.write(`${name ?? 'plain'}\n`)
    const measures: Measures[] = []
    for (const one of voices)
      measures.push(...(await measureVoice(one, name, providers.providerOf(one.voiceId), scorer)))
    return measures
  }
  const plain = await measureAll()
  const rows = new Map<DeliveryName, Changes>()
  for (const name of DELIVERIES) rows.set(name, changes(plain, await measureAll(name)))
  console.table(Object.fromEntries([...rows].map(([name, row]) => [name, printed(row)])))
  for (const [name, row] of rows) reportOne(name, row)
}

async function measureVoice(
  voice: Voice,
  name: DeliveryName | undefined,
  provider: SpeechProvider,
  scorer: NaturalnessScorer | undefined,
): Promise<Measures[]> {
  await using cleanUp = new AsyncDisposableStack()
  const folder = await temporaryFolder('andscene-bench')
  cleanUp.defer(() => folder.remove())
  const decoder = await SoundDecoder.create()
  const measures: Measures[] = []
  for (const [at, text] of LINES.entries()) {
    const { mp3 } = await provider.synthesise({
      voiceId: voice.voiceId,
      text,
      delivery: name && { name },
    })
    const sound = await decoder.decode(mp3)
    if (!sound) throw new Error(`${voice.name} made no sound of "${text}"`)
    const file = path.join(folder.path, `${at}.mp3`)
    await writeFile(file, mp3)
    const { voiced, audible } = pitchTrack(sound)
    const hasVoice = voiced.length > 0.1 * audible
    const { seconds, loudness, truePeak } = measureSound(sound)
    measures.push({
      pitch: hasVoice ? median(voiced) : undefined,
      range: hasVoice ? 12 * Math.log2(quantile(voiced, 0.9) / quantile(voiced, 0.1)) : undefined,
      voiced: voiced.length / audible,
      seconds,
      loudness,
      truePeak,
      p808: (await scorer?.score([file]))?.p808,
    })
  }
  return measures
}

type Changes = Record<'pitch' | 'range' | 'rate' | 'level' | 'p808' | 'voiced' | 'peak', number>

/** Factors of pitch, range and rate, differences of level (dB) and P.808, line by line; NaN if not measured. */
function changes(plain: readonly Measures[], changed: readonly Measures[]): Changes {
  const each = (of: (before: Measures, after: Measures) => number) => {
    const values = plain.map((before, index) => of(before, changed[index]!)).filter(Number.isFinite)
    return values.length > 0 ? mean(values) : Number.NaN
  }
  return {
    pitch: each((before, after) => after.pitch! / before.pitch!),
    range: each((before, after) => after.range! / before.range!),
    rate: each((before, after) => before.seconds / after.seconds),
    level: each((before, after) => after.loudness - before.loudness),
    p808: each((before, after) => after.p808! - before.p808!),
    voiced: 100 * mean(changed.map(({ voiced }) => voiced)),
    peak: Math.max(...changed.map(({ truePeak }) => truePeak)),
  }
}

const printed = ({ pitch, range, rate, level, p808, voiced, peak }: Changes) => ({
  'F0 ×': Number.isNaN(pitch) ? 'none' : pitch.toFixed(2),
  'range ×': Number.isNaN(range) ? 'none' : range.toFixed(2),
  'rate ×': rate.toFixed(2),
  'level dB': level.toFixed(1),
  'P.808': p808.toFixed(2),
  'voiced %': voiced.toFixed(0),
  'peak dBTP': peak.toFixed(1),
})

function reportOne(name: DeliveryName, row: Changes): void {
  report(`${name}: highest true peak`, row.peak, 'dBTP', { limit: MAX_PEAK })
  if (name === 'whispering') report('whispering: voiced frames', row.voiced, '%', { limit: MOST_VOICED })
  else if (!Number.isNaN(row.p808))
    report(`${name}: lost P.808`, Math.max(0, -row.p808), 'of 5', { limit: MOST_LOST })
  for (const [figure, bound] of Object.entries(LEAST_CHANGES[name] ?? {}))
    report(
      `${name}: ${figure}`,
      row[figure as keyof Changes],
      'of plain',
      bound > 1 ? { least: bound } : { limit: bound },
    )
}
