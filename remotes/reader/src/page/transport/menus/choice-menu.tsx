import { tip } from '@andscene/web-kit/tooltip'
import type { ReactNode } from 'react'
import { late } from '../../../late/late.tsx'
import { usePopup } from '../../../late/late-parts.tsx'
import type { Choice } from './choice-popup.tsx'
import parts from '@andscene/web-kit/parts.module.css'
import { presetOf, READING_PRESETS } from '@andscene/screenplay/line-types'
import { useReadingChoice } from '@andscene/web-kit/preferences-query'
import { useOpenScript } from '../../open-script.ts'
import { RATES } from '@andscene/contracts/voices/rates'
import type { Player } from '../../../player/engine/player.ts'
import { usePlayerState } from '../../../player/playbacks.ts'
import { rateText } from '../times/moves.ts'

const ChoicePopup = late((loaded) => loaded.ChoicePopup)

type Props = {
  name: string
  text: string
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (key: string) => void
  /** Shown instead of the text. */
  children?: ReactNode
  /** The tooltip. */
  hint?: string
}

export function ChoiceMenu({ name, text, choices, chosen, onChoose, children = text, hint = '' }: Props) {
  const { button, popup } = usePopup()
  const choose = (key: string) => {
    onChoose(key)
    popup.onClose()
  }
  return (
    <ChoicePopup {...popup} choices={choices} chosen={chosen} onChoose={choose}>
      <button
        ref={button}
        type="button"
        className={parts.inlineButton}
        aria-label={`${name} ${text}`}
        aria-haspopup="menu"
        aria-expanded={popup.open}
        {...tip(hint)}
      >
        {children}
      </button>
    </ChoicePopup>
  )
}

const READING_CHOICES = READING_PRESETS.map(({ name }) => ({ key: name, label: name }))
/** Line types that match no preset; they are chosen in the Controls menu. */
const OWN_CHOICE = 'Custom'

export function ReadingMenu() {
  const { skippedLineTypes } = useOpenScript()
  const { choose } = useReadingChoice()
  const preset = presetOf(skippedLineTypes)
  return (
    <ChoiceMenu
      name="What is read aloud:"
      text={preset ?? OWN_CHOICE}
      choices={READING_CHOICES}
      chosen={preset}
      onChoose={(key) => {
        const chosen = READING_PRESETS.find(({ name }) => name === key)
        if (chosen) choose(chosen.skipped)
      }}
    />
  )
}

const SPEED_CHOICES = RATES.map((rate) => ({ key: String(rate), label: rateText(rate) }))

export function SpeedMenu({ player }: { player: Player }) {
  const { rate } = usePlayerState(player)
  return (
    <ChoiceMenu
      name="Speed"
      text={rateText(rate)}
      choices={SPEED_CHOICES}
      chosen={String(rate)}
      onChoose={(key) => player.setRate(Number(key))}
    />
  )
}
