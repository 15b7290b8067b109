import { runParts } from './run-parts.ts'
import { guest } from './sharing/guest.ts'
import { notes } from './sharing/notes.ts'
import { revoke } from './sharing/revoke.ts'

await runParts({
  about: 'What a guest waits for, what 5,000 notes cost, how soon a link is closed.',
  parts: { guest, notes, revoke },
})
