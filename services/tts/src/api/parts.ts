import type { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { QueueEvents } from 'bullmq'
import type { Allowance } from '../pipeline/allowance.ts'
import type { Backlog } from '../pipeline/backlog.ts'
import type { ScriptClipsReader } from '../clips/script-clips.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import type { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'
import type { SpeechPreparation } from '../voices/speech-preparation.ts'
import type { AccessWatch } from './access-watch.ts'
import type { Access } from './access.ts'
import type { ClipRequests } from './clip-requests.ts'

/** What the routes work with. */
export type ApiParts = {
  scripts: ServiceClient
  index: AudioIndex
  objects: AudioObjects
  catalogue: VoiceCatalogue
  naturalVoices: NaturalVoicesStatus
  preparation: SpeechPreparation
  access: Access
  watch: AccessWatch
  scriptClips: ScriptClipsReader
  clips: ClipRequests
  /** Of the queue of clips. */
  events: Pick<QueueEvents, 'on'>
  allowance: Allowance
  backlog: Backlog
  notes: ScriptNotes
  narration: Producer<typeof QUEUES.narration>
}
