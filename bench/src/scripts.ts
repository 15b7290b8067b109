import { runParts } from './run-parts.ts'
import { openWithClips } from './scripts/cache.ts'
import { library } from './scripts/library.ts'
import { parsing } from './scripts/parsing.ts'

await runParts({
  about: 'How long a writer waits for a script. --script names a file to measure next to the generated one.',
  options: { script: { type: 'string' } },
  parts: {
    parse: ({ script }) => parsing(script),
    library: ({ script }) => library(script),
    cache: openWithClips,
  },
})
