import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel's accounts, which Linux gives in hundredths of a second whatever its own clock. */
const TICKS_PER_SECOND = 100

type Stat = { ppid: number; ticks: number }

/**
 * Seconds of processor time that a process and all that descend from it have used, those that have ended and were waited for
 * included. What else the machine does meanwhile makes it slower, and hardly changes this. Linux only.
 */
export function cpuSeconds(pid: number): number {
  const stats = new Map(readdirSync('/proc').flatMap((name) => statOf(Number(name))))
  if (!stats.has(pid)) throw new Error(`There is no process ${pid}`)
  let ticks = 0
  const below = [pid]
  for (let id = below.pop(); id !== undefined; id = below.pop()) {
    ticks += stats.get(id)!.ticks
    for (const [child, { ppid }] of stats) if (ppid === id) below.push(child)
  }
  return ticks / TICKS_PER_SECOND
}

/** Seconds that this process has used itself. */
export function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function statOf(pid: number): [pid: number, stat: Stat][] {
  if (!Number.isInteger(pid)) return []
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return []
  }
  // The second field is a name in brackets that may hold anything; behind it the state comes first.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [ppid, utime, stime, cutime, cstime] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]))
  return [[pid, { ppid: ppid!, ticks: utime! + stime! + cutime! + cstime! }]]
}
