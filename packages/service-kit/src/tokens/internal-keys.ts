import { generateKeyPairSync } from 'node:crypto'

/** The services that sign internal tokens. */
export const ISSUERS = ['gateway', 'scripts', 'tts'] as const

export type InternalKeys<Issuer extends string> = {
  /** PKCS#8 PEM, base64. */
  privateKeys: Record<Issuer, string>
  /** JSON: issuer → SPKI PEM, base64. */
  publicKeys: string
}

const base64 = (pem: string | Buffer) => Buffer.from(pem).toString('base64')

/**
 * Generates an Ed25519 key pair for each issuer of internal tokens (architecture §5), in the form of the environment.
 */
export function createInternalKeys<Issuer extends string>(issuers: readonly Issuer[]): InternalKeys<Issuer> {
  const privateKeys = {} as Record<Issuer, string>
  const publicKeys = {} as Record<Issuer, string>
  for (const issuer of issuers) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    privateKeys[issuer] = base64(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    publicKeys[issuer] = base64(publicKey.export({ type: 'spki', format: 'pem' }))
  }
  return { privateKeys, publicKeys: JSON.stringify(publicKeys) }
}
