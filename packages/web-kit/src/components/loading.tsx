import './loading.css'

/** A waiting state with its words, for a whole region. Needs no antd. */
export function Loading({ text = 'Loading...' }: { text?: string }) {
  return (
    <output className="as-loading">
      <span className="as-spinner" aria-hidden="true" />
      <span>{text}</span>
    </output>
  )
}
