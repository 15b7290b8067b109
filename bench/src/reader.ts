// npm run bench -- reader [--script file.fdx] [page] [click] [gaps] [cold] [memory] [size]: what a listener waits for.
import { parseArgs } from 'node:util'
import { click } from './reader/click.ts'
import { cold } from './reader/cold.ts'
import { gaps } from './reader/gaps.ts'
import { memory } from './reader/memory.ts'
import { openPage } from './reader/page.ts'
import { size } from './reader/size.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // A feature of one's own to open, instead of the made one.
  options: { script: { type: 'string' } },
})
const parts: Record<string, () => Promise<void>> = {
  page: () => openPage(values.script),
  click,
  gaps,
  cold,
  memory,
  size,
}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
