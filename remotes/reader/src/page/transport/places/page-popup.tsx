import { Flex, InputNumber } from 'antd'
import { useState, type FormEvent } from 'react'
import { BesideButton } from '../menus/popover.tsx'
import type { PopupProps } from '../../../late/late-parts.tsx'

type FormProps = {
  page: number
  pages: number
  onGo: (page: number) => void
}

export const PagePopup = ({ page, pages, onGo, ...popup }: PopupProps & FormProps) => (
  <BesideButton {...popup} label="Go to page" content={<PageForm page={page} pages={pages} onGo={onGo} />} />
)

function PageForm({ page, pages, onGo }: FormProps) {
  const [wanted, setWanted] = useState<number | null>(page)
  const go = (event: FormEvent) => {
    event.preventDefault()
    onGo(Math.min(Math.max(wanted ?? page, 1), pages))
  }
  return (
    <form onSubmit={go}>
      <Flex gap={8}>
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
      </Flex>
    </form>
  )
}
