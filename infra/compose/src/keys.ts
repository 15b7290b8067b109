import { createInternalKeys, ISSUERS } from '@andscene/service-kit/tokens/internal-keys'
import { generateKeyPairSync, randomBytes } from 'node:crypto'

const base64 = (pem: string | Buffer) => Buffer.from(pem).toString('base64')
const secret = () => randomBytes(24).toString('hex')

/** Variables of compose.yaml. The operator fills in the empty ones: Compose refuses to start without them. */
export type ComposeVariables = Record<string, string>

/** New keys of services and stores, alphanumeric or base64, so that they are valid in a URL. */
function secrets(): ComposeVariables {
  const { privateKeys, publicKeys } = createInternalKeys(ISSUERS)
  return {
    GATEWAY_PRIVATE_KEY: privateKeys.gateway,
    SCRIPTS_PRIVATE_KEY: privateKeys.scripts,
    TTS_PRIVATE_KEY: privateKeys.tts,
    INTERNAL_PUBLIC_KEYS: publicKeys,
    VALKEY_PASSWORD: secret(),
    MONGODB_ROOT_PASSWORD: secret(),
    MONGODB_PASSWORD: secret(),
    MONGODB_REPLICA_KEY: secret(),
    S3_ACCESS_KEY: 'andscene',
    S3_SECRET_KEY: secret(),
    OPERATOR_TOKEN: secret(),
  }
}

/** For production: the operator adds the Firebase settings. */
export const realVariables = (): ComposeVariables => ({
  PUBLIC_ORIGIN: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_API_KEY: '',
  FIREBASE_CREDENTIALS: '',
  ...secrets(),
})

/** For a demo on this machine: the embedded identity with one account, on loopback only. */
export function demoVariables(port = 4200): ComposeVariables {
  // ES256, like the embedded platform's keys (infra/local/src/identity-keys.ts).
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return {
    COMPOSE_PROFILES: 'demo',
    DEMO_ADDRESS: '127.0.0.1',
    EDGE_PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ALLOW_PUBLIC_EMULATOR: 'yes',
    FIREBASE_PROJECT_ID: 'demo-and-scene',
    FIREBASE_API_KEY: 'embedded',
    IDENTITY_URL: 'http://identity:8080',
    IDENTITY_SECRET: secret(),
    IDENTITY_PRIVATE_KEY: base64(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    IDENTITY_PUBLIC_KEY: base64(publicKey.export({ type: 'spki', format: 'pem' })),
    DEMO_EMAIL: 'demo@andscene.example',
    DEMO_PASSWORD: `Read-${randomBytes(9).toString('hex')}-1`,
    ...secrets(),
  }
}

/** Compose does not interpolate values in single quotes. */
export const envFile = (variables: ComposeVariables): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value === '' ? '' : `'${value}'`}\n`)
    .join('')
