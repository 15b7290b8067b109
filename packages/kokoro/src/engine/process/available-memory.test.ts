import { expect, test } from 'vitest'
import { availableMemory } from './available-memory.ts'

const MIB = 2 ** 20
/** A machine with 3,000 MiB available, and a container whose limit leaves 100. */
const inContainer = (files: Record<string, string>) => ({
  ofMachine: () => 3_000 * MIB,
  underLimit: () => 100 * MIB,
  read(file: string) {
    const text = files[file]
    if (text === undefined) throw new Error('ENOENT')
    return text
  },
})
const VERSION_1 = '12:cpu,cpuacct:/docker/ab\n5:hugetlb,memory:/docker/ab\n1:name=systemd:/docker/ab\n0::/\n'
const STAT_1 = `cache 5\ninactive_file 7\ntotal_inactive_file ${500 * MIB}\ntotal_active_file 9\n`
const STAT_2 = `anon 5\nfile 6\ninactive_anon 8\ninactive_file ${500 * MIB}\nactive_file 9\n`

test.each([
  ['version 2', { '/proc/self/cgroup': '0::/pod/ab\n', '/sys/fs/cgroup/pod/ab/memory.stat': STAT_2 }],
  [
    'version 2 with a group of its own as the root',
    { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup//memory.stat': STAT_2 },
  ],
  ['version 1', { '/proc/self/cgroup': VERSION_1, '/sys/fs/cgroup/memory/docker/ab/memory.stat': STAT_1 }],
  [
    'version 1 with the path of the machine',
    { '/proc/self/cgroup': VERSION_1, '/sys/fs/cgroup/memory/memory.stat': STAT_1 },
  ],
])('in a container cached files count as available: control groups, %s', (_, files) => {
  expect(availableMemory(inContainer(files))).toBe(600 * MIB)
})

test.each([
  ['no control groups', {}],
  ['no figures', { '/proc/self/cgroup': '0::/ab\n' }],
  [
    'figures without the files',
    { '/proc/self/cgroup': '0::/ab\n', '/sys/fs/cgroup/ab/memory.stat': 'anon 5\n' },
  ],
])('with %s the rest of the limit is available', (_, files) => {
  expect(availableMemory(inContainer(files))).toBe(100 * MIB)
})

test("with a container limit above the machine's memory, no more than the machine has is available", () => {
  const generous = { ...inContainer({}), underLimit: () => 64_000 * MIB }
  expect(availableMemory(generous)).toBe(3_000 * MIB)
})
