import { CACHE_WINDOW_LIMIT } from '@andscene/contracts/limits'
import type { CheckCacheAnswer } from '@andscene/contracts/script'
import { api } from '@andscene/web-kit/api-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { scriptAddress } from '../player/script-address.ts'
import styles from './narration-status.module.css'
import { useReading } from './reading-context.ts'
import { narrationQuery } from './script-query.ts'

/** One quiet line: how much of the script can be heard at once. Telling the position makes the server plan again what is missing. */
export function NarrationStatus() {
  const { session, map } = useReading()
  const client = useQueryClient()
  const query = narrationQuery(session.scriptId)
  const { data } = useQuery(query)
  const { queryKey } = query

  const retry = useMutation({
    mutationFn: async () => {
      const startLineIndex = Math.max(session.player.getSnapshot().line, 0)
      const { data: found } = await api.post<CheckCacheAnswer>(
        `${scriptAddress(session.scriptId)}/check-cache`,
        { startLineIndex, linesToCheck: Math.min(CACHE_WINDOW_LIMIT, Math.max(map.lineCount, 1)) },
      )
      session.clips.update(found.updatedLines)
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })

  if (!data || data.total === 0) return null
  const { ready, total, failed } = data
  return (
    <output className={styles.status}>
      <span className={styles.meter} aria-hidden="true">
        <span style={{ inlineSize: `${(100 * ready) / total}%` }} />
      </span>
      {ready} of {total} lines ready
      {failed > 0 && <>, {failed} failed</>}
      {failed > 0 && (
        <button
          type="button"
          className={styles.retry}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Retry
        </button>
      )}
    </output>
  )
}
