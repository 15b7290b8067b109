import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { identityKeys } from '../identity-keys.ts'
import { freePort } from '@andscene/service-kit/free-port'

export const PROJECT = 'demo-test'
export const PUBLIC_ORIGIN = 'http://stage.example:4200'
export const DEMO_ACCOUNT = { email: 'demo@andscene.example', password: 'Table-Read-1' }

/** The embedded identity service as a process of its own over `folder`. */
export async function identityProcess(folder: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const keys = identityKeys(folder)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../identity/main.ts')], {
    env: {
      ...process.env,
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
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes('identity is listening')) resolve()
    })
    child.once('close', (code) => reject(new Error(`identity ended with ${code}: ${err}`)))
  })
  await listening
  const url = `http://127.0.0.1:${port}`
  const secret = { 'x-identity-secret': keys.secret }
  return {
    url,
    port,
    keys,
    said: () => said,
    /** A client call as the edge makes it; returns status and body. */
    call: (name: string, body: object, headers: Record<string, string> = {}) =>
      post(`${url}/identitytoolkit.googleapis.com/v1/${name}?key=k`, body, { ...secret, ...headers }),
    /** An administrator's call. */
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
      await ended
    },
  }
}

export async function post(address: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
