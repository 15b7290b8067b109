import { Dropdown } from 'antd'
import { useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import type { PopupProps } from '../../late/late.tsx'

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

export type Choice = { key: string; label: string }
type Props = PopupProps & {
  choices: readonly Choice[]
  /** The key of the present choice; undefined when it is none of them. */
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** A menu of choices below its button, one of them marked. */
export function ChoicePopup({ open, onOpen, onClose, choices, chosen, onChoose, children }: Props) {
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- moves the focus into the menu that was just opened
      autoFocus
      popupRender={fromCurrent}
      // Beside its button, which stays in sight: in the body it would move while the page scrolls to a line, and a click
      // would find another choice.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      // There at once: while it unfolds, a press would begin on one choice and end on another.
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
