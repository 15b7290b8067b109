import { clipJobId, type LineAudioJob } from '@andscene/contracts/queues'

/** A job of the clip queue, for tests that do not depend on its contents. */
export const JOB: LineAudioJob = {
  scriptId: 's1',
  voiceId: 'test:one',
  text: 'Text number 1.',
  textHash: 'f'.repeat(64),
  path: `scripts/s1/test=3aone/${'0'.repeat(64)}.mp3`,
}
export const JOB_ID = clipJobId(JOB)
