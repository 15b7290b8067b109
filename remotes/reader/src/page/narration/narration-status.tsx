import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import type { NarrationResponse } from '@andscene/contracts/voices/voice'
import { voiceForLine } from '@andscene/screenplay/voices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isReadAloud } from '../../player/engine/reading.ts'
import head from '../head.module.css'
import { useOpenScript, type OpenScript } from '../open-script.ts'
import { narrationQuery } from '../script-query.ts'

/** A time of day in the listener's time zone. The allowance is renewed within a day, so no date is needed. */
const timeOf = (moment: string) =>
  new Date(moment).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })

/** Shows how much of the script is ready. Sending the position makes the server plan missing lines again. */
export function NarrationStatus() {
  const { playback, map } = useOpenScript()
  const client = useQueryClient()
  const narration = useNarration()

  const retry = useMutation({
    mutationFn: () =>
      playback.checkClips(Math.max(playback.player.getSnapshot().line, 0), map.lineCount, { isUrgent: true }),
    onSettled: () => client.invalidateQueries({ queryKey: narrationQuery(playback.scriptId).queryKey }),
  })

  if (!narration || narration.total === 0) return null
  const { ready, total, silent, failed, pausedUntil } = narration
  const facts = [
    `${ready} of ${total} ${total === 1 ? 'line' : 'lines'} ready`,
    pausedUntil !== undefined && `more from ${timeOf(pausedUntil)}`,
    failed > 0 && `${failed} failed`,
    silent > 0 && `${silent} without a voice`,
  ]
  const text = facts.filter(Boolean).join(', ')
  return (
    <div className={head.status}>
      {ready < total && pausedUntil === undefined && (
        <span className={head.meter} aria-hidden="true">
          <span style={{ inlineSize: `${(100 * ready) / total}%` }} />
        </span>
      )}
      {/* Not announced: the text changes every few seconds during playback. */}
      <output className={parts.cut} aria-live="off" {...tip(text, { whenCut: true })}>
        {text}
      </output>
      {failed > 0 && (
        <button
          type="button"
          className={parts.inlineButton}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Retry
        </button>
      )}
    </div>
  )
}

const withoutVoice = ({ lines, casting, isVoice, skippedLineTypes }: OpenScript): number =>
  lines.filter(
    (line) => voiceForLine(line, casting, isVoice) === undefined && isReadAloud(line, skippedLineTypes),
  ).length

/** How much of the open script is ready; `silent` lines have no voice and are included in `total`. */
export type Narration = NarrationResponse['data'] & { silent: number }

/**
 * Undefined while loading, and for an older draft: the server counts the lines of the present one. It does not count
 * lines without a voice: they are added here.
 */
export function useNarration({ enabled = true } = {}): Narration | undefined {
  const open = useOpenScript()
  const query = useQuery({ ...narrationQuery(open.playback.scriptId), enabled })
  const isOlder = open.draft !== undefined || open.next !== undefined
  const data = isOlder ? undefined : query.data
  const isKnown = data !== undefined
  const silent = useMemo(() => (isKnown ? withoutVoice(open) : 0), [open, isKnown])
  return useMemo(() => data && { ...data, total: data.total + silent, silent }, [data, silent])
}
