import { RATES } from '@andscene/contracts/rates'
import type { Player } from '../../player/engine/player.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { rateText } from './commands.ts'

const CHOICES = RATES.map((rate) => ({ key: String(rate), label: rateText(rate) }))

/** The speed, and a menu of the others. */
export function SpeedMenu({ player }: { player: Player }) {
  const { rate } = usePlayerState(player)
  return (
    <ChoiceMenu
      name="Speed"
      text={rateText(rate)}
      choices={CHOICES}
      chosen={String(rate)}
      onChoose={(key) => player.setRate(Number(key))}
    />
  )
}
