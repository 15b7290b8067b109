import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** What a process takes, in MB of 1,024² bytes. */
export type Taken = {
  name: string
  /** What is in memory of all that it can see; what several share stands with each of them. */
  rss: number
  /** The same, where what is shared stands with each in equal parts: the sum is what all of them take. */
  pss: number
}

/** Where the system says what processes take. */
export const CAN_BE_READ = process.platform === 'linux'

/** What a process and all that descend from it take, the largest first. */
export async function takenBy(root: number): Promise<Taken[]> {
  const children = await childrenByParent()
  const pids = [root]
  for (const pid of pids) pids.push(...(children.get(pid) ?? []))
  const taken = await Promise.all(pids.map(ofProcess))
  return taken.filter((one) => one !== undefined).sort((a, b) => b.pss - a.pss)
}

async function childrenByParent(): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>()
  for (const name of await readdir('/proc')) {
    // A process may have ended in the meantime.
    const stat = /^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined))
    if (!stat) continue
    const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  return children
}

async function ofProcess(pid: number): Promise<Taken | undefined> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const megabytes = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(rollup)![1]) / 1_024
    return { name: nameOf(command.split('\0')), rss: megabytes('Rss'), pss: megabytes('Pss') }
  } catch {
    return undefined
  }
}

/** Of processes of ours as the log calls them. */
const NAMES: [RegExp, string][] = [
  [/\/kokoro\/src\/engine\//, 'engine of the natural voices'],
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
