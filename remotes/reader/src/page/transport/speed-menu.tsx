import { useRef, useState } from 'react'
import { late } from '../../late/late.tsx'
import type { Player } from '../../player/engine/player.ts'
import { rateText } from './commands.ts'
import styles from './transport.module.css'

const SpeedPopup = late((parts) => parts.SpeedPopup)

/** The speed, and a menu of the others. */
export function SpeedMenu({ player, rate }: { player: Player; rate: number }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <SpeedPopup
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={close}
      rate={rate}
      onChoose={(chosen) => {
        player.setRate(chosen)
        close()
      }}
    >
      <button ref={button} type="button" className={styles.rate} aria-label={`Speed ${rateText(rate)}`}>
        {rateText(rate)}
      </button>
    </SpeedPopup>
  )
}
