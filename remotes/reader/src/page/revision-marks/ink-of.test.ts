import { expect, test } from 'vitest'
import { inkOf } from './ink-of.ts'

const luminance = (color: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0)
const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}
/** The paper, and the current line as played on it. */
const PAPERS = { light: ['#fffdf7', '#bfecde'], dark: ['#1f1e1b', '#224c41'] } as const

const COLORS = [
  '#0000FF',
  '#FF0000',
  '#00FF00',
  '#FFFF00',
  '#C6EDFE',
  '#FDCCD4',
  '#FDFFAB',
  '#D1FED0',
  '#FACD39',
  '#25009F',
  '#061A11',
  '#FFFEFE',
]

test.each(COLORS)('product §2 the ink of %s is readable in both modes', (color) => {
  for (const mode of ['light', 'dark'] as const)
    for (const paper of PAPERS[mode]) expect(contrast(inkOf(color, mode), paper)).toBeGreaterThanOrEqual(4.5)
})

test('product §2 a color that is readable is kept, and a pale one keeps its hue', () => {
  expect(inkOf('#2E1A80', 'light')).toBe('#2e1a80')
  expect(inkOf('#D8C078', 'dark')).toBe('#d8c078')
  const blue = inkOf('#C6EDFE', 'light')
  expect(Number.parseInt(blue.slice(5), 16)).toBeGreaterThan(Number.parseInt(blue.slice(1, 3), 16) + 60)
})
