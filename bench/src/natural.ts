import { SAMPLE } from '@andscene/platform-client/platform-client'
import path from 'node:path'
import { firstSound } from './natural/first-sound.ts'
import { listening } from './natural/listening.ts'
import { wholeScript } from './natural/whole-script.ts'
import { runParts } from './run-parts.ts'

await runParts({
  about: 'Natural voices, with the model in the cache folder of the user (npm run voices loads it).',
  options: { script: { type: 'string', default: SAMPLE }, rate: { type: 'string', default: '1.5' } },
  parts: {
    'whole-script': ({ script }) => wholeScript(path.resolve(script)),
    'first-sound': firstSound,
    listening: ({ rate }) => listening(Number(rate)),
  },
  // Listening takes as long as its script.
  usual: ['whole-script', 'first-sound'],
})
