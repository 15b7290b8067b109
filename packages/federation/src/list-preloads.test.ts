import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ListPreloads } from './list-preloads.ts'
import { compile, folder, write } from './testing/compile.ts'

test("lists the shell's files for the first paint, the entry, and pages of guests and signed-in users", async () => {
  write(
    'start.js',
    `import './page.css'; import(/* webpackChunkName: "user-frame" */ './frame.js'); import(/* webpackChunkName: "query" */ './query.js'); import(/* webpackChunkName: "other" */ './other.js')`,
  )
  const subsets = ['latin', 'latin-ext', 'greek']
  for (const subset of subsets) write(`text-${subset}-wght-normal.woff2`, subset)
  write(
    'page.css',
    subsets
      .map((subset) => `@font-face { font-family: Text; src: url('./text-${subset}-wght-normal.woff2') }`)
      .join(''),
  )
  for (const name of ['frame', 'query', 'other']) write(`${name}.js`, `export const ${name} = '${name}'`)
  await compile({
    context: folder.path,
    mode: 'production',
    devtool: 'source-map',
    entry: { main: './start.js' },
    output: {
      path: path.join(folder.path, 'dist'),
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
    plugins: [new ListPreloads()],
  })
  expect(JSON.parse(readFileSync(path.join(folder.path, 'dist/preload.json'), 'utf8'))).toEqual({
    first: ['theme.js', 'main.css', 'text-latin-wght-normal.01234567.woff2'],
    entry: ['main.js'],
    guest: ['query.js'],
    user: ['user-frame.js', 'query.js'],
  })
})
