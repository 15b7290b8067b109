import type { FastifyBaseLogger } from 'fastify'
import type { Narrations } from '../storage/audio-index.ts'

/** Scripts per round. */
const AT_ONCE = 100

/** Plans narrations again that were not checked for `everyMs`, as jobs may be lost (product §10). */
export async function reconcile(
  {
    index,
    replan,
    log,
  }: {
    index: Pick<Narrations, 'claimNarrations'>
    replan(scriptId: string): Promise<void>
    log: Pick<FastifyBaseLogger, 'info'>
  },
  everyMs: number,
): Promise<void> {
  const scriptIds = await index.claimNarrations(Date.now() - everyMs, Date.now(), AT_ONCE)
  for (const scriptId of scriptIds) await replan(scriptId)
  if (scriptIds.length > 0) log.info({ scripts: scriptIds.length }, 'narrations under way looked after')
}
