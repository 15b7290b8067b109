// Installs the natural voices in a process of its own, with low priority: downloads, hashes and the conversion keep no
// worker from its clips, and the lock ends with it. It ends with its parent.
import { convert } from './install-voices.ts'
import { runInstallProcess } from './run-install-process.ts'
import { KOKORO } from './spec.ts'

await runInstallProcess(KOKORO, convert)
