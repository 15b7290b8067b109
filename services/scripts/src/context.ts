import type { Counter, Histogram } from 'prom-client'
import type { Access } from './access.ts'
import type { ClipIndex } from './cache/clip-index.ts'
import type { ReadLines } from './cache/script-lines.ts'
import type { Clock } from './clock.ts'
import type { Downloads } from './files/download-route.ts'
import type { ScriptParser } from './parse/script-parser.ts'
import type { CommandQueues, Outbox } from './outbox/outbox.ts'
import type { Sweeps } from './outbox/sweeps.ts'
import type { Passphrases } from './sharing/passphrases.ts'
import type { ScriptFeeds } from './sharing/script-feeds.ts'
import type { ScriptPages } from './progress/script-pages.ts'
import type { LibraryLimits } from './store/library.ts'
import type { Stores } from './store/open-stores.ts'
import type { UploadLimits } from './upload/read-upload.ts'
import type { createUploadSlots } from './upload/upload-route.ts'

/** What the routes work with. */
export type Context = {
  stores: Stores
  /** Who may do what with which script. */
  access: Access
  /** Sends events to open pages. */
  feeds: ScriptFeeds
  /** Invitations that are to be mailed. */
  invitations: Sweeps
  passphrases: Passphrases
  readLines: ReadLines
  clipIndex: ClipIndex
  pages: ScriptPages
  parser: ScriptParser
  downloads: Downloads
  outbox: Outbox
  /** Of closed accounts. */
  erasure: Sweeps
  queues: CommandQueues
  clock: Clock
  uploadLimits: UploadLimits
  /** Uploads that arrive, and those in memory: being parsed and stored. */
  uploads: ReturnType<typeof createUploadSlots>
  /** Where files rest while they arrive. */
  spoolFolder: string
  /** What one person may have. */
  library: LibraryLimits
  /** Aborts when this process ends and its grace for running uploads is over. */
  giveUp: AbortSignal
  metrics: { uploads: Counter<'outcome'>; parseSeconds: Histogram }
}
