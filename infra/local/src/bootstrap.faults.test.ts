import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDir } from './testing/launched.ts'

const LOCKFILE = { packages: { '': {}, 'node_modules/left': { version: '1.0.0' } } }
const COMMAND = `
process.on('SIGTERM', () => process.exit(5))
process.on('disconnect', () => process.exit(6))
console.log('RUNNING', process.version, process.argv.slice(2).join(' '), process.env.PATH.split(':')[0])
console.log('PATH ends in', process.env.PATH.split(':').at(-1), 'and the browser is', process.env.CHROMIUM)
console.log('MEMORY', process.env.NODE_COMPILE_CACHE, process.env.MALLOC_ARENA_MAX, process.env.MALLOC_MMAP_THRESHOLD_)
if (process.env.WAIT) setInterval(() => {}, 1000)
else process.exit(7)
`

/** A project that contains only the bootstrap, on a machine whose PATH contains `programs` (name → shell script). */
async function project(programs: Record<string, string> = {}) {
  const root = await temporaryDir()
  const bin = path.join(root, 'bin')
  await mkdir(bin)
  for (const name of ['bootstrap', 'bootstrap.mjs', 'commands.json'])
    await cp(path.join(import.meta.dirname, '..', name), path.join(root, 'infra/local', name), {
      recursive: true,
    })
  await mkdir(path.join(root, 'infra/local/src/commands'), { recursive: true })
  for (const command of ['start', 'lane', 'backup'])
    await writeFile(path.join(root, `infra/local/src/commands/${command}.ts`), COMMAND)
  await writeFile(path.join(root, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify(LOCKFILE))
  const npm = `echo npm $@ >> ${root}/calls; sleep 0.3; mkdir -p ${root}/node_modules/.bin; ln -sf ${process.execPath} ${root}/node_modules/.bin/node`
  for (const [name, script] of Object.entries({ npm, 'redis-server': 'true', ...programs })) {
    if (script !== '') await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  for (const tool of ['sh', 'sleep', 'mkdir', 'ln', 'cat', 'chmod', 'dirname', 'touch'])
    await symlink(`/bin/${tool}`, path.join(bin, tool))
  type Options = {
    flags?: string[]
    env?: Record<string, string>
    onOutput?: (text: string, kill: () => void) => void
  }
  const run = async (args: string[], { flags = [], env = {}, onOutput }: Options = {}) => {
    const child = spawn(process.execPath, [...flags, path.join(root, 'infra/local/bootstrap.mjs'), ...args], {
      env: { PATH: bin, HOME: root, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      onOutput?.(out, () => child.kill('SIGTERM'))
    })
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out, err }
  }
  const calls = async () =>
    (await readFile(path.join(root, 'calls'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
  return { root, bin, run, calls }
}

/** Node flags that run `script` first. */
const loading = (script: string) => ['--import', `data:text/javascript,${encodeURIComponent(script)}`]

test('installs once, even when started twice concurrently, and not again', async () => {
  const { run, calls } = await project()
  const [first, second] = await Promise.all([run(['start']), run(['start'])])
  expect([first?.code, second?.code]).toEqual([7, 7])
  expect(await calls()).toEqual(['npm ci --ignore-scripts --no-audit --no-fund --loglevel=error'])
  expect((await run(['start'])).out).not.toContain('Installing')
})

test('installs again when package-lock.json has changed, unless the installed packages match it', async () => {
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

test('takes over the lock of an installation that was killed', async () => {
  const { root, run } = await project()
  await mkdir(path.join(root, '.cache'))
  await writeFile(path.join(root, '.cache/install.lock'), '999999999')
  expect((await run(['start'])).code).toBe(7)
})

test('decision 0054: the launcher caches compiled code and returns memory; short commands do not', async () => {
  const { root, run } = await project()
  const compiled = path.join(root, 'node_modules/.cache/and-scene/compiled')
  expect((await run(['start'])).out).toContain(`MEMORY ${compiled} 1 16384\n`)
  expect(
    (await run(['start'], { env: { NODE_COMPILE_CACHE: '/own', MALLOC_ARENA_MAX: '3' } })).out,
  ).toContain('MEMORY /own 3 16384\n')
  expect((await run(['backup', 'file'])).out).toContain('MEMORY undefined undefined undefined\n')
})

test('runs the command on the Node that npm installed, with its arguments, PATH, exit code and signals', async () => {
  const { root, run } = await project()
  const { out } = await run(['test:e2e', 'a', 'b'], { env: { CHROMIUM: process.execPath } })
  expect(out).toContain(`RUNNING ${process.version} e2e a b ${path.join(root, 'node_modules/.bin')}`)
  const ended = await run(['start'], {
    env: { WAIT: 'yes' },
    onOutput: (text, kill) => text.includes('RUNNING') && kill(),
  })
  expect(ended.code).toBe(5)
})

test.runIf(process.platform === 'linux')(
  'exits when npm is killed with SIGKILL, which forwards no signal',
  async () => {
    const { root, bin } = await project()
    // Like npm, runs the script through a shell.
    const command = `"${process.execPath}" ${root}/infra/local/bootstrap.mjs start; true`
    const npm = spawn(
      process.execPath,
      [
        '-e',
        "require('child_process').spawn('sh', ['-c', process.argv[1]], { stdio: ['ignore', 'inherit', 'inherit'] })",
        command,
      ],
      {
        env: { PATH: bin, HOME: root, WAIT: 'yes', npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    npm.stdout.on('data', (chunk) => String(chunk).includes('RUNNING') && npm.kill('SIGKILL'))
    // The pipe closes when the last process has exited.
    await once(npm.stdout, 'close')
    expect(npm.signalCode).toBe('SIGKILL')
  },
)

test('prints one sentence when Node is too old', async () => {
  const { run } = await project()
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.1.0' } })"
  expect(await run(['start'], { flags: loading(older) })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Node 18\.1\.0 is too old: install Node 20 or later .*\n$/) as string,
  })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no npm', { npm: '' }, /^npm was not found: .*$/],
  ['npm failing', { npm: 'exit 1' }, /^Installing the dependencies failed .* start again\.$/],
  [
    'no redis-server and an apt that fails',
    { 'redis-server': '', 'apt-get': 'echo E: no network >&2; exit 100' },
    /^redis-server is missing .*(E: no network|Install it).*apt-get install redis-server.*$/,
  ],
  [
    'no redis-server and no apt',
    { 'redis-server': '' },
    /^redis-server is missing .* Install it and start again: .*$/,
  ],
])('prints one sentence with the fix for %s', async (_what, programs, sentence) => {
  const { run } = await project(programs)
  const { code, err } = await run(['start'])
  expect(code).toBe(1)
  expect(err.trimEnd()).toMatch(sentence)
})

test('prints help without installing anything, and rejects an unknown command or option with exit code 2', async () => {
  const { run, calls } = await project()
  const help = await run(['restore', '--help'])
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('npm run restore -- FILE [OPTIONS]')])
  for (const [args, sentence] of [
    [['strat'], /^Unknown command "strat"/],
    [['backup', 'a', '--x'], /^Unknown option/],
  ] as const) {
    const { code, err } = await run([...args])
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)])
  }
  expect(await calls()).toEqual([])
})

/** A user who is not root. */
const asUser = loading('process.getuid = () => 1000')

/**
 * A fake apt with one package, available once its lists are downloaded, and a fake dpkg-deb that unpacks a program that
 * prints its version.
 */
function packages(name: string, file: string, listed = true) {
  const calls = 'echo "apt $*" >> "$HOME/calls"'
  const known = listed ? 'true' : `[ -e "$HOME/listed" ]`
  return {
    'apt-cache': `${known} && echo "  Candidate: 1.2-3" || echo "  Candidate: (none)"`,
    'apt-get': `${calls}
      case "$*" in
        *update*) touch "$HOME/listed" ;;
        *--print-uris*) echo "'http://packages.example/${name}.deb' ${name}_1.2-3_amd64.deb 12" ;;
        *download*) touch ${name}_1.2-3_amd64.deb ;;
      esac`,
    'dpkg-deb': `mkdir -p "$3/${path.dirname(file)}"
      echo '#!/bin/sh' > "$3/${file}"
      echo 'echo 1.2' >> "$3/${file}"
      chmod 755 "$3/${file}"`,
  }
}

describe.runIf(existsSync('/etc/debian_version'))('on Debian without root', () => {
  const cached = '.cache/and-scene/programs/redis-server'

  test.each([
    ['the package lists of the machine', true],
    ['its own package lists if the machine has none', false],
  ])("downloads the package of redis-server with %s into the user's cache, once", async (_by, listed) => {
    const { root, run, calls } = await project({
      'redis-server': '',
      ...packages('redis-server', 'usr/bin/redis-server', listed),
    })
    // An unfinished download of a killed start must not be used.
    await mkdir(path.join(root, `${cached}.unfinished/root`), { recursive: true })
    const { code, out, err } = await run(['start'], { flags: asUser })
    expect({ code, err }).toEqual({ code: 7, err: '' })
    expect(out).toContain(`PATH ends in ${path.join(root, cached, 'bin')} `)
    const first = await calls()
    expect(first.filter((call) => call.includes('download'))).toHaveLength(1)
    expect(first.some((call) => call.includes('update'))).toBe(!listed)
    expect((await run(['start'], { flags: asUser })).out).not.toContain('Fetching')
    expect(await calls()).toEqual(first)
    expect(await readdir(path.join(root, path.dirname(cached)))).toEqual(['redis-server'])
  })
})

describe('the browser of the journeys', () => {
  test('is an installed one, unless it is a snap', async () => {
    const { root, bin, run } = await project({ 'google-chrome': 'echo 150' })
    await mkdir(path.join(root, 'snap/bin'), { recursive: true })
    await writeFile(path.join(root, 'snap/bin/chromium'), '#!/bin/sh\n', { mode: 0o755 })
    await symlink(path.join(root, 'snap/bin/chromium'), path.join(bin, 'chromium'))
    expect((await run(['test:e2e'])).out).toContain(`the browser is ${path.join(bin, 'google-chrome')}`)
  })

  test('is the one that CHROMIUM names, which must exist', async () => {
    const { bin, run } = await project({ chromium: 'true', mine: 'true' })
    const mine = path.join(bin, 'mine')
    expect((await run(['test:e2e'], { env: { CHROMIUM: mine } })).out).toContain(`the browser is ${mine}`)
    expect(await run(['test:e2e'], { env: { CHROMIUM: '/no/such/program' } })).toMatchObject({
      code: 1,
      err: 'CHROMIUM names no program that can be run: /no/such/program\n',
    })
  })
})
