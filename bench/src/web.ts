import { runParts } from './run-parts.ts'
import { landing } from './web/landing.ts'
import { library } from './web/library.ts'
import { lighthouse } from './web/lighthouse.ts'
import { slow } from './web/slow.ts'

await runParts({
  about: 'First visits over slow networks, a library of 500 scripts, and the scores of Lighthouse.',
  parts: { landing, slow, library, lighthouse },
})
