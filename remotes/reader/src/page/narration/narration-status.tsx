import { isSkipped } from '@andscene/screenplay/line-types'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { voiceForLine } from '@andscene/screenplay/voices'
import { tip } from '@andscene/web-kit/tooltip'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import styles from './narration-status.module.css'
import { useOpenScript } from '../open-script.ts'
import { narrationQuery } from '../script-query.ts'
import type { OpenScript } from '../open-script.ts'

/** Lines that would be read aloud if somebody had been given the voice for them. */
const withoutVoice = ({ lines, casting, isVoice, skippedLineTypes }: OpenScript): number =>
  lines.filter(
    (line) =>
      voiceForLine(line, casting, isVoice) === undefined &&
      canBeSpoken(line) &&
      !isSkipped(line, skippedLineTypes),
  ).length

/** Where the listener is. The allowance is renewed within a day, so the hour says it all. */
const timeOf = (moment: string) =>
  new Date(moment).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })

/** One quiet line: how much of the script can be heard at once. Telling the position makes the server plan again what is missing. */
export function NarrationStatus() {
  const open = useOpenScript()
  const { playback, map } = open
  const client = useQueryClient()
  const query = narrationQuery(playback.scriptId)
  const { data } = useQuery(query)
  const isKnown = data !== undefined
  const silent = useMemo(() => (isKnown ? withoutVoice(open) : 0), [open, isKnown])
  const { queryKey } = query

  const retry = useMutation({
    mutationFn: () =>
      playback.checkClips(Math.max(playback.player.getSnapshot().line, 0), map.lineCount, { isUrgent: true }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })

  // Of the lines that nobody speaks the server knows nothing.
  if (!data || data.total + silent === 0) return null
  const { ready, failed, pausedUntil } = data
  const total = data.total + silent
  const parts = [
    `${ready} of ${total} lines ready`,
    pausedUntil !== undefined && `more from ${timeOf(pausedUntil)}`,
    failed > 0 && `${failed} failed`,
    silent > 0 && `${silent} without a voice`,
  ]
  const text = parts.filter(Boolean).join(', ')
  return (
    <div className={styles.status}>
      {ready < total && pausedUntil === undefined && (
        <span className={styles.meter} aria-hidden="true">
          <span style={{ inlineSize: `${(100 * ready) / total}%` }} />
        </span>
      )}
      {/* Not said aloud: it changes every few seconds, and somebody is listening to the script. */}
      <output aria-live="off" {...tip(text, { whenCut: true })}>
        {text}
      </output>
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
    </div>
  )
}
