import { tip } from '@andscene/web-kit/tooltip'
import { late } from '../../late/late.tsx'
import { usePopup } from '../../late/use-popup.ts'
import { useOpenScript } from '../open-script.ts'
import type { Step } from './listener-place.ts'
import placeStyles from './place-button.module.css'
import { StepValue } from './stepper.tsx'

const ScenePopup = late((parts) => parts.ScenePopup)

/** Where the listener is, by scenes; a click on it lists them. */
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
