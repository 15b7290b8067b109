import './loading.css'

/** A spinner with a text, for a whole region. Does not use antd. */
export function Loading({ text = 'Loading...' }: { text?: string }) {
  return (
    <output className="as-loading">
      <span className="as-spinner" aria-hidden="true" />
      <span>{text}</span>
    </output>
  )
}
