import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Everything a module loads at run time, itself included; types are erased. */
const loads = (module: URL, seen = new Set<string>()): Set<string> => {
  if (seen.has(module.href)) return seen
  seen.add(module.href)
  for (const [, from = ''] of readFileSync(fileURLToPath(module), 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([^']+)'/gms,
  )) {
    if (from.startsWith('.')) loads(new URL(from, module), seen)
    else seen.add(from)
  }
  return seen
}

it.each([
  'line-types',
  'paging',
  'navigation',
  'voices',
  'spoken-text',
  'suggest-cast',
  'casting/parts',
  'cue-name',
])('%s loads nothing that a browser has not', (name) => {
  const outside = [...loads(new URL(`./${name}.ts`, import.meta.url))].filter(
    (module) => !module.startsWith('file:'),
  )
  expect(outside.filter((module) => module !== '@andscene/contracts/limits')).toEqual([])
})

it('the reading of files loads the XML parser alone', () => {
  const outside = [...loads(new URL('./fdx/parse-fdx.ts', import.meta.url))].filter(
    (module) => !module.startsWith('file:'),
  )
  expect(outside.sort()).toEqual(['@andscene/contracts/limits', 'fast-xml-parser'])
})
