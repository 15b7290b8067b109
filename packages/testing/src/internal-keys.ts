import { generateKeyPairSync } from 'node:crypto'

const encode = (pem: string | Buffer) => Buffer.from(pem).toString('base64')

/** Ed25519 key pairs for the named issuers, in the form processes read from their environment. */
export function createInternalKeys<Issuer extends string>(issuers: readonly Issuer[]) {
  const privateKeys = {} as Record<Issuer, string>
  const publicKeys = {} as Record<Issuer, string>
  for (const issuer of issuers) {
    const pair = generateKeyPairSync('ed25519')
    privateKeys[issuer] = encode(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    publicKeys[issuer] = encode(pair.publicKey.export({ type: 'spki', format: 'pem' }))
  }
  return { privateKeys, publicKeys: JSON.stringify(publicKeys) }
}
