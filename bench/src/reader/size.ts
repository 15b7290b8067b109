import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { report } from '../report.ts'

const DIST = path.resolve(import.meta.dirname, '../../../remotes/reader/dist')
const LIMIT_KB = 150

/** All JavaScript of the reader's build, each file compressed. The shell provides React, antd, the query client and web-kit. */
export async function size(): Promise<void> {
  const sizes: { name: string; bytes: number }[] = []
  for await (const name of glob('**/*.js', { cwd: DIST })) {
    sizes.push({ name, bytes: gzipSync(await readFile(path.join(DIST, name)), { level: 9 }).length })
  }
  if (sizes.length === 0) throw new Error('The reader is not built: npm run build')
  for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    process.stdout.write(`  ${name}: ${(bytes / 1_000).toFixed(1)} kB\n`)
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  report("reader's own JavaScript, gzip", all / 1_000, 'kB', { limit: LIMIT_KB })
}
