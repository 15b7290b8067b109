import type { Voice } from '@andscene/contracts/voice'
import type { LineGroup } from './lines.ts'
import type { VoiceMeasures } from './measure-voice.ts'

const NAME_WIDTH = 34
const WIDTH = 14

const print = (name: string, cells: readonly string[]) =>
  process.stdout.write(`${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}\n`)

/** Groups with their scores (DNSMOS P.808, then overall and DistillMOS for the first), then level, peak, silence and speed. */
export function printHeading(groups: readonly LineGroup[]): void {
  print('voice', [
    ...groups.map(({ name }) => name),
    'overall',
    'DistillMOS',
    'LUFS',
    'peak dBTP',
    'silence ms',
    '× real time',
  ])
}

export function printRow(
  { voiceId, name }: Voice,
  { scores, sounds, speed }: VoiceMeasures,
  groups: readonly LineGroup[],
): void {
  const [first] = scores.values()
  const loudness = sounds.map((sound) => sound.loudness).filter(Number.isFinite)
  print(`${name} ${voiceId}`.slice(0, NAME_WIDTH - 1), [
    ...groups.map((group) => scores.get(group.name)?.p808.toFixed(2) ?? '–'),
    first?.ovrl.toFixed(2) ?? '–',
    first?.distilled?.toFixed(2) ?? '–',
    `${Math.min(...loudness).toFixed(1)}…${Math.max(...loudness).toFixed(1)}`,
    Math.max(...sounds.map(({ truePeak }) => truePeak)).toFixed(1),
    `${Math.max(...sounds.map(({ before }) => before))} / ${Math.max(...sounds.map(({ after }) => after))}`,
    speed.toFixed(1),
  ])
}
