import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PALETTES } from '@andscene/web-kit/look'
import { expect, test } from 'vitest'
import { revisionColour } from './revision-colour.ts'

const css = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const PAGE = css('../page/script-page.module.css')

type Rgb = readonly number[]
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const over = (color: Rgb, share: number, below: Rgb): Rgb =>
  color.map((part, at) => part * share + below[at]! * (1 - share))
const light = (color: Rgb) => {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const value = part / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: Rgb, b: Rgb) => {
  const [dark = 0, bright = 0] = [light(a), light(b)].sort((one, other) => one - other)
  return (bright + 0.05) / (dark + 0.05)
}
const PAPERS = [PALETTES.light, PALETTES.dark].map(({ paper }) => rgb(paper))
const fills = [...PAGE.matchAll(/--reader-(current|fill): rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/g)]

test('product §16 inks of revisions are readable on paper, on the current line and on its played part', () => {
  expect(fills).toHaveLength(4)
  const inks = [
    ...css('revision-colours.css').matchAll(/revision='(\w+)'\] \{\s*--revision: (#[0-9a-f]{6})/g),
  ]
  expect(inks).toHaveLength(16)
  for (const [nth, [, name, hex]] of inks.entries()) {
    const isDark = nth >= 8
    let paper = PAPERS[isDark ? 1 : 0]!
    expect(contrast(rgb(hex!), paper), `${name} on paper`).toBeGreaterThanOrEqual(4.5)
    for (const [, , r, g, b, share] of fills.slice(isDark ? 2 : 0, isDark ? 4 : 2)) {
      paper = over([Number(r), Number(g), Number(b)], Number(share) / 100, paper)
      expect(contrast(rgb(hex!), paper), `${name} on a line that plays`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('product §16 each draft that is compared with has a color, in the order of production', () => {
  expect([1, 2, 3, 4, 5, 9].map((number) => revisionColour({ number }))).toEqual([
    'blue',
    'pink',
    'yellow',
    'green',
    'goldenrod',
    'blue',
  ])
})
