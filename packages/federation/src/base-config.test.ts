import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { baseConfig } from './base-config.ts'
import { compile, folder, write } from './testing/compile.ts'

test('a module that threw during evaluation throws again on the next import', async () => {
  write(
    'late.js',
    `export const first = 1
     if (!globalThis.isReady) throw new Error('not yet')
     export const second = 2`,
  )
  write('main.js', `export const load = () => import(/* webpackMode: "eager" */ './late.js')`)
  const base = baseConfig(folder.path, 'sample')
  const errors = await compile({
    ...base,
    entry: { main: './main.js' },
    target: 'node24',
    output: { ...base.output, filename: 'main.cjs', library: { type: 'commonjs2' } },
  })
  expect(errors).toEqual([])
  const built = createRequire(import.meta.url)(path.join(folder.path, 'dist/main.cjs')) as {
    load: () => Promise<object>
  }
  const load = async () => built.load()
  await expect(load()).rejects.toThrow('not yet')
  await expect(load()).rejects.toThrow('not yet')
})
