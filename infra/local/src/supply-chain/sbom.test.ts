import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'

type Component = { name: string; version: string; hashes?: { alg: string }[] }

test('npm run sbom lists every dependency of every workspace, as CycloneDX', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 ** 2,
  })
  const bom = JSON.parse(stdout) as { bomFormat: string; components: Component[] }
  expect(bom.bomFormat).toBe('CycloneDX')
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
    >
  }
  const direct = Object.entries(packages)
    .filter(([folder]) => !folder.includes('node_modules/'))
    .flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    // Our own workspaces are named by `*`.
    .filter(([, version]) => version !== '*')
    .map(([name, version]) => `${name}@${version}`)
  expect(direct.length).toBeGreaterThan(50)
  expect(direct.filter((title) => !listed.has(title))).toEqual([])
}, 60_000)
