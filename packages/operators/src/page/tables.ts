/* Builds DOM nodes. Content is inserted as text, so that metrics cannot inject markup. */

type Content = string | Node

export type Column<Row> = {
  title: string
  /** Right-aligned. */
  isNumber?: boolean
  of(row: Row): Content
}

export const textColumn = <Row>(title: string, of: Column<Row>['of']): Column<Row> => ({ title, of })
export const numberColumn = <Row>(title: string, of: Column<Row>['of']): Column<Row> => ({
  title,
  isNumber: true,
  of,
})

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...content: Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...content)
  return made
}

/** A table; on narrow screens its rows become cards, hence the explicit roles. */
function table<Row>(titledBy: string, columns: readonly Column<Row>[], rows: readonly Row[]): Node {
  const head = columns.map(({ title, isNumber }) =>
    element('th', { scope: 'col', role: 'columnheader', ...(isNumber && { class: 'number' }) }, title),
  )
  const cells = (row: Row) =>
    columns.map(({ title, isNumber, of }, index) => {
      const attributes = { 'data-title': title, ...(isNumber && { class: 'number' }) }
      return index === 0
        ? element('th', { scope: 'row', role: 'rowheader', ...attributes }, of(row))
        : element('td', { role: 'cell', ...attributes }, element('span', {}, of(row)))
    })
  return element(
    'table',
    { role: 'table', 'aria-labelledby': titledBy },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
    element(
      'tbody',
      { role: 'rowgroup' },
      ...rows.map((row) => element('tr', { role: 'row' }, ...cells(row))),
    ),
  )
}

export const state = (text: string, kind: 'good' | 'warning' | 'bad'): Node =>
  element('span', { class: `state ${kind}` }, text)

/** A meter; the text next to it says the same. */
export function bar(share: number): Node {
  const fill = element('span', { class: share > 0.97 ? 'bad' : share > 0.9 ? 'warning' : 'good' })
  fill.style.width = `${Math.min(100, Math.max(0, share * 100))}%`
  return element('span', { class: 'meter', 'aria-hidden': 'true' }, fill)
}

/** Replaces the content of an element only if it changed, to keep selections and screen readers in place. */
export function show(id: string, ...content: Content[]): void {
  const place = document.getElementById(id)!
  const made = element('div', {}, ...content)
  if (made.innerHTML !== place.innerHTML) place.replaceChildren(...made.childNodes)
}

/** The table of an element, or a sentence without rows. Its title has the id `<id>-title`. */
export function showTable<Row>(
  id: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none: string,
): void {
  show(id, rows.length > 0 ? table(`${id}-title`, columns, rows) : element('p', { class: 'nothing' }, none))
}
