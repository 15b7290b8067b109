import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Everything here reads /proc, which exists only on Linux.
export const IS_LINUX = process.platform === 'linux'

export type Taken = {
  pid: number
  name: string
  /** Resident memory, MB; counts shared pages in each process. */
  rss: number
  /** Proportional set size, MB: its sum over all processes is their total memory. */
  pss: number
}

/** Memory of a process and all its descendants, the largest first. */
export function takenBy(root: number): Taken[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  )
  const pids = [root]
  for (const pid of pids) for (const [child, parent] of parents) if (parent === pid) pids.push(child)
  return pids.flatMap((pid) => ofProcess(pid) ?? []).sort((a, b) => b.pss - a.pss)
}

/** Empty once the process has exited. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1])

const megabytes = (text: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1_024

function ofProcess(pid: number): Taken | undefined {
  const rollup = read(pid, 'smaps_rollup')
  if (!rollup) return undefined
  return {
    pid,
    name: nameOf(read(pid, 'cmdline').split('\0')),
    rss: megabytes(rollup, 'Rss'),
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
