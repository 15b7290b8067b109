import type { Finding } from '@andscene/service-kit/data/data-part'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../failure.ts'
import type { Environment } from '../settings.ts'
import { askPart, PARTS } from './part-process.ts'

export type Examined = Finding & { part: string }
export type ExamineData = { env: Environment; dataDir: string; repair: boolean }

/** Looks for what does not belong together in all that a platform keeps, beside it when it runs. */
export async function examineData({ env, dataDir, repair }: ExamineData): Promise<Examined[]> {
  const where = { env, dataDir }
  const scriptIds = async () => (await askPart('scripts', 'scripts', where)).scriptIds ?? []
  const found: Examined[] = []
  for (const part of PARTS) {
    const args = [repair ? 'repair' : 'look']
    const { findings = [] } = await askPart(part, 'examine', { ...where, args, scriptIds })
    found.push(...findings.map((finding) => ({ part, ...finding })))
  }
  return [...found, await accounts(dataDir), unfinished(dataDir)]
}

/** The launcher's own. */
async function accounts(dataDir: string): Promise<Examined> {
  const file = path.join(dataDir, 'identity/accounts.json')
  const examples: string[] = []
  try {
    if (existsSync(file)) JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    examples.push(messageOf(error))
  }
  return {
    part: 'identity',
    what: 'accounts that cannot be read',
    found: examples.length,
    repaired: 0,
    examples,
  }
}

function unfinished(dataDir: string): Examined {
  const file = path.join(dataDir, 'restore.json')
  const found = existsSync(file) ? 1 : 0
  return { part: 'platform', what: 'restore to be finished by a start', found, repaired: 0, examples: [] }
}

/** As a table for people. Rows of which nothing was found are there: so one sees what was looked for. */
export function tableOf(found: readonly Examined[]): string {
  const rows = [
    ['part', 'what', 'found', 'repaired'],
    ...found.map((one) => [one.part, one.what, String(one.found), String(one.repaired)]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  const examples = found.flatMap(({ part, what, examples: some }) =>
    some.map((example) => `${part}, ${what}: ${example}`),
  )
  return [...lines, ...(examples.length > 0 ? ['', ...examples] : [])].join('\n')
}
