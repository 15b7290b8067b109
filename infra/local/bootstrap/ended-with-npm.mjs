// Imported into a command that has replaced the bootstrap (--import): it ends with npm as it would by a signal.
import { stopWithNpm } from './stop-with-npm.mjs'

stopWithNpm(() => process.kill(process.pid, 'SIGTERM'))
