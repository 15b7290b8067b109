import { Modal } from 'antd'
import { useRef, type ReactNode, type RefObject } from 'react'

type Question = {
  title: string
  content: string
  okText: string
  cancelText?: string
  onOk: () => void
  /** Receives the focus after a confirmation, because the button that asked is removed. */
  next?: RefObject<HTMLElement | null>
}
export type Ask = (question: Question) => void

export function useQuestion(): [Ask, ReactNode] {
  const [modal, question] = Modal.useModal()
  const isAgreed = useRef(false)
  const ask: Ask = ({ title, content, okText, cancelText = 'Cancel', onOk, next }) => {
    isAgreed.current = false
    modal.confirm({
      title,
      content,
      okText,
      cancelText,
      centered: true,
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        isAgreed.current = true
        onOk()
      },
      afterClose: () => {
        if (isAgreed.current) next?.current?.focus()
      },
    })
  }
  return [ask, question]
}
