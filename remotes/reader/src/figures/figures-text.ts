import { isolated } from '@andscene/contracts/text/isolated'
import type { Line } from '@andscene/contracts/script'
import { eighthsText } from '@andscene/screenplay/figures/eighths'
import type {
  CharacterFigures,
  SceneFigures,
  SpeechFigures,
  Time,
} from '@andscene/screenplay/figures/figures-of'
import { wholeSeconds } from '@andscene/screenplay/figures/whole-seconds'
import { heardText } from '@andscene/screenplay/heard-text'
import { oneLine } from '@andscene/screenplay/normalise-text'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'
import { pageOfLine } from '@andscene/screenplay/paging'
import { firstWordsOf } from '../notes/note-title.ts'
import { clockText, sceneNumber } from '../page/transport/places/whereabouts.ts'

const SECOND = 1_000
const MINUTE = 60
const HOUR = 3_600

/** Formats a time in whole seconds, as the header of the page does: `≈ 1:24`. */
export const timeText = ({ ms, isEstimated }: Time): string =>
  (isEstimated ? '≈ ' : '') + clockText(wholeSeconds(ms) * SECOND)

/** Formats a time in words: `≈ 1 h 52 min`, `12 min 5 s`, `40 s`. */
export function longTimeText({ ms, isEstimated }: Time): string {
  const seconds = wholeSeconds(ms)
  const [hours, minutes, rest] = [
    Math.floor(seconds / HOUR),
    Math.floor(seconds / MINUTE) % MINUTE,
    seconds % MINUTE,
  ]
  const text =
    hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
  return (isEstimated ? '≈ ' : '') + text
}

export const numberText = (value: number): string => value.toLocaleString('en-US')
export const shareText = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(share * 100)} %`

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : value < 0 ? `−${text}` : '±0')
export const timeChangeText = ({ ms, isEstimated }: Time): string => {
  const rounded = Math.round(ms / SECOND)
  return (isEstimated ? '≈ ' : '') + signed(rounded, clockText(Math.abs(rounded) * SECOND))
}
export const numberChangeText = (change: number): string => signed(change, numberText(Math.abs(change)))
export function shareChangeText(change: number | undefined): string {
  if (change === undefined) return '–'
  const points = Math.round(change * 100)
  return signed(points, `${Math.abs(points)} pts`)
}

type Source = { lines: readonly Line[]; map: ScriptMap }

/** How a scene is called: its number, if it has one, and its heading. */
export function sceneName(
  { scene, start }: Pick<SceneFigures, 'scene' | 'start'>,
  { lines, map }: Source,
): { number: string; heading: string } {
  if (scene < 0)
    return { number: '', heading: map.scenes.length === 0 ? 'The whole script' : 'Before the first scene' }
  return {
    number: sceneNumber(map, lines, scene) ?? '',
    heading: oneLine(heardText(lines[start]!) || lines[start]!.text),
  }
}

export function sceneTitle(scene: SceneFigures, source: Source): string {
  const { number, heading } = sceneName(scene, source)
  const facts = [
    `read time ${timeText(scene.readTime)}`,
    `length ${eighthsText(scene.eighths)}`,
    ...(scene.dialogueShare === undefined ? [] : [`dialogue ${shareText(scene.dialogueShare)}`]),
    `page ${scene.page}`,
  ]
  return `${number && `${number}. `}${isolated(scene.scene < 0 ? heading : heading.toUpperCase())}: ${facts.join(', ')}`
}

export function speechTitle(
  { name }: Pick<CharacterFigures, 'name'>,
  { at, startMs, endMs, isEstimated }: SpeechFigures,
  { lines, map }: Source,
): string {
  const scene = sceneOfLine(map, at)
  const number = scene < 0 ? undefined : sceneNumber(map, lines, scene)
  const spoken = lines.slice(at).find(({ type }) => type === 'Dialogue') ?? lines[at]!
  return [
    `${isolated(name)}: ${isolated(`“${firstWordsOf(spoken)}”`)}`,
    timeText({ ms: endMs - startMs, isEstimated }),
    ...(number === undefined ? [] : [`scene ${number}`]),
    `page ${pageOfLine(map.pages, at) + 1}`,
  ].join(', ')
}
