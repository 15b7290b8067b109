// Swaps STAGING into DATA_DIR; without STAGING, finishes an interrupted swap. Runs as a process, so that a test can
// kill it.
import { finishRestore, swapIn } from '../swap.ts'

const [dataDir = '', staging] = process.argv.slice(2)
if (staging === undefined) await finishRestore(dataDir)
else await swapIn(dataDir, staging, 'replaced')
