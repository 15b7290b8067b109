import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Contracts that do not import the schema library. */
const PLAIN = new Set([
  '@andscene/contracts/voices/is-natural',
  '@andscene/contracts/limits',
  '@andscene/contracts/line-types',
  '@andscene/contracts/voices/deliveries',
])

/** All modules that a module loads at run time, including itself, except plain contracts; type imports are erased. */
const loads = (module: URL, seen = new Set<string>()): Set<string> => {
  if (seen.has(module.href)) return seen
  seen.add(module.href)
  for (const [, from = ''] of readFileSync(fileURLToPath(module), 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([^']+)'/gms,
  )) {
    if (PLAIN.has(from)) continue
    if (from.startsWith('.')) loads(new URL(from, module), seen)
    else seen.add(from)
  }
  return seen
}

test.each([
  'line-types',
  'heard-text',
  'can-be-spoken',
  'paging',
  'navigation',
  'voices',
  'line-voice',
  'pronunciation/sounds-in',
  'suggest-cast',
  'casting/parts',
  'casting/demonyms',
  'casting/script-voices',
  'casting/language',
  'cue-name',
  'delivery/deliveries-of',
  'delivery/pauses',
  'together/voices-together-of',
  'drafts/changes-between',
  'drafts/change-places',
  'drafts/carried-lines',
  'drafts/renamed-characters',
  'drafts/common-share',
])('%s loads nothing that is unavailable in a browser', (name) => {
  const outside = [...loads(new URL(`./${name}.ts`, import.meta.url))].filter(
    (module) => !module.startsWith('file:'),
  )
  expect(outside).toEqual([])
})

test.each(['casting/language', 'line-voice'])('%s loads no first names', (name) => {
  const modules = [...loads(new URL(`./${name}.ts`, import.meta.url))]
  expect(modules.filter((module) => module.endsWith('names.json'))).toEqual([])
})

test('parsing a file loads only the XML parser and the rules for titles', () => {
  const outside = [...loads(new URL('./fdx/parse-fdx.ts', import.meta.url))].filter(
    (module) => !module.startsWith('file:'),
  )
  expect(outside).toEqual(['fast-xml-parser', '@andscene/contracts/text/isolated'])
})
