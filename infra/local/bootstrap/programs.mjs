import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { downloadBrowser, findBrowser } from './browser.mjs'
import { Sentence, findProgram, inPath, say } from './machine.mjs'
import { unpackProgram } from './unpacked-packages.mjs'

/** `find` searches the machine, `fetch` downloads for the current user only, `sources` lists Debian packages. */
const PROGRAMS = {
  'redis-server': {
    find: () => findProgram(['redis-server', 'valkey-server']),
    why: 'the queue runs on it',
    commands: {
      debian: 'sudo apt-get install redis-server',
      fedora: 'sudo dnf install valkey',
      mac: 'brew install redis',
    },
    sources: [
      { packages: ['redis-server', 'redis-tools'], entry: 'usr/bin/redis-server' },
      { packages: ['valkey-server', 'valkey-tools'], entry: 'usr/bin/valkey-server' },
    ],
  },
  chromium: {
    find: findBrowser,
    fetch: downloadBrowser,
    why: 'the browser journeys run in it',
    commands: {
      debian: 'sudo apt-get install chromium',
      fedora: 'sudo dnf install chromium',
      mac: 'brew install --cask google-chrome',
    },
    // Ubuntu's package of this name only installs the snap.
    sources: [{ packages: ['chromium'], entry: 'usr/lib/chromium/chromium', unlike: /snap/ }],
  },
}

/** Returns the file of an installed or downloaded program. Throws one sentence with the install command. */
export async function provideProgram(program) {
  const { find, fetch, why, commands, sources } = PROGRAMS[program]
  const found = find() ?? fetch?.()
  if (found) return found
  const missing = `${program} is missing (${why}).`
  const advice = `Install it and start again: ${adviceFor(commands)}.`
  try {
    if (isDebian() && process.getuid?.() === 0) {
      installAsRoot(program)
      return find()
    }
    if (isDebian() && inPath('dpkg-deb')) return await unpackProgram(program, sources)
  } catch (error) {
    if (error instanceof Sentence) throw error
    throw new Sentence(`${missing} Its packages could not be fetched (${error.message}). ${advice}`)
  }
  throw new Sentence(`${missing} ${advice}`)
}

const isDebian = () => fs.existsSync('/etc/debian_version') && inPath('apt-get')

/** The install command for this system, or all three if the system is unknown. */
function adviceFor({ debian, fedora, mac }) {
  if (process.platform === 'darwin')
    return inPath('brew') ? mac : `install Homebrew (https://brew.sh), then ${mac}`
  if (isDebian()) return debian
  return inPath('dnf') ? fedora : `${debian}, ${fedora} or ${mac}`
}

function installAsRoot(program) {
  say(`Installing ${program} (apt).`)
  const withoutService = forbidServices()
  try {
    const wait = ['-o', 'DPkg::Lock::Timeout=300']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = (args) => spawnSync('apt-get', [...wait, ...args], { env, encoding: 'utf8' })
    const update = run(['update', '-qq'])
    const install = run(['install', '-y', '-qq', '--no-install-recommends', program])
    if (install.status !== 0)
      throw new Error(
        `${update.status === 0 ? '' : update.stderr}${install.stderr}`.trim().split('\n').at(-1),
      )
  } finally {
    withoutService()
  }
  // The platform starts its own redis-server: the package's system service stays disabled.
  if (program === 'redis-server' && fs.existsSync('/run/systemd/system'))
    spawnSync('systemctl', ['disable', '--now', 'redis-server'], { stdio: 'ignore' })
}

/**
 * Prevents apt from starting the services that it installs (Debian's policy-rc.d). Returns a function that undoes this.
 */
function forbidServices() {
  const policy = '/usr/sbin/policy-rc.d'
  try {
    fs.writeFileSync(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 })
    return () => fs.rmSync(policy, { force: true })
  } catch {
    return () => {}
  }
}
