import { readText } from './machine.mjs'

/** How soon the death of npm is noticed. */
const WATCH_MS = 250

/**
 * Calls `stop` when npm is killed (kill -9), which passes no signal on. npm runs scripts through a shell, so that npm is this
 * process's parent or the parent of that.
 */
export function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && !(isShell(shell) && parentOf(shell) !== npm)) return
    clearInterval(timer)
    stop()
  }, WATCH_MS)
  timer.unref()
}

const procStat = (pid) => readText(`/proc/${pid}/stat`)
/** Undefined where the system has no /proc. */
const parentOf = (pid) => procStat(pid)?.split(') ').at(-1)?.split(' ')[1]
const isShell = (pid) => /^\d+ \((sh|dash|bash)\) /.test(procStat(pid) ?? '')
