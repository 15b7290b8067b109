/** So often what moves with the sound is drawn: more is hardly seen, and costs processor time that makes sound. */
const DRAWN_EVERY_MS = 50

/** Draws with the sound, again and again while the page is seen. Returns the end of it. */
export function drawWithSound(draw: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const again = () => {
    timer = setTimeout(() => (frame = requestAnimationFrame(next)), DRAWN_EVERY_MS)
  }
  const next = () => {
    draw()
    again()
  }
  again()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
