// npm run bench -- scale [speed] [flat] [listeners] [million] [windowed] [rows] [table] [--pages N …]: what a clip costs, with a thousand
// scripts and with a million jobs, and what so many pages a day ask for (docs/scale.md). Without names all of it.
import { parseArgs } from 'node:util'
import { flat } from './scale/flat.ts'
import { listeners } from './scale/listeners.ts'
import { million } from './scale/million.ts'
import { rows } from './scale/rows.ts'
import { speed } from './scale/speed.ts'
import { table, tableOptions } from './scale/table.ts'
import { windowed } from './scale/windowed.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '1000000' },
    engine: { type: 'string', multiple: true, default: [] as string[] },
    ...tableOptions,
  },
})
const parts: Record<string, () => Promise<void>> = {
  speed: () => speed(values.engine),
  flat,
  listeners,
  million: () => million(Number(values.jobs)),
  windowed,
  rows,
  table: async () => table(values),
}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
