import { mapScript } from '@andscene/screenplay/navigation'
import { expect, test } from 'vitest'
import { line } from '../../../testing/line.ts'
import { clockText, areScenesCounted, positionText, sceneNumber, whereText } from './whereabouts.ts'

const script = (numbers: (string | undefined)[]) => {
  const headings = numbers.map((number, index) =>
    line(index + 1, 'Scene Heading', 'INT. HALL', { ...(number && { sceneNumber: number }) }),
  )
  const lines = [line(0, 'Action', 'Dark.'), ...headings]
  return { lines, map: mapScript(lines) }
}

test.each([
  [0, '0:00'],
  [7_999, '0:07'],
  [723_000, '12:03'],
  [6_500_000, '1:48:20'],
  [-1, '0:00'],
])('formats %i ms as %s', (milliseconds, text) => expect(clockText(milliseconds)).toBe(text))

test('describes the current position in words', () => {
  const { lines, map } = script([undefined, undefined])
  expect(areScenesCounted(map, lines)).toBe(true)
  expect(whereText(map, lines, 2)).toBe('Scene 2 of 2')
  expect(whereText(map, lines, 0)).toBe('Before the first of 2 scenes')
  expect(positionText('Scene 46 of 202', 723_000, 6_500_000)).toBe('Scene 46 of 202, 12:03 of 1:48:20')
})

test('counts scenes also if their numbers are not consecutive', () => {
  const { lines, map } = script(['1', '9A'])
  expect(areScenesCounted(map, lines)).toBe(false)
  // A duplicate number does not prevent counting.
  const twice = script(['1', '1', '2A'])
  expect(areScenesCounted(twice.map, twice.lines)).toBe(true)
  expect(whereText(map, lines, 2)).toBe('Scene 9A (2 of 2)')
})

test('a scene without a number between numbered ones gets no ordinal', () => {
  const { lines, map } = script(['1', undefined, '2'])
  expect([0, 1, 2].map((scene) => sceneNumber(map, lines, scene))).toEqual(['1', undefined, '2'])
  expect(whereText(map, lines, 2)).toBe('Scene without a number (2 of 3)')
  expect(whereText(map, lines, 3)).toBe('Scene 2 (3 of 3)')
  expect(areScenesCounted(map, lines)).toBe(false)
})

test('describes the position by lines in a script without scenes', () => {
  const { lines, map } = script([])
  expect(whereText(map, lines, 0)).toBe('Line 1 of 1')
})
