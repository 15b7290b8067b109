import type { Stand } from './stand.ts'

const PARTS = ['edge', 'gateway', 'scripts', 'tts', 'tts-worker', 'subscriptions', 'identity']

/** Runs inside a container: prints its user and permissions. */
const INSPECT_SCRIPT = `
import { existsSync, readFileSync, writeFileSync, readdirSync } from 'node:fs'
const status = readFileSync('/proc/1/status', 'utf8')
const field = (name) => new RegExp('^' + name + ':\\\\s+(.+)$', 'm').exec(status)?.[1]
const writes = (file) => { try { writeFileSync(file, ''); return true } catch { return false } }
console.log(JSON.stringify({
  uid: field('Uid').split(/\\s/)[0],
  capabilities: field('CapEff'),
  noNewPrivileges: field('NoNewPrivs'),
  writable: ['/x', '/app/x', '/usr/x', '/home/x'].filter(writes),
  tools: ['npm', 'npx', 'curl', 'wget'].filter((name) => ['/bin/', '/usr/bin/', '/usr/local/bin/'].some((d) => existsSync(d + name))),
  development: ['typescript', 'vitest', 'nx', 'oxlint', '@andscene/testing'].filter((name) => existsSync('/app/node_modules/' + name)),
  tests: readdirSync('/app', { recursive: true }).filter((name) => /\\.test\\.tsx?$/.test(name) && !name.includes('node_modules')).length,
}))
`
const EXPECTED = {
  uid: '10001',
  capabilities: '0000000000000000',
  noNewPrivileges: '1',
  writable: [],
  tools: [],
  development: [],
  tests: 0,
}

/** Every own container runs as an unnamed user on a read-only file system, without development tools. */
export async function lookInside(stand: Stand): Promise<string> {
  const wrong: string[] = []
  for (const service of PARTS) {
    const [container] = await stand.containers(service)
    const seen = JSON.parse(await stand.node(container!.id, INSPECT_SCRIPT)) as Record<string, unknown>
    for (const [name, value] of Object.entries(EXPECTED))
      if (JSON.stringify(seen[name]) !== JSON.stringify(value))
        wrong.push(`${service}: ${name} is ${JSON.stringify(seen[name])}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  return `${PARTS.length} parts`
}
