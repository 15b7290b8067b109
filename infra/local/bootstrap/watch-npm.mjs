import { readText } from './machine.mjs'

const WATCH_MS = 250

/** Calls `stop` when npm is killed (kill -9). npm is the parent, or the grandparent if a shell runs in between. */
export function onNpmExit(stop) {
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
/** Undefined on systems without /proc. */
const parentOf = (pid) => procStat(pid)?.split(') ').at(-1)?.split(' ')[1]
const isShell = (pid) => /^\d+ \((sh|dash|bash)\) /.test(procStat(pid) ?? '')
