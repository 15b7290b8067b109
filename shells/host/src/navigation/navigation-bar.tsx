import { CloseIcon, MenuIcon } from '@andscene/web-kit/icons/actions'
import { useSession } from '@andscene/web-kit/session'
import { useEffect, useRef, type Ref } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useRemotes } from '../federation/remote-store.ts'
import { Logo } from './logo.tsx'
import styles from './navigation-bar.module.css'

type Item = { to: string; label: string; end?: boolean }
const VISITOR: Item[] = [
  { to: '/', label: 'Home', end: true },
  { to: '/#pricing', label: 'Pricing' },
]
const SIGNED_IN: Item[] = [
  { to: '/dashboard', label: 'Scripts' },
  { to: '/settings', label: 'Settings' },
]

type Props = {
  plain?: boolean | undefined
  /** The element for the remote's part of the bar (Assign Voices, playback strip). */
  slotRef?: Ref<HTMLDivElement> | undefined
  onSignOut: () => void
}

export function NavigationBar({ plain = false, slotRef, onSignOut }: Props) {
  const { status } = useSession()
  // A stored session is nearly always valid, so the items usually do not change when it resolves.
  const signedIn = status === 'authenticated' || status === 'loading'
  const drawer = useRef<HTMLDialogElement>(null)

  // The browser's Back closes the drawer.
  useEffect(() => {
    const close = () => drawer.current?.close()
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [])

  const home = (
    <Link to={signedIn && !plain ? '/dashboard' : '/'} className="host-logo" aria-label="And Scene">
      <Logo />
      <span className={styles.name}>And Scene</span>
    </Link>
  )
  if (plain) return <header className="host-bar">{home}</header>
  const items = <Items signedIn={signedIn} onSignOut={onSignOut} onChoose={() => drawer.current?.close()} />
  return (
    <header className="host-bar">
      {home}
      <div ref={slotRef} className={styles.slot} />
      <nav className={styles.wide} aria-label="Main">
        {items}
      </nav>
      <button
        type="button"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-label="Menu"
        onClick={() => drawer.current?.showModal()}
      >
        <MenuIcon size={24} />
      </button>
      <dialog ref={drawer} className={styles.drawer} aria-label="Menu" closedby="any">
        <div className="host-logo">
          <Logo />
          <span>And Scene</span>
          <button
            type="button"
            className={styles.menu}
            aria-label="Close menu"
            onClick={() => drawer.current?.close()}
          >
            <CloseIcon size={24} />
          </button>
        </div>
        <nav className={styles.stack} aria-label="Main">
          {items}
        </nav>
      </dialog>
    </header>
  )
}

function Items(props: { signedIn: boolean; onSignOut: () => void; onChoose: () => void }) {
  const remotes = useRemotes()
  return (
    <>
      {(props.signedIn ? SIGNED_IN : VISITOR).map(({ to, label, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          className={({ isActive }) => (isActive && !to.includes('#') ? styles.current : styles.item)}
          onPointerEnter={() => remotes.preload(to)}
          onFocus={() => remotes.preload(to)}
          onClick={props.onChoose}
        >
          {label}
        </NavLink>
      ))}
      {props.signedIn && (
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            props.onChoose()
            props.onSignOut()
          }}
        >
          Sign Out
        </button>
      )}
    </>
  )
}
