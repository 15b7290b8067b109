import { isNatural } from '@andscene/contracts/is-natural'
import type { Voice } from '@andscene/contracts/voice'
import { naturalProviders } from './natural/providers.ts'
import { report } from './report.ts'
import { median, quantile } from 'simple-statistics'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { runParts } from './run-parts.ts'
import LINE_GROUPS from './voices/lines.json' with { type: 'json' }
import { NaturalnessScorer, type Naturalness } from './voices/naturalness.ts'
import { IS_LINUX, takenBy } from './processes.ts'
import { measureVoice, type LineGroup, type VoiceMeasures } from './voices/measure-voice.ts'

/** The best voice without the model. */
const YARDSTICK = 'local:flite-slt'
const GOAL = 3.8
const LOUDEST_PEAK = -1
/** p95: a voice may breathe after its last word, and a stricter trim would cut soft last sounds. */
const USUAL_SILENCE_MS = 100

/** What the goal is measured on: a page of a screenplay. */
const SCREENPLAY = 'screenplay'

await runParts({
  about:
    'How each natural voice sounds, in figures, next to the best of Flite; about a minute per voice. ' +
    '--voice and --lines select by name, --no-naturalness leaves out the scores, --all takes every voice of this machine.',
  options: {
    voice: { type: 'string', multiple: true, default: [] as string[] },
    lines: { type: 'string', multiple: true, default: LINE_GROUPS.map(({ name }) => name) },
    'no-naturalness': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
  parts: {
    voices: ({ voice, lines, all, 'no-naturalness': noScores }) =>
      measureAll(voice, groupsOf(lines), all, noScores),
  },
})

function groupsOf(names: readonly string[]): LineGroup[] {
  const unknown = names.find((name) => !LINE_GROUPS.some((group) => group.name === name))
  if (unknown !== undefined)
    throw new OperatorError(
      `Unknown lines "${unknown}": use ${LINE_GROUPS.map(({ name }) => name).join(', ')}.`,
      { exitCode: 2 },
    )
  return LINE_GROUPS.filter(({ name }) => names.includes(name))
}

async function measureAll(asked: readonly string[], groups: LineGroup[], all: boolean, noScores: boolean) {
  const isAsked = ({ voiceId, name }: Voice) =>
    asked.length === 0 ||
    asked.some((part) => voiceId.includes(part) || name.toLowerCase() === part.toLowerCase())
  const providers = naturalProviders()
  const scorer = noScores ? undefined : await openScorer()
  try {
    const listed = (await Promise.all(providers.list.map((provider) => provider.voices()))).flat()
    const natural = listed.filter((voice) => isNatural(voice) && voice.isActive && isAsked(voice))
    const yardstick = listed.find(({ voiceId }) => voiceId === YARDSTICK)!
    const others = all ? listed.filter((voice) => !isNatural(voice) && voice.isActive && isAsked(voice)) : []
    if (natural.length === 0)
      process.stdout.write('No natural voices are installed: only others are measured.\n')

    const measures = new Map<Voice, VoiceMeasures>()
    for (const voice of new Set([yardstick, ...natural, ...others])) {
      process.stdout.write(`${voice.voiceId}\n`)
      const measured = await measureVoice(voice, groups, providers.providerOf(voice.voiceId), scorer)
      if (measured) measures.set(voice, measured)
    }
    console.table(
      Object.fromEntries([...measures].map(([voice, measured]) => [voice.voiceId, row(measured)])),
    )
    reportAll(measures)
    for (const { name, pid, peak } of IS_LINUX ? takenBy(process.pid) : [])
      report(`peak memory of ${pid === process.pid ? 'this process' : name}`, peak, 'MB')
  } finally {
    await scorer?.close()
    await providers.close()
  }
}

async function openScorer(): Promise<NaturalnessScorer | undefined> {
  return NaturalnessScorer.open().catch((error: unknown) => {
    process.stdout.write(
      `Without scores of naturalness: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return undefined
  })
}

/** Scores by group (DNSMOS P.808), overall and DistillMOS of the first, level (LUFS), true peak (dBTP), silence (ms), speed. */
function row({ scores, sounds, speed }: VoiceMeasures) {
  const [first] = scores.values()
  const loudness = sounds.map((sound) => sound.loudness).filter(Number.isFinite)
  const most = (of: (sound: (typeof sounds)[number]) => number) => Math.max(...sounds.map(of))
  return {
    ...Object.fromEntries([...scores].map(([name, { p808 }]) => [name, p808.toFixed(2)])),
    overall: first?.ovrl.toFixed(2),
    DistillMOS: first?.distilled?.toFixed(2),
    LUFS: `${Math.min(...loudness).toFixed(1)}…${Math.max(...loudness).toFixed(1)}`,
    'peak dBTP': most(({ truePeak }) => truePeak).toFixed(1),
    'silence ms': `${most(({ before }) => before)} / ${most(({ after }) => after)}`,
    '× real time': speed.toFixed(1),
  }
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
  report('silence at an end, p95', quantile(silences, 0.95), 'ms', { limit: USUAL_SILENCE_MS })
  report('longest silence at an end', Math.max(...silences), 'ms')
  if (natural.length > 0)
    report('median speed of natural voices', median(natural.map(([, { speed }]) => speed)), '× real time')
}
