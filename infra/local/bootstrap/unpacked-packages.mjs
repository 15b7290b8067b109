import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { takeLock } from './lock.mjs'
import { cacheFolder, isExecutable, say } from './machine.mjs'

/**
 * Installs a program from Debian packages without root: apt downloads the missing packages and verifies signatures and
 * hashes; they are unpacked into the user's cache folder. Each of `sources` contains `program` (packages, and the file
 * to run); the first that apt finds is used. Returns the file to run; throws one sentence.
 */
export async function unpackProgram(program, sources) {
  const folder = path.join(cacheFolder(), 'programs', program)
  const file = path.join(folder, 'bin', program)
  if (isExecutable(file) && runs(file)) return file
  const release = await takeLock(`${folder}.lock`, program)
  const unfinished = `${folder}.unfinished`
  try {
    if (isExecutable(file) && runs(file)) return file
    say(`Fetching ${program} from the packages of this system into ${folder}, without root.`)
    fs.rmSync(unfinished, { recursive: true, force: true })
    const { entry, files } = download(sources, unfinished)
    for (const name of files) run('dpkg-deb', ['-x', name, path.join(unfinished, 'root')])
    for (const used of ['packages', 'apt'])
      fs.rmSync(path.join(unfinished, used), { recursive: true, force: true })
    const wrapper = writeWrapper(unfinished, program, entry)
    run(wrapper, ['--version'])
    fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(unfinished, folder)
    return file
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true })
    release()
  }
}

/** Downloads the packages of the first source that apt finds, with their missing dependencies. */
function download(sources, folder) {
  const packages = path.join(folder, 'packages')
  fs.mkdirSync(packages, { recursive: true })
  let failure
  // The machine's package lists may be missing or outdated: then uses lists of our own.
  for (const listsOf of [machineLists, ownLists])
    try {
      const lists = listsOf(folder)
      const source = sources.find((one) => isKnown(one, lists))
      if (!source) throw new Error(`apt knows no package ${sources[0].packages[0]}`)
      // --reinstall also lists installed packages: the unpacked folder must be complete.
      const plan = ['--print-uris', '-qq', '--reinstall', '--no-install-recommends', 'install']
      const uris = run('apt-get', [...lists, ...plan, ...source.packages])
      const names = [...uris.matchAll(/^'[^']+' ([^ _]+)_/gm)].map(([, name]) => name)
      run('apt-get', [...lists, '-qq', 'download', ...names], packages)
      return { entry: source.entry, files: fs.readdirSync(packages).map((name) => path.join(packages, name)) }
    } catch (error) {
      failure = error
    }
  throw failure
}

const machineLists = () => []

function ownLists(folder) {
  const apt = path.join(folder, 'apt')
  for (const made of ['lists/partial', 'cache/archives/partial'])
    fs.mkdirSync(path.join(apt, made), { recursive: true })
  const lists = ['-o', `Dir::State::lists=${apt}/lists`, '-o', `Dir::Cache=${apt}/cache`]
  run('apt-get', [...lists, '-qq', 'update'])
  return lists
}

/** Whether apt has a candidate for a source; a name without one is only mentioned by other packages. */
const isKnown = ({ packages: [name], unlike }, lists) => {
  const policy = run('apt-cache', [...lists, 'policy', name])
  return /Candidate: (?!\(none\))/.test(policy) && !unlike?.test(policy)
}

/** Writes a script that runs the program with its downloaded libraries, and returns its path. */
function writeWrapper(folder, program, entry) {
  const root = path.join(folder, 'root')
  if (!isExecutable(path.join(root, entry))) throw new Error(`its packages hold no ${entry}`)
  const libraries = new Set()
  for (const found of fs.readdirSync(root, { recursive: true, withFileTypes: true }))
    if (/\.so(\.|$)/.test(found.name)) libraries.add(path.relative(root, found.parentPath ?? found.path))
  const search = [...libraries].map((library) => `$root/${library}`).join(':')
  const wrapper = path.join(folder, 'bin', program)
  fs.mkdirSync(path.dirname(wrapper))
  fs.writeFileSync(path.join(folder, 'fonts.conf'), FONTS)
  fs.writeFileSync(
    wrapper,
    [
      '#!/bin/sh',
      'folder=$(cd "$(dirname "$0")/.." && pwd)',
      'root="$folder/root"',
      `export LD_LIBRARY_PATH="${search}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
      '[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$folder/fonts.conf"',
      `exec "$root/${entry}" "$@"`,
      '',
    ].join('\n'),
    { mode: 0o755 },
  )
  return wrapper
}

/** If the machine has no fonts configured, uses the downloaded ones: Chromium's pages crash without fonts. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Whether a program prints its version, and so finds its libraries. */
const runs = (file) => spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

/** Returns standard output; throws an Error with the last line of standard error. */
function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new Error(error?.message ?? (stderr.trim().split('\n').at(-1) || `${program} failed`))
}
