import { late } from '../../late/late.tsx'
import { usePopup } from '../../late/use-popup.ts'
import type { Player } from '../../player/engine/player.ts'
import { rateText } from './commands.ts'
import styles from './transport.module.css'

const SpeedPopup = late((parts) => parts.SpeedPopup)

/** The speed, and a menu of the others. */
export function SpeedMenu({ player, rate }: { player: Player; rate: number }) {
  const { button, popup } = usePopup()
  const choose = (chosen: number) => {
    player.setRate(chosen)
    popup.onClose()
  }
  return (
    <SpeedPopup open={popup.open} onOpen={popup.onOpen} onClose={popup.onClose} rate={rate} onChoose={choose}>
      <button ref={button} type="button" className={styles.rate} aria-label={`Speed ${rateText(rate)}`}>
        {rateText(rate)}
      </button>
    </SpeedPopup>
  )
}
