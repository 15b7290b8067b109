import { createInternalKeys } from '@andscene/service-kit/tokens/internal-keys'
import { randomBytes } from 'node:crypto'

export type Secret = {
  apiVersion: 'v1'
  kind: 'Secret'
  metadata: { name: string }
  stringData: Record<string, string>
}

/** Fresh keys of the services that sign internal tokens (architecture §5). */
export function keySecret(): Secret {
  const { privateKeys, publicKeys } = createInternalKeys(['gateway', 'scripts', 'tts'])
  return secret('and-scene-keys', {
    'gateway-private-key': privateKeys.gateway,
    'scripts-private-key': privateKeys.scripts,
    'tts-private-key': privateKeys.tts,
    'public-keys': publicKeys,
  })
}

/** For the overlay `small`: passwords of the servers in the cluster, and the connection strings that contain them. */
export function storeSecrets(): Secret[] {
  const [valkey, mongodb, s3] = [password(), password(), password()]
  const clips = { 's3-access-key': 'andscene', 's3-secret-key': s3 }
  return [
    secret('and-scene-servers', { 'valkey-password': valkey, 'mongodb-password': mongodb, ...clips }),
    secret('and-scene-stores', {
      'redis-url': `redis://:${valkey}@valkey:6379`,
      'mongodb-uri': `mongodb://root:${mongodb}@mongodb:27017/andscene?authSource=admin`,
      ...clips,
    }),
  ]
}

/** Alphanumeric, to be valid in a URL. */
const password = () => randomBytes(24).toString('hex')

const secret = (name: string, stringData: Record<string, string>): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData,
})
