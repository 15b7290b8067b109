import type { DataReport } from '@andscene/service-kit/data/data-part'
import { OperatorError } from '@andscene/service-kit/operator-error'
import type { Environment } from '../settings.ts'
import { askPart, PARTS } from './part-process.ts'

export type Where = { env: Environment; dataDir: string }
/** Reports of all parts by their names. */
export type States = Record<string, DataReport>

export async function statesOf(where: Where): Promise<States> {
  const states = await Promise.all(PARTS.map((name) => askPart(name, 'state', where)))
  return Object.fromEntries(PARTS.map((name, n) => [name, states[n]!]))
}

/** Whether there is data in files, or on servers. */
export function isAnyThere(states: States, on: 'files' | 'servers', env: Environment): boolean {
  const isMeant = (name: 'MONGODB_URI' | 'S3_ENDPOINT') => Boolean(env[name]) === (on === 'servers')
  return Object.values(states).some(
    ({ state }) => (state?.documents && isMeant('MONGODB_URI')) || (state?.objects && isMeant('S3_ENDPOINT')),
  )
}

/**
 * Servers are filled when they are empty, or hold what was interrupted while they were: the same `from` is started again; of something
 * else it is removed only when told so (`replace`). Returns whether something was interrupted. Whatever else they hold stays, and is an
 * OperatorError.
 */
export async function prepareServers(
  states: States,
  { from, replace, ...where }: Where & { from: string; replace: boolean },
): Promise<boolean> {
  const filling = Object.values(states).flatMap(({ state }) => state?.filling ?? [])
  const isSame = filling.every((other) => other === from)
  if (filling.length > 0 && isSame) return true
  if (filling.length > 0 && !replace)
    throw new OperatorError(
      'MongoDB or the bucket hold what an interrupted restore or move of something else left: run that again, or say --replace to remove it and begin with this one.',
    )
  if (filling.length > 0) {
    for (const part of PARTS) {
      await askPart(part, 'empty', where)
      await askPart(part, 'finish', where)
    }
    return false
  }
  if (isAnyThere(states, 'servers', where.env))
    throw new OperatorError(
      'There is data in MongoDB or in the bucket already, and servers are never emptied here: name an empty database in MONGODB_URI and an empty bucket in S3_BUCKET.',
    )
  return false
}

/** Everything is in: the marks of what it came from go. Clips have one of their own, and come first. */
export async function finishParts(where: Where): Promise<void> {
  for (const part of ['tts', 'scripts', 'subscriptions'] as const) await askPart(part, 'finish', where)
}
