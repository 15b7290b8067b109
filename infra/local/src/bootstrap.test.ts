import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDir } from './testing/launched.ts'

const LOCKFILE = { packages: { '': {}, 'node_modules/left': { version: '1.0.0' } } }
const COMMAND = `
process.on('SIGTERM', () => process.exit(5))
process.on('disconnect', () => process.exit(6))
console.log('RUNNING', process.version, process.argv.slice(2).join(' '), process.env.PATH.split(':')[0])
if (process.argv[2] === 'wait') setInterval(() => {}, 1000)
else process.exit(7)
`

/** A project with nothing but the bootstrap, on a machine whose PATH holds `programs` (name → shell script). */
async function project(programs: Record<string, string> = {}) {
  const root = await temporaryDir()
  const bin = path.join(root, 'bin')
  await mkdir(bin)
  await cp(path.join(import.meta.dirname, '..', 'bootstrap'), path.join(root, 'infra/local/bootstrap'), {
    recursive: true,
  })
  await cp(
    path.join(import.meta.dirname, '..', 'bootstrap.mjs'),
    path.join(root, 'infra/local/bootstrap.mjs'),
  )
  await mkdir(path.join(root, 'infra/local/src/commands'), { recursive: true })
  await writeFile(path.join(root, 'infra/local/src/commands/start.ts'), COMMAND)
  await writeFile(path.join(root, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify(LOCKFILE))
  const npm = `echo npm $@ >> ${root}/calls; sleep 0.3; mkdir -p ${root}/node_modules/.bin; ln -sf ${process.execPath} ${root}/node_modules/.bin/node`
  for (const [name, script] of Object.entries({ npm, 'redis-server': 'true', ...programs })) {
    if (script === '') continue
    await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(path.join(bin, name), 0o755)
  }
  for (const tool of ['sh', 'sleep', 'mkdir', 'ln']) await symlink(`/bin/${tool}`, path.join(bin, tool))
  const run = (
    args: string[],
    options: { flags?: string[]; onOutput?: (text: string, kill: () => void) => void } = {},
  ) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(
        process.execPath,
        [...(options.flags ?? []), path.join(root, 'infra/local/bootstrap.mjs'), ...args],
        {
          env: { PATH: bin, HOME: root },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let out = ''
      let err = ''
      child.stdout.on('data', (chunk) => {
        out += String(chunk)
        options.onOutput?.(out, () => child.kill('SIGTERM'))
      })
      child.stderr.on('data', (chunk) => (err += String(chunk)))
      child.on('close', (code) => resolve({ code, out, err }))
    })
  const calls = async () =>
    (await readFile(path.join(root, 'calls'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
  return { root, bin, run, calls }
}

it('installs once, also when started twice at the same time, and not again', async () => {
  const { run, calls } = await project()
  const [first, second] = await Promise.all([run(['start']), run(['start'])])
  expect([first?.code, second?.code]).toEqual([7, 7])
  expect(await calls()).toEqual(['npm ci --ignore-scripts --no-audit --no-fund --loglevel=error'])
  expect((await run(['start'])).out).not.toContain('Installing')
})

it('installs again when package-lock.json changed, unless what is installed fits it', async () => {
  const { root, run, calls } = await project()
  await run(['start'])
  const changed = { packages: { ...LOCKFILE.packages, 'node_modules/right': { version: '2.0.0' } } }
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify(changed))
  await run(['start'])
  expect(await calls()).toHaveLength(2)
  const own = {
    packages: { 'node_modules/left': { version: '1.1.0' }, 'node_modules/right': { version: '2.0.0' } },
  }
  await writeFile(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify(own))
  await writeFile(
    path.join(root, 'package-lock.json'),
    JSON.stringify({ packages: { ...own.packages, '': {} } }),
  )
  await run(['start'])
  expect(await calls()).toHaveLength(2)
})

it('takes over the lock of an installation that was killed', async () => {
  const { root, run } = await project()
  await mkdir(path.join(root, '.cache'))
  await writeFile(path.join(root, '.cache/install.lock'), '999999999')
  expect((await run(['start'])).code).toBe(7)
})

it('hands over to the Node that npm brought: arguments, PATH, exit code, signals', async () => {
  const { root, run } = await project()
  const { out } = await run(['start', 'a', 'b'])
  expect(out).toContain(`RUNNING ${process.version} a b ${path.join(root, 'node_modules/.bin')}`)
  const ended = await run(['start', 'wait'], { onOutput: (text, kill) => text.includes('RUNNING') && kill() })
  expect(ended.code).toBe(5)
})

it.runIf(process.platform === 'linux')(
  'ends when npm is killed with SIGKILL, which sends no signal on',
  async () => {
    const { root, bin } = await project()
    // As npm runs a script: through a shell.
    const command = `"${process.execPath}" ${root}/infra/local/bootstrap.mjs start wait; true`
    const npm = spawn(
      process.execPath,
      [
        '-e',
        "require('child_process').spawn('sh', ['-c', process.argv[1]], { stdio: ['ignore', 'inherit', 'inherit'] })",
        command,
      ],
      { env: { PATH: bin, HOME: root, npm_lifecycle_event: 'start' }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    npm.stdout.on('data', (chunk) => String(chunk).includes('RUNNING') && npm.kill('SIGKILL'))
    // The pipe closes when the last of them is gone.
    await once(npm.stdout, 'close')
    expect(npm.signalCode).toBe('SIGKILL')
  },
)

it.each([
  ['too old a Node', ['start'], {}, /^Node 18\.1\.0 is too old: install Node 20 or later .*$/, '18.1.0'],
  ['an unknown command', ['strat'], {}, /^Unknown command "strat"\. There are: .*$/, undefined],
  ['no npm', ['start'], { npm: '' }, /^npm was not found: .*$/, undefined],
  [
    'npm failing',
    ['start'],
    { npm: 'exit 1' },
    /^Installing the dependencies failed .* start again\.$/,
    undefined,
  ],
  [
    'no redis-server and an apt that fails',
    ['start'],
    { 'redis-server': '', 'apt-get': 'echo E: no network >&2; exit 100' },
    /^redis-server is missing .*(E: no network|Install it).*apt-get install redis-server.*$/,
    undefined,
  ],
  [
    'no redis-server and no apt',
    ['start'],
    { 'redis-server': '' },
    /^redis-server is missing .* Install it and start again: .*$/,
    undefined,
  ],
] as const)('says in one sentence what to do about %s', async (_what, args, programs, sentence, version) => {
  const { run } = await project(programs)
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const flags = version ? ['--import', `data:text/javascript,${encodeURIComponent(older)}`] : []
  const { code, err } = await run([...args], { flags })
  expect(code).toBe(1)
  expect(err.trimEnd()).toMatch(sentence)
})
