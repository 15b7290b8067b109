import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Everything here is read from /proc, which only Linux has.
export const IS_LINUX = process.platform === 'linux'

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

export type Taken = {
  pid: number
  name: string
  /** Seconds of processor time, including children that have exited. */
  cpu: number
  /** Resident memory now and at its highest, MB; shared pages count in each process. */
  rss: number
  peak: number
  /** Proportional share of memory, MB: the sum over processes is what all of them take. */
  pss: number
}

/** What a process and all its descendants take, the largest first. */
export function takenBy(root: number): Taken[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))[1])]),
  )
  const pids = [root]
  for (const pid of pids) for (const [child, parent] of parents) if (parent === pid) pids.push(child)
  return pids.flatMap((pid) => ofProcess(pid) ?? []).sort((a, b) => b.pss - a.pss)
}

/** Seconds of processor time that a process and its descendants have used; other work hardly changes it. */
export const cpuSeconds = (pid: number): number => takenBy(pid).reduce((sum, { cpu }) => sum + cpu, 0)

/** Seconds of processor time that this process has used itself. */
export function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Fields of /proc/<pid>/stat from the state on: the name before it is in brackets and may hold anything. */
function statOf(pid: number): string[] {
  const text = read(pid, 'stat')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Empty once the process has exited. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const megabytes = (text: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1_024

function ofProcess(pid: number): Taken | undefined {
  const [rollup, status] = [read(pid, 'smaps_rollup'), read(pid, 'status')]
  if (!rollup || !status) return undefined
  const ticks = statOf(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0)
  return {
    pid,
    name: nameOf(read(pid, 'cmdline').split('\0')),
    cpu: ticks / TICKS_PER_SECOND,
    rss: megabytes(rollup, 'Rss'),
    peak: megabytes(status, 'VmHWM'),
    pss: megabytes(rollup, 'Pss'),
  }
}

const NAMES: [RegExp, string][] = [
  [/\/kokoro\/.*engine\//, 'engine of the natural voices'],
  [/\/tts\/src\/worker\/main\.ts$/, 'worker'],
  [/\/identity\/main\.ts$/, 'identity'],
  [/\/guard-process\.ts$/, 'guard'],
  [/\/commands\/start\.ts$/, 'launcher'],
  [/\/bootstrap\.mjs$/, 'bootstrap'],
]

function nameOf([program = '', ...args]: string[]): string {
  const known = NAMES.find(([pattern]) => args.some((arg) => pattern.test(arg)))
  const service = args.map((arg) => /\/([a-z]+)\/src\/main\.ts$/.exec(arg)?.[1]).find(Boolean)
  return known?.[1] ?? service ?? path.basename(program.split(' ')[0]!)
}
