import { readFileSync } from 'node:fs'
import { freemem } from 'node:os'

export type MemorySystem = {
  /** Includes files that the system caches. */
  ofMachine(): number
  /** The rest of a container's limit, or {@link ofMachine} without a limit. */
  underLimit(): number
  /** The text of a file of the kernel; throws if it does not exist. */
  read(file: string): string
}

const SYSTEM: MemorySystem = {
  ofMachine: freemem,
  underLimit: () => process.availableMemory(),
  read: (file) => readFileSync(file, 'utf8'),
}

/** Bytes that must be available for another copy of the model, which takes up to 350 MB; the rest is for others. */
export const ROOM = 1.5 * 2 ** 30

const CONTROL_GROUPS = '/sys/fs/cgroup'

/**
 * What machine and container leave. Node counts cached files against the limit of a container,
 * although the kernel drops them: after some hours nothing would seem to be left.
 */
export const availableMemory = (system: MemorySystem = SYSTEM): number =>
  Math.min(system.ofMachine(), system.underLimit() + filesKept(system.read))

/** Bytes of files that the kernel caches for this control group and has not used again; 0 if unknown. */
function filesKept(read: MemorySystem['read']): number {
  const groups = textOf(read, '/proc/self/cgroup')
  // Version 1 has a tree of groups for memory, version 2 one for everything.
  const first = /^\d+:(?:.*,)?memory(?:,.*)?:(.*)$/m.exec(groups)?.[1]
  const [root, key, path] =
    first === undefined
      ? [CONTROL_GROUPS, 'inactive_file', /^0::(.*)$/m.exec(groups)?.[1] ?? '']
      : [`${CONTROL_GROUPS}/memory`, 'total_inactive_file', first]
  // In a container the path may be that of the machine, where the container has its own group as the root.
  const figures = textOf(read, `${root}${path}/memory.stat`) || textOf(read, `${root}/memory.stat`)
  return Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(figures)?.[1] ?? 0)
}

function textOf(read: MemorySystem['read'], file: string): string {
  try {
    return read(file)
  } catch {
    return ''
  }
}
