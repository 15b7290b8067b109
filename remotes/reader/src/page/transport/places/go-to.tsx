import { tip } from '@andscene/web-kit/tooltip'
import { late } from '../../../late/late.tsx'
import { usePopup } from '../../../late/late-parts.tsx'
import type { Player } from '../../../player/engine/player.ts'
import type { Step } from './listener-place.ts'
import placeStyles from './go-to.module.css'
import { StepValue } from './stepper.tsx'
import { useOpenScript } from '../../open-script.ts'

const PagePopup = late((parts) => parts.PagePopup)

type Props = { player: Player; step: Step; isDisabled: boolean }

export function GoToPage({ player, step, isDisabled }: Props) {
  const { button, popup } = usePopup()
  const { value, total = 1 } = step
  const go = (page: number) => {
    player.goToPage(page - 1)
    popup.onClose()
  }
  return (
    <PagePopup {...popup} page={Number(value)} pages={total} onGo={go}>
      <button
        ref={button}
        type="button"
        className={placeStyles.place}
        {...tip('Go to page')}
        disabled={isDisabled}
        aria-haspopup="dialog"
        aria-expanded={popup.open}
      >
        <span className={placeStyles.muted}>Page</span>{' '}
        <StepValue step={step} widest={String(total).length} />{' '}
        <span className={placeStyles.muted} data-total="">
          of {total}
        </span>
      </button>
    </PagePopup>
  )
}

const ScenePopup = late((parts) => parts.ScenePopup)

export function GoToScene({ step, widest }: { step: Step; widest: number }) {
  const { button, popup } = usePopup()
  const { map } = useOpenScript()
  const { total } = step
  return (
    <ScenePopup {...popup}>
      <button
        ref={button}
        type="button"
        className={placeStyles.place}
        {...tip('Go to scene')}
        disabled={map.scenes.length === 0}
        aria-haspopup="dialog"
        aria-expanded={popup.open}
      >
        <span className={placeStyles.muted}>Scene</span> <StepValue step={step} widest={widest} />{' '}
        {total !== undefined && (
          <span className={placeStyles.muted} data-total="">
            of {total}
          </span>
        )}
      </button>
    </ScenePopup>
  )
}
