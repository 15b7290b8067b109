// Holds the lock on DATA_DIR and outlives a launcher that is killed outright: then it ends everything the launcher
// had started, and only then lets go of DATA_DIR, so that no second platform meets a Redis that still writes there.
import { tryFileLock } from '../file-lock.ts'
import type { GuardMessage } from './guard.ts'

const GRACE_MS = 2_000
const LIMIT_MS = 4_500
const groups = new Set<number>()

// Ctrl-C reaches the whole terminal group, a shutdown every process: this one ends when the launcher does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

process.on('message', (message: GuardMessage) => {
  if (message.type === 'watch') groups.add(message.pid)
  if (message.type === 'unwatch') groups.delete(message.pid)
  if (message.type === 'lock') {
    try {
      process.send?.({ type: tryFileLock(message.file) ? 'locked' : 'busy' })
    } catch (error) {
      process.send?.({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
})

process.on('disconnect', () => {
  const started = Date.now()
  signalAll('SIGTERM')
  const look = () => {
    for (const pid of groups) if (!alive(pid)) groups.delete(pid)
    const waited = Date.now() - started
    if (groups.size === 0 || waited > LIMIT_MS) process.exit(0)
    if (waited > GRACE_MS) signalAll('SIGKILL')
    setTimeout(look, 50)
  }
  look()
})

function signalAll(signal: NodeJS.Signals) {
  for (const pid of groups) {
    try {
      process.kill(-pid, signal)
    } catch {
      groups.delete(pid)
    }
  }
}

function alive(pid: number) {
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}
