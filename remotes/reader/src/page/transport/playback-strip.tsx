import { may } from '@andscene/contracts/may'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { useQuery } from '@tanstack/react-query'
import type { Player } from '../../player/engine/player.ts'
import { usePlayerState, usePlayback } from '../../player/playbacks.ts'
import { mapOf, roleIn } from '../open-script.ts'
import { assignDialog } from '../voices/voice-dialogs.tsx'
import { step } from './times/moves.ts'
import { NextIcon, PreviousIcon, VoicesIcon, ControlsIcon } from '../../icons.tsx'
import { PlayButton } from './play-button.tsx'
import styles from './playback-strip.module.css'
import { scriptQuery } from '../script-query.ts'
import { placeOf } from './places/listener-place.ts'
import { late } from '../../late/late.tsx'
import { usePopup } from '../../late/late-parts.tsx'
import type { ControlsProps } from './menus/controls-popup.tsx'

/** Shares the page's player; empty until the page has one. */
export function PlaybackStrip({ scriptId }: { scriptId: string }) {
  const playback = usePlayback(scriptId)
  return playback ? <Strip player={playback.player} scriptId={scriptId} /> : null
}

function Strip({ player, scriptId }: { player: Player; scriptId: string }) {
  // The page fetches the script; a prefetch would be skipped while the strip observes the query.
  const { data: script } = useQuery({ ...scriptQuery(scriptId), enabled: false })
  if (!script) return null
  return <Bar player={player} lines={script.content.lines} mayCast={may(roleIn(script), 'cast')} />
}

type BarProps = { player: Player; lines: readonly Line[]; mayCast: boolean }

function Bar({ player, lines, mayCast }: BarProps) {
  const map = mapOf(lines)
  return (
    <div className={styles.strip}>
      {mayCast && (
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
      <Controls player={player} lines={lines} map={map} />
    </div>
  )
}

type Props = { player: Player; lines: readonly Line[]; map: ScriptMap }

function Controls({ player, lines, map }: Props) {
  const state = usePlayerState(player)
  const place = placeOf(state, map, lines)
  return (
    <fieldset className={styles.controls} aria-label="Playback strip">
      <button
        type="button"
        className={styles.page}
        aria-label="Previous Page"
        disabled={!place.page.can.previous}
        onClick={() => step(player, 'page', 'previous')}
      >
        <PreviousIcon />
      </button>
      <PlayButton player={player} state={state.state} isQuiet />
      <button
        type="button"
        className={styles.page}
        aria-label="Next Page"
        disabled={!place.page.can.next}
        onClick={() => step(player, 'page', 'next')}
      >
        <NextIcon />
      </button>
      <ControlsMenu player={player} place={place} />
    </fieldset>
  )
}

const ControlsPopup = late((parts) => parts.ControlsPopup)

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
