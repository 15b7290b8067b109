import type { Player } from '../../player/engine/player.ts'
import { isActive, type PlayerSnapshot } from '../../player/engine/state.ts'
import { classNames } from '@andscene/web-kit/class-names'
import { PauseIcon, PlayIcon } from '@andscene/web-kit/icons/actions'
import { IconButton } from './icon-button.tsx'
import styles from './play-button.module.css'

type Props = { player: Player; state: PlayerSnapshot['state']; isQuiet?: boolean }

/** The play/pause toggle (product §2). `isQuiet` when another one is visible. */
export function PlayButton({ player, state, isQuiet = false }: Props) {
  const isPlaying = isActive({ state })
  return (
    <IconButton
      name={isPlaying ? 'Pause' : 'Play'}
      hint=""
      className={classNames(
        styles.play,
        isQuiet && styles.quiet,
        isPlaying && styles.active,
        state === 'loading' && styles.loading,
      )}
      onPointerDown={() => player.anticipate(Math.max(player.getSnapshot().line, 0))}
      onClick={player.toggle}
    >
      {isPlaying ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
    </IconButton>
  )
}
