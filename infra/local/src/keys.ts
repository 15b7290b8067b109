import { generateKeyPairSync } from 'node:crypto'

/** Who signs internal tokens (architecture §5). */
export const ISSUERS = ['gateway', 'scripts', 'tts'] as const
export type Issuer = (typeof ISSUERS)[number]

export type InternalKeys = {
  /** PKCS#8 PEM, base64. */
  privateKeys: Record<Issuer, string>
  /** JSON: issuer → SPKI PEM, base64. */
  publicKeys: string
}

const base64 = (pem: string | Buffer) => Buffer.from(pem).toString('base64')

/** A fresh Ed25519 pair per issuer; they live as long as this platform runs. */
export function createInternalKeys(): InternalKeys {
  const pairs = ISSUERS.map((issuer) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    return {
      issuer,
      privateKey: base64(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      publicKey: base64(publicKey.export({ type: 'spki', format: 'pem' })),
    }
  })
  return {
    privateKeys: Object.fromEntries(pairs.map((pair) => [pair.issuer, pair.privateKey])) as Record<
      Issuer,
      string
    >,
    publicKeys: JSON.stringify(Object.fromEntries(pairs.map((pair) => [pair.issuer, pair.publicKey]))),
  }
}
