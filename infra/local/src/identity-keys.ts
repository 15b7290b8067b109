import { generateKeyPairSync, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from './failure.ts'

export type IdentityKeys = {
  /** Signs the embedded identity's tokens: PKCS#8 PEM, base64. Only the identity part receives it. */
  privateKey: string
  /** Verifies the tokens: SPKI PEM, base64. */
  publicKey: string
  /** The secret required in every request to the identity port; new for each run. */
  secret: string
}

const base64 = (pem: string | Buffer) => Buffer.from(pem).toString('base64')

/** An unreadable key throws an OperatorError, because replacing it would end all sessions. */
export function identityKeys(dataDir: string): IdentityKeys {
  const folder = path.join(dataDir, 'identity')
  const file = path.join(folder, 'token-key.pem')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pem = readKey(file) ?? makeKey(file)
  return {
    privateKey: base64(pem),
    publicKey: base64(createPublicKey(pem).export({ type: 'spki', format: 'pem' })),
    secret: randomBytes(32).toString('hex'),
  }
}

function readKey(file: string): string | undefined {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    if (createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem
  } catch {
    // As below.
  }
  throw new OperatorError(
    `The key of the sign-in tokens in ${file} cannot be read: put it back, or remove it (then everybody signs in again).`,
  )
}

function makeKey(file: string): string {
  // ES256: supported by the JWT libraries of both the emulator and the gateway.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, pem, { mode: 0o600, flush: true })
  renameSync(temporary, file)
  return pem
}
