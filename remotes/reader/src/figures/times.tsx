import type { Figures } from '@andscene/screenplay/figures/figures-of'
import parts from '@andscene/web-kit/parts.module.css'
import { castNeeds } from '../casting/casting-draft.ts'
import { useOpenScript } from '../page/open-script.ts'
import { numberText } from './figures-text.ts'

/** Where the times come from: how many lines have audio, and how the others are estimated. */
export function Times({ figures: { lines, unmade } }: { figures: Figures }) {
  const { script, casting, isVoice } = useOpenScript()
  return (
    <p className={parts.hint}>
      {unmade === 0
        ? 'All times are those of the audio.'
        : castNeeds(script, casting, isVoice).isUncast
          ? 'No voices yet: all times are estimates (≈) at a usual speed.'
          : unmade === lines
            ? 'No audio yet: all times are estimates (≈) from the speed of the voices.'
            : `${numberText(unmade)} of ${numberText(lines)} lines have no audio yet: their times are estimates (≈) from the speed of their voices.`}
    </p>
  )
}
