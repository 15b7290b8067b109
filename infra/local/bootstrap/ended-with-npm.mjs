// Imported into every command (--import): it stops when its bootstrap or npm is killed, as it would by a signal.
import { isMainThread } from 'node:worker_threads'
import { stopWithNpm } from './stop-with-npm.mjs'

const stop = () => process.kill(process.pid, 'SIGTERM')

if (process.channel && isMainThread) {
  process.on('disconnect', stop)
  // Listening must not keep a command alive that is done.
  process.channel.unref()
} else if (isMainThread) stopWithNpm(stop)
