// Imported by every command (--import): stops it when its bootstrap or npm is killed, as a signal would.
import { isMainThread } from 'node:worker_threads'
import { onNpmExit } from './watch-npm.mjs'

const stop = () => process.kill(process.pid, 'SIGTERM')

if (process.channel && isMainThread) {
  process.on('disconnect', stop)
  // The listener must not keep a finished command alive.
  process.channel.unref()
} else if (isMainThread) onNpmExit(stop)
