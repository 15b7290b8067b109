import { late } from '../../late/late.tsx'
import { usePopup } from '../../late/use-popup.ts'
import type { Choice } from './choice-popup.tsx'
import styles from './choice-menu.module.css'

const ChoicePopup = late((parts) => parts.ChoicePopup)

type Props = {
  /** What is chosen; with the present choice it is the button's name. */
  name: string
  /** The present choice, as it is shown. */
  text: string
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** A button that shows the present choice and opens a menu of the others. */
export function ChoiceMenu({ name, text, choices, chosen, onChoose }: Props) {
  const { button, popup } = usePopup()
  const choose = (key: string) => {
    onChoose(key)
    popup.onClose()
  }
  return (
    <ChoicePopup
      open={popup.open}
      onOpen={popup.onOpen}
      onClose={popup.onClose}
      choices={choices}
      chosen={chosen}
      onChoose={choose}
    >
      <button
        ref={button}
        type="button"
        className={styles.choice}
        aria-label={`${name} ${text}`}
        aria-haspopup="menu"
        aria-expanded={popup.open}
      >
        {text}
      </button>
    </ChoicePopup>
  )
}
