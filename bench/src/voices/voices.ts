import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { median, quantile } from 'simple-statistics'
import { naturalProviders } from '../natural/whole-script.ts'
import { report } from '../report.ts'
import LINE_GROUPS from './lines.json' with { type: 'json' }
import { measureVoice, type LineGroup, type VoiceMeasures } from './measure-voice.ts'
import { openScorer } from './naturalness.ts'

/** The best voice that does not need the model. */
const BASELINE_VOICE = 'local:flite-slt'
const MIN_SCORE = 3.8
const MAX_PEAK = -1
/** p95: some voices breathe after the last word, and stricter trimming would cut soft final sounds. */
const MAX_SILENCE_MS = 100
/** The goal applies to this group: a page of a screenplay. */
const SCREENPLAY = 'screenplay'

type Asked = { voice?: readonly string[]; lines?: readonly string[] }

export async function voices({ voice: asked = [], lines }: Asked): Promise<void> {
  const groups = groupsOf(lines)
  const isAsked = ({ voiceId, name }: Voice) =>
    asked.length === 0 ||
    asked.some((part) => voiceId.includes(part) || name.toLowerCase() === part.toLowerCase())
  const providers = naturalProviders()
  const scorer = await openScorer().catch((error: unknown) => {
    process.stdout.write(`Without scores of naturalness: ${String(error)}\n`)
    return undefined
  })
  try {
    const listed = (await Promise.all(providers.list.map((provider) => provider.voices()))).flat()
    const natural = listed.filter((voice) => isNatural(voice) && voice.isActive && isAsked(voice))
    if (natural.length === 0) process.stdout.write('No natural voices are installed.\n')
    const measures = new Map<Voice, VoiceMeasures>()
    for (const voice of [listed.find(({ voiceId }) => voiceId === BASELINE_VOICE)!, ...natural]) {
      process.stdout.write(`${voice.voiceId}\n`)
      const measured = await measureVoice(voice, groups, providers.providerOf(voice.voiceId), scorer)
      if (measured) measures.set(voice, measured)
    }
    console.table(
      Object.fromEntries([...measures].map(([voice, measured]) => [voice.voiceId, row(measured)])),
    )
    reportAll([...measures])
  } finally {
    await scorer?.close()
    await providers.close()
  }
}

function groupsOf(names: readonly string[] | undefined): LineGroup[] {
  const known = LINE_GROUPS.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new OperatorError(`Unknown lines "${unknown}": use ${known.join(', ')}.`, { exitCode: 2 })
  return LINE_GROUPS.filter(({ name }) => names?.includes(name) ?? true)
}

/** Scores by group (DNSMOS P.808), overall score of the first, level (LUFS), true peak (dBTP), silence (ms), speed. */
function row({ scores, sounds, speed }: VoiceMeasures) {
  const [first] = scores.values()
  const loudness = sounds.map((sound) => sound.loudness).filter(Number.isFinite)
  const most = (of: (sound: (typeof sounds)[number]) => number) => Math.max(...sounds.map(of))
  return {
    ...Object.fromEntries([...scores].map(([name, { p808 }]) => [name, p808.toFixed(2)])),
    overall: first?.ovrl.toFixed(2),
    LUFS: `${Math.min(...loudness).toFixed(1)}…${Math.max(...loudness).toFixed(1)}`,
    'peak dBTP': most(({ truePeak }) => truePeak).toFixed(1),
    'silence ms': `${most(({ before }) => before)} / ${most(({ after }) => after)}`,
    '× real time': speed.toFixed(1),
  }
}

function reportAll(measures: readonly [Voice, VoiceMeasures][]): void {
  const natural = measures.filter(([voice]) => isNatural(voice))
  const scoresOf = (some: typeof measures) =>
    some.flatMap(([, { scores }]) => scores.get(SCREENPLAY)?.p808 ?? [])
  const ours = scoresOf(natural)
  if (ours.length > 0)
    report(`median DNSMOS P.808 over ${ours.length} natural voices`, median(ours), 'of 5', {
      least: MIN_SCORE,
    })
  for (const score of scoresOf(measures.filter(([{ voiceId }]) => voiceId === BASELINE_VOICE)))
    report('DNSMOS P.808 of Flite slt on the same lines', score, 'of 5')
  const sounds = measures.flatMap(([, measured]) => measured.sounds)
  if (sounds.length === 0) return
  report('highest true peak', Math.max(...sounds.map(({ truePeak }) => truePeak)), 'dBTP', {
    limit: MAX_PEAK,
  })
  const silences = sounds.flatMap(({ before, after }) => [before, after])
  report('silence at an end, p95', quantile(silences, 0.95), 'ms', { limit: MAX_SILENCE_MS })
  report('longest silence at an end', Math.max(...silences), 'ms')
  if (natural.length > 0)
    report('median speed of natural voices', median(natural.map(([, { speed }]) => speed)), '× real time')
}
