import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from './failure.ts'
import { namesRedis } from './redis.ts'
import type { Environment } from './settings.ts'

/** For the private Redis, and the default of a service that is started manually. */
const PRIVATE_PREFIX = 'andscene'
const FORM = /^[\w.-]{1,64}$/

/** A Redis that the environment names may be shared, so the prefix holds an id that is stored in DATA_DIR. */
export async function queuePrefix(env: Environment, dataDir: string): Promise<string> {
  const given = env['QUEUE_PREFIX']
  if (given) {
    // BullMQ takes a colon for the end of it.
    if (!FORM.test(given))
      throw new OperatorError(
        `QUEUE_PREFIX must be 1 to 64 letters, digits, dots, "_" or "-", not "${given}".`,
      )
    return given
  }
  return namesRedis(env) ? `${PRIVATE_PREFIX}-${await installationId(dataDir)}` : PRIVATE_PREFIX
}

/** Made once for a DATA_DIR, kept for as long as it lives. */
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
