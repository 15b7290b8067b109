// npm run bench -- web [landing] [script] [slow] [library] [lighthouse]: what somebody waits for who has never been here, or has much here.
import { landing } from './web/landing.ts'
import { library } from './web/library.ts'
import { lighthouse } from './web/lighthouse.ts'
import { script } from './web/script.ts'
import { slow } from './web/slow.ts'

const parts: Record<string, () => Promise<void>> = { landing, script, slow, library, lighthouse }
const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
