import { freePort } from '@andscene/service-kit/free-port'
import { onTestFinished } from 'vitest'
import { identityKeys } from '../identity-keys.ts'
import { watched } from './launched.ts'

export const PROJECT = 'demo-test'
export const PUBLIC_ORIGIN = 'http://stage.example:4200'
export const DEMO_ACCOUNT = { email: 'demo@andscene.example', password: 'Table-Read-1' }

/** Runs the embedded identity service as a separate process with the accounts in `folder`. */
export async function identityProcess(folder: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const keys = identityKeys(folder)
  const { child, said, exited, output } = watched('../identity/main.ts', {
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: folder,
    FIREBASE_PROJECT_ID: PROJECT,
    PUBLIC_ORIGIN,
    IDENTITY_PRIVATE_KEY: keys.privateKey,
    IDENTITY_SECRET: keys.secret,
    DEMO_EMAIL: DEMO_ACCOUNT.email,
    DEMO_PASSWORD: DEMO_ACCOUNT.password,
    ...env,
  })
  await output(/identity is listening/)
  const url = `http://127.0.0.1:${port}`
  const secret = { 'x-identity-secret': keys.secret }
  return {
    url,
    port,
    keys,
    said: () => said.out,
    /** Sends a client call like the edge; returns status and body. */
    call: (name: string, body: object) =>
      post(`${url}/identitytoolkit.googleapis.com/v1/${name}?key=k`, body, secret),
    /** Sends a call as an administrator. */
    admin: (name: string, body: object) =>
      post(`${url}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/${name}`, body, {
        ...secret,
        authorization: 'Bearer owner',
      }),
    refresh: (refreshToken: string) =>
      post(
        `${url}/securetoken.googleapis.com/v1/token?key=k`,
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        secret,
      ),
    kill: async (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      await exited
    },
  }
}

/** Starts one that is killed after the test. */
export async function startIdentity(folder: string, env?: Record<string, string>) {
  const identity = await identityProcess(folder, env)
  onTestFinished(() => identity.kill('SIGKILL'))
  return identity
}

export async function post(address: string, body: object | string, headers: Record<string, string> = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
