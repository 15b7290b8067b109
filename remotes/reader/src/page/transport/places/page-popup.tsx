import { InputNumber } from 'antd'
import { useState, type FocusEvent, type FormEvent } from 'react'
import { BesideButton } from '../menus/popover.tsx'
import type { PopupProps } from '../../../late/late-parts.tsx'
import styles from './page-popup.module.css'

type FormProps = {
  page: number
  pages: number
  onGo: (page: number) => void
}
type Props = PopupProps & FormProps & { onBlur: (event: FocusEvent) => void }

export function PagePopup({ page, pages, onGo, onBlur, ...popup }: Props) {
  return (
    <BesideButton
      {...popup}
      content={
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Tab that leads out of it closes it
        <dialog open className={styles.dialog} aria-label="Go to page" onBlur={onBlur}>
          <PageForm page={page} pages={pages} onGo={onGo} />
        </dialog>
      }
    />
  )
}

function PageForm({ page, pages, onGo }: FormProps) {
  const [wanted, setWanted] = useState<number | null>(page)
  const go = (event: FormEvent) => {
    event.preventDefault()
    onGo(Math.min(Math.max(wanted ?? page, 1), pages))
  }
  return (
    <form className={styles.form} onSubmit={go}>
      <InputNumber
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a press asked for the field
        autoFocus
        onFocus={(event) => event.target.select()}
        aria-label="Page"
        min={1}
        max={pages}
        precision={0}
        value={wanted}
        onChange={setWanted}
      />
      <button type="submit" className="as-button as-button-primary">
        Go
      </button>
    </form>
  )
}
