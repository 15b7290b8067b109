// With the page itself, so that its bar and its outline show before any code is there.
import '@andscene/web-kit/fonts.css'
import '@andscene/web-kit/tokens.css'
import '@andscene/web-kit/loading.css'
import '@andscene/web-kit/error-boundary.css'
import './host.css'

// The entry only starts the rest, so that federation has the shared modules ready when it runs.
/** Rejects when the rest cannot be loaded. */
export const started = import(/* webpackChunkName: "start" */ './start.tsx').catch((error: unknown) => {
  showFailure()
  throw error
})

/** Without React, which is in what could not be loaded. */
function showFailure() {
  const main = document.createElement('main')
  main.innerHTML = `<section class="as-error" role="alert">
      <h1>And Scene could not start</h1>
      <p>Its code could not be loaded. Please check the connection and reload the page.</p>
      <button type="button" class="as-button as-button-primary">Reload</button>
    </section>`
  main.querySelector('button')!.addEventListener('click', () => location.reload())
  document.getElementById('root')?.replaceChildren(main)
}
