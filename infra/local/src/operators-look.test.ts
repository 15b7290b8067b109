import { BODY, FONT, HEADINGS, PALETTES, RADII, type Mode } from '@andscene/web-kit/look'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths.ts'

/*
 * The operators' page is served by a service, which has nothing of the web, and states what it uses of the look itself.
 */
const CSS = readFileSync(path.join(ROOT, 'services/tts/src/operators/page/overview.css'), 'utf8')
const [light = '', dark = ''] = CSS.split('@media (prefers-color-scheme: dark)')

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

test.each([
  ['light', declared(light)],
  ['dark', declared(dark)],
] as const)(
  'decision 0023: colours and sizes of the operators’ page are those of the %s look',
  (mode, own) => {
    const look = expected(mode)
    expect(own.size).toBeGreaterThan(15)
    expect([...own]).toEqual([...own.keys()].map((name) => [name, look.get(name)]))
  },
)

test('decision 0023: and it uses no other colour, none that it does not state, and states those of both modes', () => {
  const used = new Set([...CSS.matchAll(/var\(--as-([\w-]+)\)/g)].map(([, name]) => name!))
  expect([...declared(light).keys()].toSorted()).toEqual([...used].toSorted())
  const differing = [...declared(light).keys()].filter(
    (name) => expected('light').get(name) !== expected('dark').get(name),
  )
  expect([...declared(dark).keys()].toSorted()).toEqual(differing.toSorted())
  const rules = CSS.replaceAll(/--as-[\w-]+:[^;]+;/g, '')
  expect(rules.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull()
})
