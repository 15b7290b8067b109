// npm run bench -- scripts [--script file.fdx] [parse] [library] [cache]: how long a writer waits for a script.
import { parseArgs } from 'node:util'
import { openWithClips } from './scripts/cache.ts'
import { library } from './scripts/library.ts'
import { parsing } from './scripts/parsing.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // A feature of one's own to measure with, beside the made one.
  options: { script: { type: 'string' } },
})
const parts: Record<string, () => Promise<void>> = {
  parse: () => parsing(values.script),
  library: () => library(values.script),
  cache: openWithClips,
}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
