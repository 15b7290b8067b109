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

test('a shell lists what its first paint waits for, the rest of its entry, and what pages of guests and signed-in people need', async () => {
  writeFileSync(
    path.join(dir, 'start.js'),
    `import './page.css'; import(/* webpackChunkName: "user-frame" */ './frame.js'); import(/* webpackChunkName: "query" */ './query.js'); import(/* webpackChunkName: "other" */ './other.js')`,
  )
  for (const subset of ['latin', 'latin-ext', 'greek'])
    writeFileSync(path.join(dir, `text-${subset}-wght-normal.woff2`), subset)
  writeFileSync(
    path.join(dir, 'page.css'),
    ['latin', 'latin-ext', 'greek']
      .map((subset) => `@font-face { font-family: Text; src: url('./text-${subset}-wght-normal.woff2') }`)
      .join(''),
  )
  writeFileSync(path.join(dir, 'frame.js'), 'export const frame = 1')
  writeFileSync(path.join(dir, 'query.js'), 'export const query = 3')
  writeFileSync(path.join(dir, 'other.js'), 'export const other = 2')
  const compiler = rspack({
    context: dir,
    mode: 'production',
    devtool: 'source-map',
    entry: { main: './start.js' },
    output: {
      path: path.join(dir, 'dist'),
      filename: '[name].js',
      chunkFilename: '[name].js',
      cssFilename: '[name].css',
      assetModuleFilename: '[name].01234567[ext]',
    },
    module: {
      rules: [
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    plugins: [new ListPreloads(['theme.js'])],
  })
  await new Promise<void>((resolve, reject) => {
    compiler.run((error) => (error ? reject(error) : compiler.close(() => resolve())))
  })
  expect(JSON.parse(readFileSync(path.join(dir, 'dist/preload.json'), 'utf8'))).toEqual({
    first: ['theme.js', 'main.css', 'text-latin-wght-normal.01234567.woff2'],
    entry: ['main.js'],
    guest: ['query.js'],
    user: ['user-frame.js', 'query.js'],
  })
})
