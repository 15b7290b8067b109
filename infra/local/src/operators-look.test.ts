import { BODY, FONT, HEADINGS, PALETTES, RADII, type Mode } from '@andscene/web-kit/look'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths.ts'

/* tts serves the operators' page and cannot import web-kit, so its style sheet repeats the values of the theme. */
const CSS = readFileSync(path.join(ROOT, 'packages/operators/src/page/overview.css'), 'utf8')
/** The declarations of the style sheet that apply in one mode. */
const inMode = (mode: Mode) =>
  CSS.replaceAll(/light-dark\(([^,]+), ([^)]+)\)/g, mode === 'light' ? '$1' : '$2')

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const declared = (text: string) =>
  new Map(
    [...text.matchAll(/--as-([\w-]+):([^;]+);/g)].map(([, name = '', value = '']) => [name, tidy(value)]),
  )
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const named = (values: object, unit = '') =>
  Object.entries(values).map(([name, value]) => [kebab(name), `${String(value)}${unit}`] as const)

const expected = (mode: Mode) =>
  new Map<string, string>([
    ...named({ font: FONT, ...PALETTES[mode] }),
    ...named({ ...HEADINGS, ...BODY, ...RADII }, 'px'),
  ])

test.each(['light', 'dark'] as const)('decision 0023: the operators’ page has the %s look', (mode) => {
  const own = declared(inMode(mode))
  const look = expected(mode)
  expect(own.size).toBeGreaterThan(15)
  expect([...own]).toEqual([...own.keys()].map((name) => [name, look.get(name)]))
})

test('decision 0023: the operators’ page uses no color that it does not declare', () => {
  const used = new Set([...CSS.matchAll(/var\(--as-([\w-]+)\)/g)].map(([, name]) => name!))
  expect([...declared(CSS).keys()].toSorted()).toEqual([...used].toSorted())
  const rules = CSS.replaceAll(/--as-[\w-]+:[^;]+;/g, '')
  expect(rules.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull()
})
