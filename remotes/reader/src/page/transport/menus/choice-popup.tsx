import { Dropdown } from 'antd'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { PopupProps } from '../../../late/late-parts.tsx'

/** Focuses the current choice in the first frame, so that the menu receives the next key. */
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
      // Next to its button: in the body, the menu would move during scrolling, and a click would hit another choice.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      // No animation: the menu would move under the pointer between press and release.
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
          // Otherwise Enter would also press the button that gets the focus, and reopen the menu.
          domEvent.preventDefault()
          onChoose(key)
        },
      }}
    >
      {children}
    </Dropdown>
  )
}
