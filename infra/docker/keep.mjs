// node keep.mjs WORKSPACE…: while an image is built, removes workspaces that the named ones do not depend on, and
// packages that only tests need. Plain JavaScript: it runs before anything is installed.
import fs from 'node:fs'
import path from 'node:path'

const manifest = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
const folders = fs
  .globSync(manifest('.').workspaces.map((pattern) => `${pattern}/package.json`))
  .map((file) => path.dirname(file))
const folderOf = new Map(folders.map((folder) => [manifest(folder).name, folder]))

const kept = new Set()
const keep = (folder) => {
  if (kept.has(folder)) return
  kept.add(folder)
  for (const name of Object.keys(manifest(folder).dependencies ?? {})) {
    const other = folderOf.get(name)
    if (other) keep(other)
  }
}
for (const folder of process.argv.slice(2)) keep(folder)

for (const [name, folder] of folderOf) {
  if (kept.has(folder)) {
    fs.rmSync(path.join(folder, 'src/testing'), { recursive: true, force: true })
    continue
  }
  // The health check is in every image.
  if (folder !== 'infra/docker') fs.rmSync(folder, { recursive: true })
  fs.rmSync(path.join('node_modules', name), { force: true })
}
for (const file of ['infra/docker/src', 'infra/docker/keep.mjs', '.npmrc', 'package-lock.json'])
  fs.rmSync(file, { recursive: true, force: true })
for (const [folder] of [['shells'], ['remotes']])
  if (fs.existsSync(folder) && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder)
