import { late } from '../../late/late.tsx'
import { usePopup } from '../../late/late-parts.tsx'
import { tip } from '@andscene/web-kit/tooltip'
import { TextSizeIcon } from '../../icons.tsx'
import iconButton from '../transport/icon-button.module.css'

const NAME = 'Text size and print'
const PaperPopup = late((loaded) => loaded.PaperPopup)

export function PaperMenu() {
  const { button, popup } = usePopup()
  return (
    <PaperPopup {...popup}>
      <button
        ref={button}
        type="button"
        className={iconButton.button}
        aria-label={NAME}
        aria-haspopup="dialog"
        aria-expanded={popup.open}
        {...tip(NAME)}
      >
        <TextSizeIcon />
      </button>
    </PaperPopup>
  )
}
