import { useEffect } from 'react'
import './tooltip.css'

type TipProps = { 'data-tip': string | undefined; 'data-tip-when': 'cut' | undefined }

/**
 * Props for the tooltip of an element (product §9): `<Button {...tip('Rename')} />`. `title` does not appear on touch
 * screens. `whenCut`: only while the text is cut off. It is not an accessible name.
 */
export const tip = (text: string | undefined, { whenCut = false } = {}): TipProps => ({
  'data-tip': text || undefined,
  'data-tip-when': whenCut ? 'cut' : undefined,
})

/** Enables the tooltips of the page while mounted. */
export const useTooltips = (): void =>
  useEffect(() => {
    const controller = new TooltipController()
    return () => controller.stop()
  }, [])

/** product §9, tooltip. */
const ENTER_MS = 100
const TOUCH_ENTER_MS = 700
const TOUCH_LEAVE_MS = 1_500
/** Gives a pointer time to reach the tooltip, for example with a screen magnifier. */
const LEAVE_MS = 100
/** Distance to the element and to the edge of the window. Pixels. */
const GAP = 8
const ID = 'as-tooltip'

/** Shows the text of `data-tip` next to its element, one at a time. */
class TooltipController {
  readonly #listening = new AbortController()
  readonly #tip = createTip()
  readonly #removals = new MutationObserver(() => {
    if (!this.#target?.isConnected) this.#hide()
  })
  #target: Element | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The click after a long press is suppressed: it was for the tooltip. */
  #isLongPress = false

  constructor() {
    const { signal } = this.#listening
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, listener, { capture: true, passive: name !== 'click', signal })
    on('pointerover', (event) => this.#hover(event))
    on('pointerdown', (event) => this.#press(event))
    on('pointerup', (event) => this.#release(event))
    on('pointercancel', (event) => this.#release(event))
    on('click', (event) => this.#click(event))
    on('focusin', ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) this.#show(withTip(target), ENTER_MS)
    })
    on('focusout', () => this.#hide())
    on('scroll', () => this.#hide())
    on('keydown', ({ key }) => {
      // If no click followed the long press, the next one comes from a key and must not be suppressed.
      this.#isLongPress = false
      if (key === 'Escape') this.#hide()
    })
    document.documentElement.addEventListener('pointerleave', () => this.#hide(), { signal })
  }

  stop(): void {
    this.#listening.abort()
    this.#hide()
  }

  #hover({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    if (this.#tip.contains(target)) return clearTimeout(this.#timer)
    const found = withTip(target)
    if (found) return this.#show(found, ENTER_MS)
    // Cancels a tooltip that is not open yet; an open one stays briefly, so that the pointer can reach it.
    if (this.#tip.isConnected) this.#setTimer(() => this.#hide(), LEAVE_MS)
    else this.#hide()
  }

  #press({ target, pointerType }: PointerEvent): void {
    this.#isLongPress = false
    this.#hide()
    if (pointerType === 'touch' && target instanceof Element) this.#show(withTip(target), TOUCH_ENTER_MS)
  }

  #release({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') return
    if (!this.#tip.isConnected) return this.#hide()
    this.#isLongPress = true
    this.#setTimer(() => this.#hide(), TOUCH_LEAVE_MS)
  }

  #click(event: MouseEvent): void {
    if (!this.#isLongPress) return this.#hide()
    this.#isLongPress = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  #show(target: Element | undefined, afterMs: number): void {
    if (!target) return
    if (target === this.#target && this.#tip.isConnected) return clearTimeout(this.#timer)
    if (target === this.#target) return
    this.#hide()
    this.#target = target
    this.#setTimer(() => this.#open(target), afterMs)
  }

  #open(target: Element): void {
    const text = target.getAttribute('data-tip')
    const box = this.#tip
    if (!text || !target.isConnected) return this.#hide()
    box.textContent = text
    // Inside a landmark, and inside the dialog that makes the rest of the page inert.
    ;(target.closest('dialog, main, header, nav, footer') ?? document.body).append(box)
    if ('showPopover' in box) box.showPopover()
    if (target.getAttribute('aria-label') !== text) describe(target, true)
    place(box, target.getBoundingClientRect())
    this.#removals.observe(document.body, { childList: true, subtree: true })
  }

  #hide(): void {
    clearTimeout(this.#timer)
    this.#removals.disconnect()
    if (this.#target) describe(this.#target, false)
    this.#target = undefined
    this.#tip.remove()
  }

  #setTimer(run: () => void, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(run, ms)
  }
}

function createTip(): HTMLElement {
  const box = document.createElement('div')
  box.id = ID
  box.className = 'as-tooltip'
  box.setAttribute('role', 'tooltip')
  // The browser's top layer: nothing covers or clips it.
  box.setAttribute('popover', 'manual')
  box.setAttribute('dir', 'auto')
  return box
}

function withTip(element: Element): Element | undefined {
  const found = element.closest('[data-tip]')
  if (!found) return undefined
  const isWanted = found.getAttribute('data-tip-when') !== 'cut' || isCut(found)
  return isWanted ? found : undefined
}

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

function describe(element: Element, isShown: boolean): void {
  const others = (element.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== ID)
  const ids = isShown ? [...others, ID] : others
  if (ids.length > 0) element.setAttribute('aria-describedby', ids.join(' '))
  else element.removeAttribute('aria-describedby')
}

/** Above the element, or below it if there is no room; always inside the window. */
function place(box: HTMLElement, around: DOMRect): void {
  const { width, height } = box.getBoundingClientRect()
  const above = around.top - height - GAP
  const middle = around.left + (around.width - width) / 2
  const left = Math.max(GAP, Math.min(middle, document.documentElement.clientWidth - width - GAP))
  box.style.left = `${left}px`
  box.style.top = `${above < GAP ? around.bottom + GAP : above}px`
}
