import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { ROOT, Sentence, findProgram, isExecutable, say } from './machine.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Where Chrome and Chromium are installed without a name in PATH; on a Mac for all users or for one. */
const PLACES = [
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  ...['/Applications', path.join(os.homedir(), 'Applications')].flatMap((folder) => [
    path.join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
    path.join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
  ]),
]
const CONNECT_MS = 10_000

/** A Chrome or Chromium that runs: the one that CHROMIUM names, an installed one, or Playwright's own. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Sentence(`CHROMIUM names no program that can be run: ${chosen}`)
  }
  const named = NAMES.map((name) => findProgram([name]))
  return [...named, ...PLACES, playwrightsFile()].find((file) => file && isExecutable(file) && works(file))
}

/** Playwright's own build, downloaded into the user's cache; undefined where it cannot be had or does not run. */
export function downloadBrowser() {
  const file = playwrightsFile()
  if (!file) return undefined
  say('Downloading a Chromium for the browser journeys (Playwright).')
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECT_MS) }
  spawnSync(process.execPath, [PLAYWRIGHT_CLI(), 'install', 'chromium', '--no-shell'], {
    env,
    stdio: 'ignore',
  })
  return isExecutable(file) && works(file) ? file : undefined
}

const ofEndToEnd = createRequire(path.join(ROOT, 'e2e/package.json'))
const PLAYWRIGHT_CLI = () => ofEndToEnd.resolve('@playwright/test/cli')

/** Where Playwright keeps or would keep its Chromium; it builds none for some systems. */
function playwrightsFile() {
  try {
    return ofEndToEnd('@playwright/test').chromium.executablePath() || undefined
  } catch {
    return undefined
  }
}

/** Finds its libraries; and is no snap, which cannot see the profile that a test gives it (nor runs where snapd does not). */
const works = (file) =>
  !/(^|\/)snap(\/|$)/.test(fs.realpathSync(file)) &&
  spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
