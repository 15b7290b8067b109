import type { DataReport } from '@andscene/service-kit/data/data-part'
import { OperatorError } from '@andscene/service-kit/operator-error'
import type { Environment } from '../settings.ts'
import { askPart, PARTS, type Where } from './part-process.ts'

export type States = Record<string, DataReport>

export async function statesOf(where: Where): Promise<States> {
  const states = await Promise.all(PARTS.map((name) => askPart(name, 'state', where)))
  return Object.fromEntries(PARTS.map((name, n) => [name, states[n]!]))
}

export function isAnyThere(states: States, on: 'files' | 'servers', env: Environment): boolean {
  const isMeant = (name: 'MONGODB_URI' | 'S3_ENDPOINT') => Boolean(env[name]) === (on === 'servers')
  return Object.values(states).some(
    ({ state }) => (state?.documents && isMeant('MONGODB_URI')) || (state?.objects && isMeant('S3_ENDPOINT')),
  )
}

/** Throws OperatorError unless servers are empty or partly filled `from` the same; returns whether the latter. */
export async function prepareServers(
  states: States,
  { from, replace, ...where }: Where & { from: string; replace: boolean },
): Promise<boolean> {
  const filling = Object.values(states).flatMap(({ state }) => state?.filling ?? [])
  if (filling.length > 0) {
    if (filling.every((other) => other === from)) return true
    if (!replace)
      throw new OperatorError(
        'MongoDB or the bucket hold what an interrupted restore or move of something else left: run that again, or say --replace to remove it and begin with this one.',
      )
    for (const part of PARTS) {
      await askPart(part, 'empty', where)
      await askPart(part, 'finish', where)
    }
  } else if (isAnyThere(states, 'servers', where.env))
    throw new OperatorError(
      'There is data in MongoDB or in the bucket already, and servers are never emptied here: name an empty database in MONGODB_URI and an empty bucket in S3_BUCKET.',
    )
  return false
}

/** Everything is in: the marks of what it came from go. Clips have one of their own, and come first. */
export async function finishParts(where: Where): Promise<void> {
  for (const part of ['tts', 'scripts', 'subscriptions'] as const) await askPart(part, 'finish', where)
}
