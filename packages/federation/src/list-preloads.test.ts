import { rspack } from '@rspack/core'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ListPreloads } from './list-preloads.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'andscene-shell-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('a shell lists the files of its entry, and apart what signed-in pages need', async () => {
  writeFileSync(
    path.join(dir, 'start.js'),
    `import(/* webpackChunkName: "user-frame" */ './frame.js'); import(/* webpackChunkName: "other" */ './other.js')`,
  )
  writeFileSync(path.join(dir, 'frame.js'), 'export const frame = 1')
  writeFileSync(path.join(dir, 'other.js'), 'export const other = 2')
  const compiler = rspack({
    context: dir,
    mode: 'production',
    devtool: 'source-map',
    entry: { main: './start.js' },
    output: { path: path.join(dir, 'dist'), filename: '[name].js', chunkFilename: '[name].js' },
    plugins: [new ListPreloads(['theme.js'])],
  })
  await new Promise<void>((resolve, reject) => {
    compiler.run((error) => (error ? reject(error) : compiler.close(() => resolve())))
  })
  expect(JSON.parse(readFileSync(path.join(dir, 'dist/preload.json'), 'utf8'))).toEqual({
    entry: ['theme.js', 'main.js'],
    user: ['user-frame.js'],
  })
})
