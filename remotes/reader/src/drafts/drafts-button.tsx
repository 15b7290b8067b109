import { may } from '@andscene/contracts/sharing/may'
import type { Go } from '@andscene/web-kit/drafts/drafts-dialog'
import { DraftsIcon } from '@andscene/web-kit/icons/things'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { tip } from '@andscene/web-kit/tooltip'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { late } from '../late/late.tsx'
import { lateParts, usePopup } from '../late/late-parts.tsx'
import { useOpenScript } from '../page/open-script.ts'
import { IconButton } from '../page/transport/icon-button.tsx'
import iconButton from '../page/transport/icon-button.module.css'

const { late: lateDrafts } = lateParts(async () => ({
  ...(await import('@andscene/web-kit/antd-provider')),
  ...(await import('@andscene/web-kit/drafts/drafts-dialog')),
}))
const DraftsDialog = lateDrafts((loaded) => loaded.DraftsDialog)
const ChoicePopup = late((loaded) => loaded.ChoicePopup)

/** In an address: opens the drafts; `new` opens the upload of a new one. */
const PARAM = 'drafts'
const NAME = 'Drafts'

/** Opens the drafts of the script, or the upload of a new one; hidden with an older backend. */
export function DraftsButton({ className }: { className?: string | undefined }) {
  const { script, role } = useOpenScript()
  const mayCast = may(role, 'cast')
  const navigate = useNavigate()
  const go = useGo()
  const [shown, setShown] = useState<{ open: boolean; startsNew: boolean }>({ open: false, startsNew: false })
  const open = (startsNew: boolean) => setShown({ open: true, startsNew })
  useOpenedByAddress(open)
  const { draft, draftCount = 1 } = script
  if (!draft || (!mayCast && draftCount < 2)) return null
  return (
    <span className={className}>
      {mayCast ? (
        <DraftsMenu count={draftCount} onChoose={open} />
      ) : (
        <IconButton name={NAME} onClick={() => open(false)}>
          <DraftsIcon size={20} />
        </IconButton>
      )}
      <DraftsDialog
        scriptId={script._id}
        title={script.title}
        role={role}
        {...shown}
        onClose={() => setShown({ ...shown, open: false })}
        onNewScript={() => void navigate('/dashboard')}
        onGo={go}
      />
    </span>
  )
}

/** Navigates within the reader; shows the present draft if the page still has the lines of the one before it. */
function useGo(): Go {
  const { script, next, goOver } = useOpenScript()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<Parameters<Go>>()
  const go = useEffectEvent(([address, state]: Parameters<Go>) => {
    if (next) goOver()
    void navigate(address, { state })
  })
  useEffect(() => {
    if (wanted) go(wanted)
  }, [wanted])
  return async (address, state) => {
    await client.refetchQueries({ queryKey: queryKeys.script(script._id), exact: true })
    setWanted([address, state])
  }
}

function DraftsMenu({ count, onChoose }: { count: number; onChoose: (startsNew: boolean) => void }) {
  const { button, popup } = usePopup()
  const choices = [
    { key: 'new', label: 'New Draft' },
    { key: 'all', label: count > 1 ? `Drafts (${count})` : NAME },
  ]
  const choose = (key: string) => {
    popup.onClose()
    onChoose(key === 'new')
  }
  return (
    <ChoicePopup {...popup} choices={choices} chosen={undefined} onChoose={choose}>
      <button
        ref={button}
        type="button"
        className={iconButton.button}
        aria-label={NAME}
        aria-haspopup="menu"
        aria-expanded={popup.open}
        {...tip(NAME)}
      >
        <DraftsIcon size={20} />
      </button>
    </ChoicePopup>
  )
}

/** Opens the dialog that the address requests, then removes the request. */
function useOpenedByAddress(open: (startsNew: boolean) => void): void {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const wanted = new URLSearchParams(search).get(PARAM)
  const show = useEffectEvent((value: string) => {
    const rest = new URLSearchParams(search)
    rest.delete(PARAM)
    const text = rest.toString()
    open(value === 'new')
    void navigate(
      { pathname, search: text && `?${text}`, hash },
      { replace: true, state, preventScrollReset: true },
    )
  })
  useEffect(() => {
    if (wanted !== null) show(wanted)
  }, [wanted])
}
