import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Sentence, inPath, say } from './machine.mjs'

const PROGRAMS = {
  'redis-server': {
    names: ['redis-server', 'valkey-server'],
    why: 'the queue runs on it',
    hint: 'apt-get install redis-server, dnf install valkey or brew install redis',
  },
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    why: 'the browser journeys run in it',
    hint: 'apt-get install chromium, dnf install chromium or brew install --cask chromium',
  },
}

/** Programs that npm cannot bring. Debian as root: apt; elsewhere one sentence. */
export function installProgram(program) {
  if (PROGRAMS[program].names.some(inPath)) return
  const { why, hint } = PROGRAMS[program]
  const missing = `${program} is missing (${why}).`
  if (!fs.existsSync('/etc/debian_version') || process.getuid?.() !== 0 || !inPath('apt-get'))
    throw new Sentence(`${missing} Install it and start again: ${hint}.`)
  say(`Installing ${program} (apt).`)
  const withoutService = forbidServices()
  try {
    const wait = ['-o', 'DPkg::Lock::Timeout=300']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = (args) => spawnSync('apt-get', [...wait, ...args], { env, encoding: 'utf8' })
    const update = run(['update', '-qq'])
    const install = run(['install', '-y', '-qq', '--no-install-recommends', program])
    if (install.status !== 0) {
      const said = `${update.status === 0 ? '' : update.stderr}${install.stderr}`.trim().split('\n').at(-1)
      throw new Sentence(
        `${missing} apt could not install it (${said}). Install it and start again: ${hint}.`,
      )
    }
  } finally {
    withoutService()
  }
  // The platform starts its own redis-server; the package's system service stays disabled.
  if (program === 'redis-server' && fs.existsSync('/run/systemd/system'))
    spawnSync('systemctl', ['disable', '--now', 'redis-server'], { stdio: 'ignore' })
}

/** Keeps apt from starting the services of what it installs (Debian's policy-rc.d). Returns the undoing. */
function forbidServices() {
  const policy = '/usr/sbin/policy-rc.d'
  try {
    fs.writeFileSync(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 })
    return () => fs.rmSync(policy, { force: true })
  } catch {
    return () => {}
  }
}
