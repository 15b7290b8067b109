/** Converts a DOM position to an offset in the element's text, clamped to its length. UTF-16 code units. */
export function offsetIn(element: Element, node: Node, offset: number): number {
  const before = document.createRange()
  before.selectNodeContents(element)
  const side = before.comparePoint(node, offset)
  if (side < 0) return 0
  if (side > 0) return element.textContent.length
  before.setEnd(node, offset)
  return before.toString().length
}
