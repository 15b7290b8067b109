import { Dropdown } from 'antd'
import { useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import { RATES } from '@andscene/contracts/rates'
import type { Player } from '../../player/engine/player.ts'
import { rateText } from './commands.ts'
import styles from './transport.module.css'

type Focusable = { focus: () => void }

/** The menu as antd makes it; given the focus, it hands it to the present choice, not to the first. */
function FromCurrent({ children, ref }: { children: ReactNode; ref?: Ref<Focusable> }) {
  const root = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => root.current?.querySelector<HTMLElement>('[data-current]')?.focus(),
  }))
  return <div ref={root}>{children}</div>
}

const fromCurrent = (menu: ReactNode) => <FromCurrent>{menu}</FromCurrent>

/** The speed, and a menu of the others. */
export function SpeedMenu({ player, rate }: { player: Player; rate: number }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- moves the focus into the menu that was just opened
      autoFocus
      popupRender={fromCurrent}
      // Beside its button, which stays in sight: in the body it would move while the page scrolls to a line, and a click
      // would find another speed.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      // There at once: while it unfolds, a press would begin on one speed and end on another.
      transitionName=""
      onOpenChange={(isOpen) => {
        if (!isOpen) button.current?.focus()
      }}
      menu={{
        selectable: true,
        selectedKeys: [String(rate)],
        items: RATES.map((one) => ({
          key: String(one),
          label: rateText(one),
          'data-current': one === rate || undefined,
        })),
        onClick: ({ key, domEvent }) => {
          // Or the Enter that chose would press the button that gets the focus, and open the menu again.
          domEvent.preventDefault()
          player.setRate(Number(key))
          button.current?.focus()
        },
      }}
    >
      <button ref={button} type="button" className={styles.rate} aria-label={`Speed ${rateText(rate)}`}>
        {rateText(rate)}
      </button>
    </Dropdown>
  )
}
