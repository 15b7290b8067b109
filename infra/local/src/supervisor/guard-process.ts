// Holds the lock on DATA_DIR and survives the launcher when that is killed: then it ends every process of the launcher,
// and only then releases DATA_DIR, so that no second platform starts on a Redis that still writes there.
import { readFileSync } from 'node:fs'
import { codeOf } from '../failure.ts'
import { tryFileLock, type FileLock } from '@andscene/service-kit/process/file-lock'
import type { GuardMessage } from './guard.ts'

/** Time to close files, in ms; unfinished work is repeated at the next start. */
const GRACE_MS = 1_000
const LIMIT_MS = 4_500
const groups = new Set<number>()
/** Referenced for the life of the process: garbage collection would release the lock. */
let held: FileLock | undefined

// Ctrl-C signals the whole terminal group, and a shutdown every process: this one exits when the launcher does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

process.on('message', (message: GuardMessage) => {
  if (message.type === 'watch') groups.add(message.pid)
  if (message.type === 'unwatch') groups.delete(message.pid)
  if (message.type === 'lock') {
    try {
      held = tryFileLock(message.file)
      process.send?.({ type: held ? 'locked' : 'busy' })
    } catch (error) {
      process.send?.({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
})

process.on('disconnect', () => {
  const started = Date.now()
  signalAll('SIGTERM')
  const look = () => {
    const waited = Date.now() - started
    const forced = waited > GRACE_MS
    if (forced) signalAll('SIGKILL')
    for (const pid of groups) if (hasExited(pid, forced)) groups.delete(pid)
    if (groups.size === 0 || waited > LIMIT_MS) process.exit(0)
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

/** After the group was killed, a zombie leader counts as exited. */
function hasExited(pid: number, forced: boolean) {
  try {
    process.kill(-pid, 0)
    return forced && /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}
