import { offsetIn } from '../page/sheet/offset-in.ts'

/** Also in spoken-word.css. */
const NAME = 'spoken-word'

/** Whether the browser can emphasize words without changing the page. */
const canPaint = () => typeof Highlight === 'function' && typeof CSS !== 'undefined' && 'highlights' in CSS

type Part = { start: number; end: number }

/** A range of an element's text by offsets in UTF-16 units; undefined if the text is shorter. */
function rangeOf(element: Element, { start, end }: Part): Range | undefined {
  const range = document.createRange()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let before = 0
  let hasStart = false
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node as Text
    if (!hasStart && start < before + length) {
      range.setStart(node, start - before)
      hasStart = true
    }
    if (hasStart && end <= before + length) {
      range.setEnd(node, end - before)
      return range
    }
    before += length
  }
  return undefined
}

/** Emphasizes a part of an element's text instead of the last one; without a part, nothing. */
export function paintWord(element: Element, part: Part | undefined): void {
  if (!canPaint()) return
  const range = part && rangeOf(element, part)
  if (range) CSS.highlights.set(NAME, new Highlight(range))
  else CSS.highlights.delete(NAME)
}

type Point = { clientX: number; clientY: number }

/** Space around a word that belongs to it, in pixels. */
const AROUND = 5

/** The part under a point; undefined where there is none. */
export function partAt<P extends Part>(element: Element, parts: readonly P[], point: Point): P | undefined {
  const caret = caretAt(point)
  if (!caret || !element.contains(caret.node)) return undefined
  const at = offsetIn(element, caret.node, caret.offset)
  const near = parts.filter(({ start, end }) => start <= at + 1 && at - 1 <= end)
  return near.find((part) => {
    const rects = rangeOf(element, part)?.getClientRects() ?? []
    return Array.from(rects).some(
      ({ left, right, top, bottom }) =>
        left - AROUND <= point.clientX &&
        point.clientX <= right + AROUND &&
        top - AROUND <= point.clientY &&
        point.clientY <= bottom + AROUND,
    )
  })
}

function caretAt({ clientX, clientY }: Point): { node: Node; offset: number } | undefined {
  if (typeof document.caretPositionFromPoint === 'function') {
    const caret = document.caretPositionFromPoint(clientX, clientY)
    return caret ? { node: caret.offsetNode, offset: caret.offset } : undefined
  }
  // Safari before 18.4.
  const range = document.caretRangeFromPoint?.(clientX, clientY)
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined
}
