import type { BuiltRemote } from '@andscene/contracts/remote-build'
import type { Page } from '@playwright/test'
import { glob, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sum } from 'simple-statistics'
import { usualLines } from '../generated-scripts.ts'
import { report } from '../report.ts'
import { openReaderStand } from '../stand.ts'
import { press, whenState } from './listening.ts'
import { painted, watchPaint } from './paint.ts'

const DIST = path.resolve(import.meta.dirname, '../../../remotes/reader/dist')
const LINES = 40
/** What a first visit may load until its first line is painted; the play button is there then, too. */
const LIMIT_KB = 150
/** The page loads its late parts within 2 s of being idle. */
const IDLE_MS = 5_000
/** Playing time after which the parts that follow the first sound have been requested. */
const HEARD_MS = 1_000

/** A file of the reader, after the version of the build. */
const FILE = /^\/remotes\/reader\/(?:[^/]+\/)??(remoteEntry\.js|assets\/.+\.js)$/

type File = { kB: number; mostly: string }

/**
 * The reader's own JavaScript, each file compressed, by the time at which a first visit requests it; without React,
 * antd, the query client and web-kit, which the shell provides.
 */
export async function size(): Promise<void> {
  await tellBudget()
  const left = await built()
  await using stand = await openReaderStand()
  const script = await stand.api.upload('size.fdx', usualLines(LINES))
  await stand.cast(script)
  await using context = await stand.profile()
  const page = await context.newPage()
  await watchPaint(page)
  await page.goto(`/scripts/${script._id}`)
  const firstLine = await painted(page)
  await page.waitForTimeout(IDLE_MS)
  tell('first visit, until the first line', left, await requested(page, firstLine), LIMIT_KB)
  tell('while the page is idle', left, await requested(page))
  await press(page, 'Play')
  await whenState(page, 'playing', HEARD_MS)
  tell('with the first sound', left, await requested(page))
  tell('when something is opened', left, [...left.keys()])
}

/** What each address loads before its page is shown, scripts and styles, as a release is checked for. */
async function tellBudget(): Promise<void> {
  const { routes, budgetBytes = 0 } = JSON.parse(
    await readFile(path.join(DIST, 'remote.json'), 'utf8'),
  ) as BuiltRemote
  // Small files are not compressed.
  const sizeOf = async (name: string) =>
    (await stat(path.join(DIST, `${name}.br`)).catch(() => stat(path.join(DIST, name)))).size
  for (const { path: address, files = [] } of routes) {
    const sizes = await Promise.all(files.map(sizeOf))
    report(`first sight of ${address}, brotli`, sum(sizes) / 1_000, 'kB', { limit: budgetBytes / 1_000 })
  }
}

/** The built files by their path. */
async function built(): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  for await (const name of glob('**/*.js', { cwd: DIST })) {
    const code = await readFile(path.join(DIST, name))
    files.set(name, {
      kB: gzipSync(code, { level: 9 }).length / 1_000,
      mostly: await largestIn(path.join(DIST, `${name}.map`)),
    })
  }
  if (files.size === 0) throw new Error('The reader is not built: npm run build')
  return files
}

/** The folder with most of the code, because the names of files are numbers. */
async function largestIn(map: string): Promise<string> {
  const { sources, sourcesContent } = JSON.parse(await readFile(map, 'utf8')) as {
    sources: string[]
    sourcesContent: (string | null)[]
  }
  const folders = new Map<string, number>()
  for (const [index, source] of sources.entries()) {
    const folder = path.dirname(source.replace(/^(?:css )?webpack:\/\/[^/]+\//, ''))
    folders.set(folder, (folders.get(folder) ?? 0) + (sourcesContent[index]?.length ?? 0))
  }
  const [largest = ''] = [...folders].sort((a, b) => b[1] - a[1])[0] ?? []
  return largest.replace(/^(?:\.\.\/)+/, '').replace(/^data:.*/, '')
}

/** The reader's files that the page has requested, or had by a time of its clock. */
async function requested(page: Page, until = Number.MAX_VALUE): Promise<string[]> {
  const addresses = await page.evaluate(
    (latest) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= latest)
        .map(({ name }) => new URL(name).pathname),
    until,
  )
  return addresses.flatMap((address) => FILE.exec(address)?.[1] ?? [])
}

/** Prints the files and their sum, and takes them from those that are left. */
function tell(when: string, left: Map<string, File>, names: readonly string[], limit?: number): void {
  const rows = names.flatMap((file) => {
    const found = left.get(file)
    return left.delete(file) ? [{ file, ...found! }] : []
  })
  if (rows.length > 0) console.table(rows.sort((a, b) => b.kB - a.kB))
  report(`reader's own JavaScript, ${when}, gzip`, sum(rows.map(({ kB }) => kB)), 'kB', { limit })
}
