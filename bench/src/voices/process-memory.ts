import { readdir, readFile } from 'node:fs/promises'

/** The most memory that each living child of this process has had, by its command, in MB. Linux alone tells; else empty. */
export async function childrenPeaks(): Promise<ReadonlyMap<string, number>> {
  const peaks = new Map<string, number>()
  if (process.platform !== 'linux') return peaks
  for (const task of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')
    for (const pid of children.split(' ').filter(Boolean)) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
      const name = command.find((word) => /\.(?:ts|js|py)$/.test(word)) ?? command[0] ?? pid
      if (peak) peaks.set(`${name.split('/').at(-1)} (${pid})`, Number(peak[1]) / 1_024)
    }
  }
  return peaks
}

/** The most memory that this process itself has had, in MB. */
export const ownPeak = (): number => process.resourceUsage().maxRSS / 1_024
