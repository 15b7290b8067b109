import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from './failure.ts'
import { namesRedis } from './redis.ts'
import type { Environment } from './settings.ts'

/** Used with the private Redis; the default of a service that is started manually. */
const PRIVATE_PREFIX = 'andscene'
const FORM = /^[\w.-]{1,64}$/

/** A Redis from the environment may be shared, so the prefix contains an id that is stored in DATA_DIR. */
export async function queuePrefix(env: Environment, dataDir: string): Promise<string> {
  const given = env['QUEUE_PREFIX']
  if (given) {
    // BullMQ uses the colon as a separator after the prefix.
    if (!FORM.test(given))
      throw new OperatorError(
        `QUEUE_PREFIX must be 1 to 64 letters, digits, dots, "_" or "-", not "${given}".`,
      )
    return given
  }
  return namesRedis(env) ? `${PRIVATE_PREFIX}-${await installationId(dataDir)}` : PRIVATE_PREFIX
}

/** Created once per DATA_DIR. */
async function installationId(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'installation-id')
  const id = randomBytes(8).toString('hex')
  try {
    await writeFile(file, id, { flag: 'wx', mode: 0o600, flush: true })
    return id
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const kept = (await readFile(file, 'utf8')).trim()
  if (!FORM.test(kept)) throw new OperatorError(`${file} is damaged: remove it, or set QUEUE_PREFIX.`)
  return kept
}
