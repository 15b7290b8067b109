// Preloaded (node --import): kills the process immediately before its rename number KILLED_AT_RENAME.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env['KILLED_AT_RENAME'])
const { rename } = fs.promises
let count = 0
fs.promises.rename = async (from, to) => {
  count += 1
  if (count === at) process.kill(process.pid, 'SIGKILL')
  await rename(from, to)
}
syncBuiltinESMExports()
