// The embedded identity service: the Firebase Auth emulator with persistent accounts. Listens on loopback only; the
// edge forwards the calls that the public may use (infra/edge/src/identity-calls.ts).
import { MAILBOX_PATH, type DevelopmentMailbox } from '@andscene/contracts/platform'
import { collectGarbageWhenIdle } from '@andscene/service-kit/process/idle-collection'
import { serveMetrics } from '@andscene/service-kit/metrics/metrics-server'
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { flushCompileCache } from 'node:module'
import { messageOf } from '../failure.ts'
import { logLine } from '../log/own.ts'
import { endActionCodes } from './action-codes.ts'
import { respondOnceStored } from './respond-once-stored.ts'
import { protectPasswordAccounts } from './chooser-accounts.ts'
import { readIdentityConfig, type IdentityConfig } from './config.ts'
import { forgetDeletedAccounts } from './deleted-accounts.ts'
import { guardPort } from './port-guard.ts'
import { createEmulator } from './emulator.ts'
import { signTokens } from './issued-tokens.ts'
import { identityMetrics } from './metrics.ts'
import { keepMails } from './mail.ts'
import { takeMail } from './posted-mail.ts'
import { StateFile, type IdentityState } from './state-file.ts'

try {
  await main(readIdentityConfig(process.env))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

async function main(config: IdentityConfig): Promise<void> {
  const { projectId } = config
  // As in runService(): does not hold compiled code in memory once it is read.
  flushCompileCache()
  const { file, state, mailbox, isNew } = await StateFile.open(config.dataDir, projectId)
  const removeOver = endActionCodes(state)
  keepMails(state, config.publicOrigin, mailbox)
  signTokens(state, projectId, config.privateKey)
  protectPasswordAccounts(state)
  forgetDeletedAccounts(state, mailbox)
  const emulator = await createEmulator(projectId, state)
  const metrics = identityMetrics(config.dataDir, () => state.users.size)
  file.observe(metrics.wrote)
  const mayEnter = guardPort(config.secret)
  const listener: RequestListener = (request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') {
      response.end('ok')
      return
    }
    metrics.follow(request, response)
    if (!mayEnter(request, response)) return
    if (request.method === 'GET' && request.url === MAILBOX_PATH) {
      removeOver()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ mails: mailbox.list(state.oobs) } satisfies DevelopmentMailbox))
      return
    }
    if (request.method === 'POST' && request.url === MAILBOX_PATH) {
      respondOnceStored(file, response)
      void takeMail(request, response, { mailbox, publicOrigin: config.publicOrigin })
      return
    }
    // The emulator builds URLs from it.
    request.headers.host = '127.0.0.1'
    if (request.method !== 'GET') respondOnceStored(file, response)
    emulator(request, response)
  }
  const server = createServer(listener)
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
  if (isNew && config.demo) addDemoUser(state, config.demo)
  await file.save()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  collectGarbageWhenIdle()
  if (config.metrics) await serveMetrics(metrics.registry, config.metrics)
  logLine('info', 'identity is listening', { accounts: state.users.size })
}

/** The form in which the emulator stores a password. */
function addDemoUser(state: IdentityState, { email, password }: { email: string; password: string }): void {
  const salt = randomBytes(10).toString('hex')
  state.overwriteUserWithLocalId(randomBytes(14).toString('hex'), {
    email,
    emailVerified: true,
    displayName: 'Demo',
    salt,
    passwordHash: `fakeHash:salt=${salt}:password=${password}`,
    passwordUpdatedAt: Date.now(),
    validSince: String(Math.floor(Date.now() / 1_000)),
  })
}
