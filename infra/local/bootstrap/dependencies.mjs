import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { takeLock } from './lock.mjs'
import { MODULES, ROOT, Sentence, readText, say } from './machine.mjs'

const STAMP = path.join(MODULES, '.and-scene-installed')

/** Runs `npm ci`, unless the installed packages match package-lock.json. Concurrent runs wait for each other. */
export async function installDependencies() {
  const lockfile = readText(path.join(ROOT, 'package-lock.json'))
  if (lockfile === undefined)
    throw new Sentence('package-lock.json is missing: get a whole copy of the project.')
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lockfile}`).digest('hex')
  const installed = () => readText(STAMP) === wanted || (treeMatches(lockfile) && stamp(wanted))
  if (installed()) return
  const release = await takeLock(path.join(ROOT, '.cache', 'install.lock'), 'the dependencies')
  try {
    if (installed()) return
    say('Installing dependencies (npm ci). The first time this takes a minute or two.')
    // No installed package needs an install script (package.json, allowScripts). NODE_ENV=production would omit the
    // packages that build and run the project.
    const { NODE_ENV: _, ...env } = process.env
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (npm.error) throw new Sentence('npm was not found: install it together with Node and start again.')
    if (npm.status !== 0)
      throw new Sentence(
        'Installing the dependencies failed (npm says above why): see to the network and to free disk space, then start again.',
      )
    stamp(wanted)
  } finally {
    release()
  }
}

function stamp(wanted) {
  fs.writeFileSync(STAMP, wanted)
  return true
}

/** Whether npm's record of installed packages covers the lockfile; a developer's own `npm install` counts. */
function treeMatches(lockfile) {
  const record = readText(path.join(MODULES, '.package-lock.json'))
  if (record === undefined) return false
  try {
    const present = JSON.parse(record).packages
    return Object.entries(JSON.parse(lockfile).packages).every(([folder, wanted]) => {
      if (!folder.includes('node_modules/')) return true
      const found = present[folder]
      if (!found) return wanted.optional === true || wanted.devOptional === true
      return found.version === wanted.version && found.link === wanted.link
    })
  } catch {
    return false
  }
}
