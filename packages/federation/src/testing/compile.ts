import { rspack, type Configuration, type StatsError } from '@rspack/core'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A separate source folder for each test. */
export const folder = { path: '' }
beforeEach(() => {
  folder.path = mkdtempSync(path.join(tmpdir(), 'andscene-build-'))
})
afterEach(() => rmSync(folder.path, { recursive: true, force: true }))

export function write(file: string, text: string): void {
  const target = path.join(folder.path, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** Builds, and resolves with the build errors. */
export async function compile(configuration: Configuration): Promise<StatsError[]> {
  const compiler = rspack({ ...configuration, cache: false })
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) =>
      compiler.close(() =>
        error ? reject(error) : resolve(stats!.toJson({ all: false, errors: true }).errors ?? []),
      ),
    )
  })
}
