import type { Direction } from '@andscene/screenplay/navigation'
import { classNames } from '@andscene/web-kit/class-names'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useParams } from 'react-router-dom'
import type { Playback } from './player/playback.ts'
import { usePlayerState, usePlayback } from './player/playbacks.ts'
import { mapOf, mayCastIn, roleIn } from './page/open-script.ts'
import { assignDialog } from './page/voices/voice-dialogs.tsx'
import { step } from './page/transport/times/moves.ts'
import { VoicesIcon, ControlsIcon } from './icons.tsx'
import { PlayButton } from './page/transport/play-button.tsx'
import styles from './page/transport/playback-strip.module.css'
import { scriptQuery } from './page/script-query.ts'
import { placeOf } from './page/transport/places/listener-place.ts'
import { MoveButton } from './page/transport/places/stepper.tsx'
import { useDraftAddress } from './drafts/draft-address.ts'
import { late } from './late/late.tsx'
import { usePopup } from './late/late-parts.tsx'
import type { ControlsProps } from './page/transport/menus/controls-popup.tsx'

/** Content of the shell's navigation bar on a script page (product §2); empty until the page has a player. */
export function Navigation() {
  const { scriptId = '' } = useParams()
  const playback = usePlayback(scriptId)
  return playback ? <Strip playback={playback} scriptId={scriptId} /> : null
}

function Strip({ playback, scriptId }: { playback: Playback; scriptId: string }) {
  // The page itself fetches the script: a prefetch is skipped while the query has an observer.
  const { draft } = useDraftAddress()
  const { data: script } = useQuery({ ...scriptQuery(scriptId, draft), enabled: false })
  if (!script) return null
  return (
    <div className={styles.strip}>
      {mayCastIn({ role: roleIn(script), draft }) && (
        <button
          type="button"
          className={classNames('as-button', styles.button)}
          aria-label="Assign Voices"
          onClick={() => assignDialog.open()}
        >
          <VoicesIcon />
          <span className={styles.label}>Assign Voices</span>
        </button>
      )}
      <Controls playback={playback} />
    </div>
  )
}

function Controls({ playback }: { playback: Playback }) {
  const { player } = playback
  const state = usePlayerState(player)
  // Those on the page, also while a newer draft waits.
  const lines = useSyncExternalStore(player.subscribe, playback.lines)
  const place = placeOf(state, mapOf(lines), lines)
  const move = {
    step: place.page,
    onStep: (direction: Direction) => step(player, 'page', direction),
  }
  return (
    <fieldset className={styles.controls} aria-label="Playback strip">
      <MoveButton direction="previous" {...move} />
      <PlayButton player={player} state={state.state} isQuiet />
      <MoveButton direction="next" {...move} />
      <ControlsMenu player={player} place={place} />
    </fieldset>
  )
}

const ControlsPopup = late((loaded) => loaded.ControlsPopup)

export function ControlsMenu(props: ControlsProps) {
  const { button, popup } = usePopup()
  return (
    <ControlsPopup {...props} {...popup}>
      <button
        ref={button}
        type="button"
        className={classNames('as-button', styles.button)}
        aria-label="Controls"
        aria-haspopup="dialog"
        aria-expanded={popup.open}
      >
        <ControlsIcon />
        <span className={styles.wide}>Controls</span>
      </button>
    </ControlsPopup>
  )
}
