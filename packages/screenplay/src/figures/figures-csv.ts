import { BYTE_ORDER_MARK, csvRow } from '@andscene/contracts/text/csv'
import { EIGHTHS_PER_PAGE } from './eighths.ts'
import type { CharacterFigures, SceneFigures, Time } from './figures-of.ts'
import { wholeSeconds } from './whole-seconds.ts'

const two = (part: number) => String(part).padStart(2, '0')

/** Formats a time for a spreadsheet, in whole seconds: `0:07:05`. */
export function hoursText(ms: number): string {
  const seconds = wholeSeconds(ms)
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const timeCells = ({ ms, isEstimated }: Time) => [
  hoursText(ms),
  (ms / 1_000).toFixed(1),
  isEstimated ? 'yes' : 'no',
]

/** How a scene is called in the script. */
export type SceneName = (scene: SceneFigures) => { number: string; heading: string }

/** The scenes as a file that a spreadsheet opens; times as h:mm:ss and in seconds, shares in percent. */
export const scenesCsv = (scenes: readonly SceneFigures[], nameOf: SceneName): string =>
  BYTE_ORDER_MARK +
  csvRow([
    'Number',
    'Scene',
    'Page',
    'Length in pages',
    'Length in eighths',
    'Read time',
    'Read time in seconds',
    'Estimated',
    'Words',
    'Dialogue in percent',
    'Speakers',
  ]) +
  scenes
    .map((scene) => {
      const { number, heading } = nameOf(scene)
      return csvRow([
        number,
        heading,
        String(scene.page),
        // As a decimal number: a spreadsheet takes 3/8 for a date.
        String(scene.eighths / EIGHTHS_PER_PAGE),
        String(scene.eighths),
        ...timeCells(scene.readTime),
        String(scene.words),
        scene.dialogueShare === undefined ? '' : (scene.dialogueShare * 100).toFixed(1),
        scene.speakers.join(', '),
      ])
    })
    .join('')

/** The characters who speak as a file that a spreadsheet opens. */
export const charactersCsv = (characters: readonly CharacterFigures[]): string =>
  BYTE_ORDER_MARK +
  csvRow([
    'Character',
    'Speeches',
    'Words',
    'Speaking time',
    'Speaking time in seconds',
    'Estimated',
    'Scenes',
    'First page',
    'Last page',
  ]) +
  characters
    .map(({ name, speeches, words, speakingTime, scenes, firstPage, lastPage }) =>
      csvRow([
        name,
        String(speeches.length),
        String(words),
        ...timeCells(speakingTime),
        ...[scenes, firstPage, lastPage].map(String),
      ]),
    )
    .join('')
