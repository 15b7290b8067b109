import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { NextIcon, PreviousIcon } from '../../icons.tsx'
import { useOpenScript } from '../../page/open-script.ts'
import { bringIntoSight, lineElement } from '../../page/narration/in-sight.ts'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { sceneNumber } from '../../page/transport/places/whereabouts.ts'
import { PlayButton } from '../../page/transport/play-button.tsx'
import { usePlayerState } from '../../player/playbacks.ts'
import { sceneOfPlace } from '../compare-drafts.ts'
import { markHeard } from '../drafts-query.ts'
import { adoptOpen, endHearing, useHearing, type Hearing } from './hearing.ts'
import { HeardLine } from './heard-line.tsx'
import { moveToPlace, useHearKeys } from './use-hear-keys.ts'
import { useHearMedia } from './use-hear-media.ts'
import styles from './hear.module.css'

/** Over the end of the sheet while changes are heard; otherwise `children`. */
export function HearBar({ children }: { children: ReactNode }) {
  const open = useOpenScript()
  const hearing = useHearing()
  useEffect(() => endHearing, [])
  useEffect(() => adoptOpen(open), [open])
  return hearing ? <Bar key={hearing.kind} hearing={hearing} /> : children
}

function Bar({ hearing }: { hearing: Hearing }) {
  const { kind, player } = hearing
  const state = usePlayerState(player)
  const isChanges = kind === 'changes'
  const isOver = state.isAtEnd
  useHearKeys(hearing)
  useHearMedia(hearing)
  useEnd(hearing, state.completions)
  return (
    <section
      className={styles.bar}
      aria-label={isChanges ? 'Play Changes' : 'Compare by Ear'}
      data-changes-bar=""
      data-testid="hearing"
      data-state={state.state}
    >
      {!isOver && <HeardLine item={hearing.items[Math.max(state.line, 0)]} />}
      {state.error ? (
        <p className={styles.text} role="alert">
          {state.error.text}
        </p>
      ) : isOver && isChanges ? (
        <Over hearing={hearing} />
      ) : (
        <Whereabouts hearing={hearing} index={Math.max(state.line, 0)} isWaiting={state.wait !== null} />
      )}
      <div className={styles.buttons}>
        {state.error && (
          <button type="button" className="as-button" onClick={player.retry}>
            Retry
          </button>
        )}
        {isChanges && !isOver && (
          <IconButton
            name="Previous change"
            hint="Previous change (Shift C)"
            onClick={() => moveToPlace(player, 'previous')}
          >
            <PreviousIcon />
          </IconButton>
        )}
        {!isOver && <PlayButton player={player} state={state.state} />}
        {isChanges && !isOver && (
          <IconButton name="Next change" hint="Next change (C)" onClick={() => moveToPlace(player, 'next')}>
            <NextIcon />
          </IconButton>
        )}
        <IconButton
          name={isChanges ? 'End Play Changes' : 'End Compare by Ear'}
          hint="Close (Esc)"
          isMuted
          onClick={endHearing}
        >
          <CloseIcon size={18} />
        </IconButton>
      </div>
    </section>
  )
}

const KINDS = { same: 'Same', reworded: 'Reworded', new: 'New', moved: 'Moved', cut: 'Cut' } as const

function Whereabouts({ hearing, index, isWaiting }: { hearing: Hearing; index: number; isWaiting: boolean }) {
  const { kind, items, places, source } = hearing
  const { lines, map, script } = source.open
  const item = items[index]
  const waiting = isWaiting && <span className={styles.more}>Preparing this line…</span>
  if (kind === 'comparison') {
    const isOld = item?.kind === 'line' ? item.of === 'old' : false
    const draft = (isOld ? source.old : script).draft?.name
    return (
      <output className={styles.text}>
        <b>{isOld ? 'Before' : 'Now'}</b>
        {waiting || (draft !== undefined && <bdi className={styles.more}>{draft}</bdi>)}
      </output>
    )
  }
  const nth = item?.place ?? 0
  const place = places[nth]
  const scene = place && sceneNumber(map, lines, sceneOfPlace(place, map))
  const what = place ? [...place.kinds].map((one) => KINDS[one]).join(', ') : ''
  return (
    <output className={styles.text}>
      <b>
        Change {nth + 1} of {places.length}
      </b>
      {waiting || (
        <span className={styles.more}>
          {scene !== undefined && `Scene ${scene} · `}
          {what}
        </span>
      )}
    </output>
  )
}

function Over({ hearing: { places, voiceless } }: { hearing: Hearing }) {
  const { player } = useOpenScript()
  const line = Math.max(player.getSnapshot().line, 0)
  const goBack = () => {
    endHearing()
    player.follow()
    requestAnimationFrame(() => bringIntoSight(lineElement(line)))
  }
  const skipped = voiceless === 1 ? '1 line' : `${voiceless} lines`
  return (
    <>
      <output className={styles.text}>
        <b>{places.length === 1 ? 'You heard the change.' : `You heard all ${places.length} changes.`}</b>
        {voiceless > 0 && <span className={styles.more}>{skipped} without a voice skipped</span>}
      </output>
      <button type="button" className="as-button" onClick={goBack}>
        Back to line {line + 1}
      </button>
    </>
  )
}

/** After the last change, the draft counts as heard, at the place where the listener was. */
function useEnd({ kind, source }: Hearing, completions: number): void {
  const client = useQueryClient()
  const ended = useRef(0)
  useEffect(() => {
    if (completions === ended.current) return
    ended.current = completions
    if (kind === 'comparison') return endHearing()
    const { playback, script, draft } = source.open
    if (draft !== undefined) return
    playback.progress.save(Math.max(playback.player.getSnapshot().line, 0))
    // The server may still be storing the line.
    markHeard(client, script._id)
  }, [client, completions, kind, source])
}
