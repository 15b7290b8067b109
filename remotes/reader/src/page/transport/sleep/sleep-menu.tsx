import { classNames } from '@andscene/web-kit/class-names'
import { SleepIcon } from '../../../icons.tsx'
import { useOpenScript } from '../../open-script.ts'
import { ChoiceMenu } from '../menus/choice-menu.tsx'
import { useSleepChoice, useSleepText } from './sleep-timer.ts'
import styles from './sleep.module.css'

/** The sleep timer of the transport: an icon, with the remaining time while it is on. */
export function SleepMenu() {
  const { player, map } = useOpenScript()
  const ends = { scene: map.scenes.length > 1, act: map.acts.length > 1 }
  const { options, chosen, choose } = useSleepChoice(player, ends)
  const text = useSleepText(player)
  return (
    <ChoiceMenu
      name="Sleep timer:"
      hint="Sleep timer"
      text={text ?? 'Off'}
      choices={options}
      chosen={chosen}
      onChoose={choose}
    >
      <span className={classNames(styles.button, text !== null && styles.on)}>
        <SleepIcon size={18} />
        {text}
      </span>
    </ChoiceMenu>
  )
}

/** The remaining time, for places without the menu; nothing while the timer is off. */
export function SleepTime() {
  const { player } = useOpenScript()
  const text = useSleepText(player)
  if (text === null) return null
  return (
    <span className={styles.time}>
      <SleepIcon size={14} />
      <span className="as-visually-hidden">Sleep timer: </span>
      {text}
    </span>
  )
}
