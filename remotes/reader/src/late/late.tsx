import { useSnackbar } from '@andscene/web-kit/snackbar'
import { cloneElement, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ComponentType, ReactElement, ReactNode } from 'react'

/** Longest wait for a moment without work. Milliseconds. */
const IDLE_MS = 2_000

/** What opens and closes: a dialog, or a popup with the button that it hangs on. */
export type LateProps = { open: boolean; onClose: () => void }
export type PopupProps = LateProps & {
  onOpen: () => void
  /** The button it hangs on; its press opens and closes. */
  children: ReactElement<{ onClick?: (() => void) | undefined }>
}
type Props = LateProps & Partial<Pick<PopupProps, 'onOpen' | 'children'>>
type Frame = { AntdProvider: ComponentType<{ children: ReactNode }> }

/** Dialogs and popups that are loaded after the page that opens them. A failure is forgotten: the next wish tries again. */
export function lateParts<Parts extends Frame>(load: () => Promise<Parts>) {
  let parts: Parts | undefined
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const watch = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const take = async () => {
    try {
      parts = await load()
      for (const listener of listeners) listener()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  const ask = () => (loading ??= take())

  /** Loads them once the page has nothing else to do, so that they are there at once, and without a network. */
  function useLoadWhenIdle(): void {
    useEffect(() => {
      const begin = () => void ask().catch(() => undefined)
      // Safari has none.
      if (typeof requestIdleCallback !== 'function') {
        const timer = setTimeout(begin, IDLE_MS)
        return () => clearTimeout(timer)
      }
      const idle = requestIdleCallback(begin, { timeout: IDLE_MS })
      return () => cancelIdleCallback(idle)
    }, [])
  }

  /**
   * One of them, as a component that needs none of its code before it is opened for the first time: until then a popup is its
   * button alone. One that cannot be loaded says so and is closed again.
   */
  function late<P extends Props>(pick: (parts: Parts) => ComponentType<P>): ComponentType<P> {
    return function Late(props: P) {
      const { open, onOpen, onClose, children } = props
      const loaded = useSyncExternalStore(watch, () => parts)
      const snackbar = useSnackbar()
      const [wasOpened, setOpened] = useState(open)
      if (open && !wasOpened) setOpened(true)
      const fail = useEffectEvent(() => {
        onClose()
        snackbar.error('This part of the page could not be loaded. Please try again.')
      })
      useEffect(() => {
        if (open) ask().catch(() => fail())
      }, [open])

      if (!wasOpened || !loaded)
        return children ? cloneElement(children, { onClick: open ? onClose : onOpen }) : null
      const Part = pick(loaded)
      return (
        <loaded.AntdProvider>
          {/* oxlint-disable-next-line react/static-components -- always the same one of the module */}
          <Part {...props} />
        </loaded.AntdProvider>
      )
    }
  }

  return { late, useLoadWhenIdle }
}

/** What the reader draws with antd. */
export const { late, useLoadWhenIdle } = lateParts(() => import('./parts.ts'))
