// npm run bench -- narration [--script file.fdx] [whole-script] [requests] [workers] [memory]: the voices behind a table
// read. Without names all four; the script is the bundled sample unless a file is named.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { memory } from './narration/memory.ts'
import { requests } from './narration/requests.ts'
import { wholeScript } from './narration/whole-script.ts'
import { moreWorkers } from './narration/workers.ts'

const SAMPLE = path.resolve(
  import.meta.dirname,
  '../../packages/screenplay/samples/the-lighthouse-keeper.fdx',
)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { script: { type: 'string', default: SAMPLE } },
})
const parts: Record<string, () => Promise<void>> = {
  'whole-script': () => wholeScript(path.resolve(values.script)),
  requests: () => requests(path.resolve(values.script)),
  workers: moreWorkers,
  memory,
}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
