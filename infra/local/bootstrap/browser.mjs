import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { ROOT, Sentence, findProgram, isExecutable, say } from './machine.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Locations of Chrome and Chromium outside PATH; on a Mac, installed for all users or for one. */
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

/** A working Chrome or Chromium: the one that CHROMIUM names, an installed one, or Playwright's own. */
export function findBrowser() {
  const chosen = process.env.CHROMIUM
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Sentence(`CHROMIUM names no program that can be run: ${chosen}`)
  }
  const named = NAMES.map((name) => findProgram([name]))
  return [...named, ...PLACES, playwrightsFile()].find((file) => file && isExecutable(file) && works(file))
}

/**
 * Downloads Playwright's own build into the user's cache; undefined if the download fails or the build does not run.
 */
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

const requireFromE2e = createRequire(path.join(ROOT, 'e2e/package.json'))
const PLAYWRIGHT_CLI = () => requireFromE2e.resolve('@playwright/test/cli')

/** Where Playwright stores its Chromium; it has no build for some systems. */
function playwrightsFile() {
  try {
    return requireFromE2e('@playwright/test').chromium.executablePath() || undefined
  } catch {
    return undefined
  }
}

/** Whether the browser starts and is no snap. A snap cannot read a test's temporary profile, nor run without snapd. */
const works = (file) =>
  !/(^|\/)snap(\/|$)/.test(fs.realpathSync(file)) &&
  spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
