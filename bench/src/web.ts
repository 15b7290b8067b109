// npm run bench -- web [landing] [script] [lighthouse]: what somebody waits for who has never been here.
import { landing } from './web/landing.ts'
import { lighthouse } from './web/lighthouse.ts'
import { script } from './web/script.ts'

const parts: Record<string, () => Promise<void>> = { landing, script, lighthouse }
const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
