import { Dropdown } from 'antd'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { PopupProps } from '../../../late/late-parts.tsx'

/** Moves the focus to the present choice with the first frame: a key that follows is the menu's. */
function FromCurrent({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => root.current?.querySelector<HTMLElement>('[data-current]')?.focus({ preventScroll: true }),
    [],
  )
  return <div ref={root}>{children}</div>
}

const fromCurrent = (menu: ReactNode) => <FromCurrent>{menu}</FromCurrent>

export type Choice = { key: string; label: string }
type Props = PopupProps & {
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (key: string) => void
}

export function ChoicePopup({ open, onOpen, onClose, choices, chosen, onChoose, children }: Props) {
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      destroyOnHidden
      popupRender={fromCurrent}
      // Next to its button: in the body it would move while the page scrolls, and a click would find another choice.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      // Without an animation: a press during it would begin on one choice and end on another.
      transitionName=""
      onOpenChange={(next) => (next ? onOpen() : onClose())}
      menu={{
        selectable: true,
        selectedKeys: chosen === undefined ? [] : [chosen],
        items: choices.map((choice, index) => ({
          ...choice,
          'data-current': choice.key === chosen || (chosen === undefined && index === 0) || undefined,
        })),
        onClick: ({ key, domEvent }) => {
          // Or the Enter that chose would press the button that gets the focus, and open the menu again.
          domEvent.preventDefault()
          onChoose(key)
        },
      }}
    >
      {children}
    </Dropdown>
  )
}
