import { presetOf, READING_PRESETS } from '@andscene/screenplay/line-types'
import { useReadingChoice } from '@andscene/web-kit/preferences-query'
import { useOpenScript } from '../open-script.ts'
import { ChoiceMenu } from './choice-menu.tsx'

const CHOICES = READING_PRESETS.map(({ name }) => ({ key: name, label: name }))
/** Single kinds of line that are no preset; they are chosen in the Controls menu. */
const OWN_CHOICE = 'Custom'

/** What is read aloud (product §4): the preset, and a menu of the others. */
export function ReadingMenu() {
  const { skippedLineTypes } = useOpenScript()
  const { choose } = useReadingChoice()
  const preset = presetOf(skippedLineTypes)
  return (
    <ChoiceMenu
      name="What is read aloud:"
      text={preset ?? OWN_CHOICE}
      choices={CHOICES}
      chosen={preset}
      onChoose={(key) => {
        const chosen = READING_PRESETS.find(({ name }) => name === key)
        if (chosen) choose(chosen.skipped)
      }}
    />
  )
}
