import { OperatorError } from '@andscene/service-kit/operator-error'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '../engine.ts'
import { outcome, run } from '../run.ts'
import { makeBases } from './bases.ts'

/** Programs and the Debian packages that contain them. */
const PACKAGES = {
  podman: 'podman',
  runc: 'runc',
  mmdebstrap: 'mmdebstrap',
  iptables: 'iptables',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
}

/** Keeps limits that cannot be raised; uses runc, because crun refuses hybrid cgroups; runs without systemd. */
const CONTAINERS_CONF = (folder: string) => `[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
[containers]
default_ulimits=["nofile=1024:1024","nproc=1000:1000"]
[network]
network_config_dir="${path.join(folder, 'networks')}"
`
const STORAGE_CONF = (folder: string) => `[storage]
driver="overlay"
graphroot="${path.join(folder, 'storage')}"
runroot="${path.join(folder, 'run')}"
`

/**
 * Podman with its own images and networks in the user's cache folder, and base images from Debian's packages: for
 * machines without an image registry. Installs missing packages; requires root on Debian.
 */
export async function localEngine(say: (line: string) => void): Promise<Engine> {
  await install(say)
  const folder = path.join(
    process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'),
    'and-scene/containers',
  )
  for (const name of ['networks', 'storage', 'run']) await mkdir(path.join(folder, name), { recursive: true })
  const file = async (name: string, content: string) => {
    const target = path.join(folder, name)
    await writeFile(target, content)
    return target
  }
  const env = {
    CONTAINERS_CONF: await file('containers.conf', CONTAINERS_CONF(folder)),
    CONTAINERS_STORAGE_CONF: await file('storage.conf', STORAGE_CONF(folder)),
  }
  const bases = await makeBases({ podman: (args) => run('podman', args, { env }), folder, say })
  return { program: 'podman', env, bases, runsHealthChecks: false, serve: () => serve(env) }
}

async function install(say: (line: string) => void): Promise<void> {
  const missing: string[] = []
  for (const [program, name] of Object.entries(PACKAGES))
    if ((await outcome(program, ['--version'])).code === 127) missing.push(name)
  const isDebian = (await outcome('apt-get', ['--version'])).code === 0
  if (process.getuid?.() !== 0 || !isDebian)
    throw new OperatorError(
      'A base made here needs root on Debian: run it there, or with --base registry where Docker runs.',
    )
  if (missing.length === 0) return
  say(`Installing ${missing.join(', ')} (apt).`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq']
  await run('apt-get', [...wait, 'update'], { env })
  await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...missing], { env })
}

/** Serves Docker's API with Podman on a temporary socket. */
async function serve(env: Record<string, string>): Promise<{ host: string; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'andscene-podman-'))
  const socket = path.join(folder, 'podman.sock')
  const child = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  const host = `unix://${socket}`
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(200))
    if ((await outcome('podman', ['--url', host, 'version'], { env })).code === 0) return { host, close }
  await close()
  throw new OperatorError('Podman does not answer on its socket.')
}
