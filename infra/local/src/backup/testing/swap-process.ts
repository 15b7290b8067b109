// Swaps STAGING into DATA_DIR, or, without it, finishes what another has begun: a process that can be killed meanwhile.
import { finishRestore, swapIn } from '../swap.ts'

const [dataDir = '', staging] = process.argv.slice(2)
if (staging === undefined) await finishRestore(dataDir)
else await swapIn(dataDir, staging, 'replaced')
