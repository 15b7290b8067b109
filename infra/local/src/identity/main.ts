// The embedded identity service: the Firebase Auth emulator with accounts that last. Loopback only; what the public may
// call of it passes the edge (edge/identity-calls.ts).
import { createServer, type RequestListener } from 'node:http'
import { messageOf } from '../failure.ts'
import { logLine } from '../log/own.ts'
import { answerOnceStored } from './answer-once-stored.ts'
import { createEmulator } from './emulator.ts'
import { StateFile, type IdentityState } from './state-file.ts'

const MAIL_TEXT: Record<string, string> = {
  VERIFY_EMAIL: 'verify this address',
  PASSWORD_RESET: 'set a new password',
  VERIFY_AND_CHANGE_EMAIL: 'confirm the new address',
  RECOVER_EMAIL: 'take the old address back',
}

const { PORT, DATA_DIR, FIREBASE_PROJECT_ID, NODE_ENV, DEMO_EMAIL, DEMO_PASSWORD } = process.env
try {
  if (NODE_ENV === 'production') throw new Error('The embedded identity service does not run in production.')
  if (!DATA_DIR || !FIREBASE_PROJECT_ID) throw new Error('DATA_DIR and FIREBASE_PROJECT_ID must be set.')
  await main(Number(PORT ?? 0), DATA_DIR, FIREBASE_PROJECT_ID)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

async function main(port: number, folder: string, projectId: string): Promise<void> {
  const { file, state, isNew } = await StateFile.open(folder, projectId)
  showMail(state)
  const emulator = await createEmulator(projectId, state)
  const server = createServer((request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') {
      response.end('ok')
      return
    }
    // Links in e-mails lead to where the browser is, not to this port.
    const publicHost = request.headers['x-forwarded-host']
    if (typeof publicHost === 'string') request.headers.host = publicHost
    if (request.method !== 'GET' && request.method !== 'OPTIONS') answerOnceStored(file, response)
    emulator(request, response)
  })
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    server.close()
    server.closeIdleConnections()
    await file.save().catch((error: unknown) => logLine('error', `Accounts not stored: ${messageOf(error)}`))
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
  process.on('disconnect', () => void end())
  // Until the demo account stands nobody is told that this answers.
  if (isNew && DEMO_EMAIL && DEMO_PASSWORD)
    await createDemoUser(emulator, projectId, DEMO_EMAIL, DEMO_PASSWORD)
  await file.save()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  logLine('info', 'identity is listening', { accounts: state.users.size })
}

/** There is no mail here: what would be sent is shown in the log. */
function showMail(state: IdentityState): void {
  const createOob = state.createOob.bind(state)
  state.createOob = (...args) => {
    const oob = createOob(...args)
    logLine(
      'info',
      `E-mail to ${oob.newEmail ?? oob.email}: ${MAIL_TEXT[oob.requestType] ?? oob.requestType}: ${oob.oobLink}`,
    )
    return oob
  }
}

/** Through the emulator's own admin call, before anybody else can reach it. */
async function createDemoUser(
  emulator: RequestListener,
  projectId: string,
  email: string,
  password: string,
): Promise<void> {
  const server = createServer(emulator)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    const answer = await fetch(
      `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ email, password, emailVerified: true, displayName: 'Demo' }),
      },
    )
    if (!answer.ok) throw new Error(`The demo account could not be made: ${await answer.text()}`)
  } finally {
    server.close()
  }
}
