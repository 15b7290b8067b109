import { readText } from './machine.mjs'

const WATCH_MS = 250

/** Calls `stop` when npm is killed (kill -9). A shell may be between: npm is the parent or the parent of that. */
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
