import type { User } from 'firebase-tools/lib/emulator/auth/state.js'
import { randomBytes, scryptSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from '../failure.ts'

/** The format of `firebase auth:import --hash-algo=STANDARD_SCRYPT`. */
const COST = { cost: 16_384, blockSize: 8, parallelization: 1 }
const KEY_BYTES = 64

export const importCommand = (file: string): string =>
  `firebase auth:import ${file} --hash-algo=STANDARD_SCRYPT --mem-cost=${COST.cost} --parallelization=${COST.parallelization} --block-size=${COST.blockSize} --dk-len=${KEY_BYTES} --project PROJECT`

export type ImportedAccount = {
  localId: string
  email?: string
  emailVerified: boolean
  displayName?: string
  createdAt?: string
  passwordHash?: string
  salt?: string
}

/** Includes ids, because scripts refer to them, and hashed passwords; excludes Google, which the emulator invents. */
export const forFirebase = (users: readonly User[]): { users: ImportedAccount[] } => ({
  users: users.map((user) => ({
    localId: user.localId,
    ...(user.email !== undefined && { email: user.email }),
    emailVerified: user.emailVerified === true,
    ...(typeof user['displayName'] === 'string' && { displayName: user['displayName'] }),
    ...(typeof user['createdAt'] === 'string' && { createdAt: user['createdAt'] }),
    ...hashed(user.passwordHash),
  })),
})

/**
 * Writes the accounts of a DATA_DIR to a new file readable by its owner only. Returns their number. Failures are
 * OperatorErrors.
 */
export async function writeAccounts(dataDir: string, file: string): Promise<number> {
  const kept = path.join(dataDir, 'identity/accounts.json')
  const text = await readFile(kept, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new OperatorError(`There are no accounts in ${kept}.`)
    throw error
  })
  const { users } = JSON.parse(text) as { users: User[] }
  try {
    await writeFile(file, JSON.stringify(forFirebase(users), null, 1), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new OperatorError(`${file} is there already: name another file.`)
    throw error
  }
  return users.length
}

/** The emulator stores the password in plain text. */
const KEPT = /^fakeHash:salt=.*?:password=(?<password>.*)$/s

function hashed(kept: string | undefined): Pick<ImportedAccount, 'passwordHash' | 'salt'> {
  const password = KEPT.exec(kept ?? '')?.groups?.['password']
  if (password === undefined) return {}
  const salt = randomBytes(16)
  return {
    salt: salt.toString('base64'),
    passwordHash: scryptSync(password, salt, KEY_BYTES, COST).toString('base64'),
  }
}
