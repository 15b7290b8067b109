import { rspack, type Stats } from '@rspack/core'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { baseConfig } from './base-config.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'andscene-base-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('a module that threw while it was evaluated is never given half-made', async () => {
  writeFileSync(
    path.join(dir, 'late.js'),
    `export const first = 1
     if (!globalThis.isReady) throw new Error('not yet')
     export const second = 2`,
  )
  writeFileSync(
    path.join(dir, 'main.js'),
    `export const load = () => import(/* webpackMode: "eager" */ './late.js')`,
  )
  const base = baseConfig(dir, 'sample')
  const compiler = rspack({
    ...base,
    entry: { main: './main.js' },
    target: 'node24',
    output: { ...base.output, filename: 'main.cjs', library: { type: 'commonjs2' } },
    cache: false,
  })
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result!)))
  })
  await new Promise((resolve) => {
    compiler.close(resolve)
  })
  expect(stats.toJson({ all: false, errors: true }).errors).toEqual([])
  const built = createRequire(import.meta.url)(path.join(dir, 'dist/main.cjs')) as {
    load: () => Promise<object>
  }
  const load = async () => built.load()
  await expect(load()).rejects.toThrow('not yet')
  await expect(load()).rejects.toThrow('not yet')
})
