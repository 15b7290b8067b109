import { createInternalKeys, ISSUERS } from '@andscene/service-kit/tokens/internal-keys'
import type { PartsInput } from '../parts.ts'

/** Input from which the launcher builds the environments of its parts: one worker, and a port for each process. */
export const partsInput = (env: Record<string, string>, embedded = true): PartsInput => ({
  env,
  host: '127.0.0.1',
  dataDir: '/data',
  ports: {
    edge: 1,
    identity: 2,
    gateway: 3,
    scripts: 4,
    tts: 5,
    subscriptions: 6,
    workers: [7],
    metrics: { edge: 8, identity: 9 },
  },
  redisUrl: 'redis://:secret@127.0.0.1:8',
  publicOrigin: 'https://read.example',
  keys: createInternalKeys(ISSUERS),
  identity: embedded ? { privateKey: 'priv', publicKey: 'pub', secret: 'run' } : undefined,
})
