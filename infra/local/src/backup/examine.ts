import type { Finding } from '@andscene/service-kit/data/data-part'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../failure.ts'
import { PARTS } from './manifest.ts'
import { eachPart, openParts, type Where } from './parts.ts'
import { tableOf } from './run-once.ts'

/** Longer than any clip or upload takes, even if a store was unavailable for a while. */
const GRACE_MS = 3_600_000

export type Examined = Finding & { part: string }

/** Checks all stored data of a platform for inconsistencies, also while it runs. */
export async function examineData({ repair, ...where }: Where & { repair: boolean }): Promise<Examined[]> {
  const parts = await openParts(where)
  const findings = await eachPart((name) =>
    parts[name].examine({
      repair,
      before: new Date(Date.now() - GRACE_MS),
      scriptIds: async () => new Set(await parts.scripts.scriptIds!()),
    }),
  )
  const found = PARTS.flatMap((part) => findings[part].map((finding) => ({ part, ...finding })))
  return [...found, await accounts(where.dataDir), unfinished(where.dataDir)]
}

async function accounts(dataDir: string): Promise<Examined> {
  const file = path.join(dataDir, 'identity/accounts.json')
  const examples: string[] = []
  try {
    if (existsSync(file)) JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    examples.push(messageOf(error))
  }
  const what = 'accounts that cannot be read'
  return { part: 'identity', what, found: examples.length, repaired: 0, examples }
}

function unfinished(dataDir: string): Examined {
  const found = existsSync(path.join(dataDir, 'restore.json')) ? 1 : 0
  return { part: 'platform', what: 'restore to be finished by a start', found, repaired: 0, examples: [] }
}

/** Includes rows with no findings, to show what was checked. */
export function formatFindings(found: readonly Examined[]): string {
  const table = tableOf([
    ['part', 'what', 'found', 'repaired'],
    ...found.map((one) => [one.part, one.what, String(one.found), String(one.repaired)]),
  ])
  const examples = found.flatMap(({ part, what, examples: some }) =>
    some.map((example) => `${part}, ${what}: ${example}`),
  )
  return [table, ...(examples.length > 0 ? ['', ...examples] : [])].join('\n')
}
