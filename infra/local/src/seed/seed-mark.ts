import type { Casting } from '@andscene/contracts/script'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '../replace-file.ts'

export type SeedMark = {
  script: string
  edition: number
  /**
   * Set while natural voices are to replace the suggested voices of the script. Older releases also stored the initial
   * casting, whose voices are suggestions.
   */
  waiting?: { scriptId: string; casting?: Casting } | undefined
}

const fileIn = (dataDir: string) => path.join(dataDir, 'seeded.json')

export async function readMark(dataDir: string): Promise<SeedMark | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as SeedMark
  } catch {
    return undefined
  }
}

export const writeMark = (dataDir: string, mark: SeedMark): Promise<void> =>
  replaceFile(fileIn(dataDir), JSON.stringify(mark))
