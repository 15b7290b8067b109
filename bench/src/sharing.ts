// npm run bench -- sharing [guest] [notes] [revoke]: what a guest waits for, what 5,000 notes cost, how soon a link is closed.
import { guest } from './sharing/guest.ts'
import { notes } from './sharing/notes.ts'
import { revoke } from './sharing/revoke.ts'

const parts: Record<string, () => Promise<void>> = { guest, notes, revoke }
const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
