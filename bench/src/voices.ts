// npm run bench -- voices [--voice <part of an id or name>]… [--lines <group>]… [--no-naturalness] [--all]: how each natural
// voice sounds, in figures, and Flite's best beside them. It takes about a minute per voice; --voice and --lines do less.
// --all speaks with all voices of this machine.
import { isNatural } from '@andscene/contracts/is-natural'
import type { Voice } from '@andscene/contracts/voice'
import { parseArgs } from 'node:util'
import { naturalProviders } from './natural/providers.ts'
import { median, percentile, report } from './report.ts'
import { LINE_GROUPS, SCREENPLAY } from './voices/lines.ts'
import { NaturalnessScorer, type Naturalness } from './voices/naturalness.ts'
import { childrenPeaks, ownPeak } from './voices/process-memory.ts'
import { measureVoice, type VoiceMeasures } from './voices/measure-voice.ts'
import { printHeading, printRow } from './voices/table.ts'

/** What was there before natural voices. */
const YARDSTICK = 'local:flite-slt'
const GOAL = 3.8
const LOUDEST_PEAK = -1
/** Of 19 in 20 ends: a voice may breathe after its last word, and a stricter trim would cut soft last sounds. */
const USUAL_SILENCE_MS = 100

const { values } = parseArgs({
  allowNegative: true,
  options: {
    voice: { type: 'string', multiple: true, default: [] },
    lines: { type: 'string', multiple: true, default: LINE_GROUPS.map(({ name }) => name) },
    naturalness: { type: 'boolean', default: true },
    all: { type: 'boolean', default: false },
  },
})
for (const name of values.lines)
  if (!LINE_GROUPS.some((group) => group.name === name))
    throw new Error(`There is no "${name}"; there are ${LINE_GROUPS.map((group) => group.name).join(', ')}`)
const groups = LINE_GROUPS.filter(({ name }) => values.lines.includes(name))

const isAsked = ({ voiceId, name }: Voice) =>
  values.voice.length === 0 ||
  values.voice.some((part) => voiceId.includes(part) || name.toLowerCase() === part.toLowerCase())

async function openScorer(): Promise<NaturalnessScorer | undefined> {
  if (!values.naturalness) return undefined
  try {
    return await NaturalnessScorer.open()
  } catch (error) {
    process.stdout.write(
      `Naturalness is left out: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return undefined
  }
}

const providers = naturalProviders()
const scorer = await openScorer()
try {
  const listed = (await Promise.all(providers.list.map((provider) => provider.voices()))).flat()
  const natural = listed.filter((voice) => isNatural(voice) && voice.isActive && isAsked(voice))
  const yardstick = listed.find(({ voiceId }) => voiceId === YARDSTICK)!
  const others = values.all
    ? listed.filter((voice) => !isNatural(voice) && voice.isActive && isAsked(voice))
    : []
  if (natural.length === 0)
    process.stdout.write('There are no natural voices here: only others are measured.\n')

  printHeading(groups)
  const measures = new Map<Voice, VoiceMeasures>()
  for (const voice of new Set([yardstick, ...natural, ...others])) {
    const measured = await measureVoice(voice, groups, providers.providerOf(voice.voiceId), scorer)
    if (!measured) continue
    measures.set(voice, measured)
    printRow(voice, measured, groups)
  }
  reportAll(measures)
  for (const [child, peak] of await childrenPeaks()) report(`peak memory of ${child}`, peak, 'MB')
  report('peak memory of this process', ownPeak(), 'MB')
} finally {
  await scorer?.close()
  await providers.close()
}

function reportAll(measures: ReadonlyMap<Voice, VoiceMeasures>): void {
  const all = [...measures]
  const natural = all.filter(([voice]) => isNatural(voice))
  const scoresOf = (voices: typeof all, predictor: keyof Naturalness = 'p808') =>
    voices.flatMap(([, { scores }]) => scores.get(SCREENPLAY)?.[predictor] ?? [])
  const ours = scoresOf(natural)
  if (ours.length > 0)
    report(`median DNSMOS P.808 over ${ours.length} natural voices`, median(ours), 'of 5', { least: GOAL })
  for (const score of scoresOf(all.filter(([{ voiceId }]) => voiceId === YARDSTICK)))
    report('DNSMOS P.808 of Flite slt on the same lines', score, 'of 5')
  const distilled = scoresOf(natural, 'distilled')
  if (distilled.length > 0) report('median DistillMOS of natural voices', median(distilled), 'of 5')
  const sounds = all.flatMap(([, measured]) => measured.sounds)
  if (sounds.length === 0) return
  report('highest true peak', Math.max(...sounds.map(({ truePeak }) => truePeak)), 'dBTP', {
    limit: LOUDEST_PEAK,
  })
  const silences = sounds.flatMap(({ before, after }) => [before, after])
  report('silence at an end, p95', percentile(silences, 0.95), 'ms', { limit: USUAL_SILENCE_MS })
  report('longest silence at an end', Math.max(...silences), 'ms')
  if (natural.length > 0)
    report('median speed of natural voices', median(natural.map(([, { speed }]) => speed)), '× real time')
}
